import { type ReactNode, useEffect, useRef, useState } from 'react';
import { CLOSED_REASONS } from '#product/availability/rules/check-availability.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import { type BookingDetails, holdEnd, startOf } from '#web/entities/booking/booking.ts';
import type { Offer, Streamer } from '#web/entities/streamer/queries.ts';
import type { BookingCommands } from '#web/features/booking/commands.ts';
import { WHY_NOT_FREE } from '#web/features/booking/why-none.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatPlacePrice, formatShortDateTime } from '#web/lib/format.ts';
import { serverAhead, serverNow } from '#web/lib/server-clock.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Countdown } from '#web/ui/countdown.tsx';
import { ButtonLink } from '#web/ui/link.tsx';

interface NoticeProps {
  title: string;
  children?: ReactNode;
  /** The next steps. */
  actions?: ReactNode;
  /** `warning` for failures, `plain` for information. */
  tone?: 'warning' | 'plain';
  /** Takes the focus as it appears, so that people who cannot see it notice it too. */
  focused?: boolean;
}

/** Shows an event on the way to a booking, and the next step. */
export function Notice({ title, children, actions, tone = 'warning', focused = false }: NoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (focused) box.current?.focus();
  }, [focused]);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role={tone === 'warning' ? 'alert' : undefined}
      className={classNames(
        'grid gap-3 rounded-lg border px-5 py-4 outline-none',
        tone === 'warning' ? 'border-live-edge bg-live-wash' : 'border-line-strong bg-stage',
      )}
    >
      <p className="font-semibold">{title}</p>
      {children && <div className="grid gap-2 text-small text-soft">{children}</div>}
      {actions && <div className="flex flex-wrap gap-2.5">{actions}</div>}
    </div>
  );
}

/** A start that could not be held, and the offer as it was read when it was asked for. */
export interface Refusal {
  error: unknown;
  offer: Offer;
  start: Instant;
}

interface RefusalNoticeProps {
  refusal: Refusal;
  zone: string;
  /** Offers for adults are shown as closed already. */
  isMinor: boolean;
  /** The streamer has other offers. */
  others: boolean;
  onTake: (start: Instant) => void;
}

/** The nearest free starts that the server found: `details.nearest` of slot_not_free. */
function nearestIn(error: CommandError): Instant[] {
  const { nearest } = error.details;
  if (!Array.isArray(nearest)) return [];
  return nearest
    .filter((start) => typeof start === 'string')
    .map((start) => Date.parse(start) as Instant)
    .filter((start) => !Number.isNaN(start));
}

const whyNotFree = ({ details }: CommandError) =>
  WHY_NOT_FREE[CLOSED_REASONS.find((reason) => reason === details.reason) ?? 'taken'];

/** The offer has changed since it was loaded: OfferChanged shows it. */
export const isAboutOffer = ({ error }: Refusal): boolean =>
  error instanceof CommandError && ['offer_changed', 'offer_not_found'].includes(error.code);

/**
 * The server knows best how old somebody is: another tab may have told it, or the page could not
 * read it.
 */
export const isForAdults = ({ error }: Refusal): boolean =>
  error instanceof CommandError && error.code === 'adults_only';

/** The offer is not for this person. */
export function ForAdults({ others, focused = false }: { others: boolean; focused?: boolean }) {
  return (
    <Notice focused={focused} tone="plain" title="Cette offre est réservée aux personnes majeures">
      <p>
        Vous avez indiqué avoir moins de 18 ans : elle ne peut pas être réservée avec ce compte.
        {others && ' Choisissez une autre offre.'}
      </p>
    </Notice>
  );
}

/** Why a place could not be held, with what to click next. */
export function RefusalNotice({ refusal, zone, isMinor, others, onTake }: RefusalNoticeProps) {
  const { error, start } = refusal;
  const code = error instanceof CommandError ? error.code : 'internal';
  const again = (
    <Button tone="outline" onClick={() => onTake(start)}>
      Réessayer
    </Button>
  );
  if (code === 'slot_not_free' && error instanceof CommandError) {
    const nearest = nearestIn(error);
    return (
      <Notice
        focused
        title={whyNotFree(error)}
        actions={nearest.map((free) => (
          <Button key={free} onClick={() => onTake(free)}>
            <span className="num">{formatShortDateTime(free, zone)}</span>
          </Button>
        ))}
      >
        <p>
          {nearest.length > 0
            ? 'Rien n’a été débité. Voici les créneaux libres les plus proches :'
            : 'Rien n’a été débité, et il n’y a plus d’autre créneau pour cette offre. La liste d’attente vous préviendra.'}
        </p>
      </Notice>
    );
  }
  // Once the page knows it too, the choice says so where the hours would be.
  if (isForAdults(refusal)) return isMinor ? null : <ForAdults focused others={others} />;
  if (code === 'viewer_busy' || code === 'too_many_holds' || code === 'too_many_free_bookings') {
    const { side, kind } = error instanceof CommandError ? error.details : {};
    const gives = side === 'streamer';
    return (
      <Notice
        focused
        title={code === 'viewer_busy' ? whyBusy(gives, kind === 'proposed') : errorText(error)}
        actions={
          gives ? (
            <ButtonLink to="/streamer-dashboard/bookings">Voir mes sessions</ButtonLink>
          ) : (
            <ButtonLink to="/viewer-dashboard/bookings">Voir mes réservations</ButtonLink>
          )
        }
      />
    );
  }
  return <Notice focused title={errorText(error)} actions={code === 'own_offer' ? null : again} />;
}

/** One person is in one place: what they have at that time, and what to do about it. */
function whyBusy(gives: boolean, isProposed: boolean): string {
  if (gives && isProposed) return 'Vous avez proposé cette heure à quelqu’un, qui n’a pas encore répondu.';
  if (gives) return 'Vous donnez une session à ce moment-là, pause comprise. Choisissez un autre créneau.';
  if (isProposed)
    return 'Un autre horaire vous est proposé à ce moment-là. Répondez d’abord à cette proposition.';
  return 'Vous avez déjà une session à ce moment-là. Choisissez un autre créneau.';
}

/** An offer as the viewer read it, and as it is now (null: gone). */
interface OfferChange {
  before: Offer;
  now: Offer | null;
}

/**
 * Finds the changes of the offer since the page was opened, until the viewer has agreed to them.
 */
export function useOfferChange(streamer: Streamer, offerId: string | null) {
  const [read, setRead] = useState(() => new Map(streamer.offers.map((offer) => [offer.id, offer])));
  const before = offerId === null ? undefined : read.get(offerId);
  const now = streamer.offers.find(({ id }) => id === offerId) ?? null;
  const change: OfferChange | null = before && before.revision !== now?.revision ? { before, now } : null;
  return {
    change,
    agree: () => setRead(new Map(streamer.offers.map((offer) => [offer.id, offer]))),
  };
}

/** Shown with the value before and after. */
function changeText({ before, now }: OfferChange): string {
  if (now === null) return 'Elle n’est plus proposée. Choisissez-en une autre.';
  if (before.price_cents !== now.price_cents) {
    return `Le prix est passé de ${formatPlacePrice(before.price_cents)} à ${formatPlacePrice(now.price_cents)}.`;
  }
  if (before.duration_minutes !== now.duration_minutes) return 'La durée n’est plus la même.';
  if (before.policy !== now.policy) return 'Les règles d’annulation ne sont plus les mêmes.';
  return 'Sa description ou ses questions ont changé.';
}

interface OfferChangedProps {
  change: OfferChange;
  streamerName: string;
  onAgree: () => void;
}

/** The streamer changed the offer while it was read, or just before it was asked for. */
export function OfferChanged({ change, streamerName, onAgree }: OfferChangedProps) {
  return (
    <Notice
      focused
      title={`${streamerName} vient de modifier cette offre`}
      actions={
        <Button onClick={onAgree}>
          {change.now ? 'Continuer avec la nouvelle offre' : 'Voir les autres offres'}
        </Button>
      }
    >
      <p>{changeText(change)} Rien n’a été débité.</p>
    </Notice>
  );
}

interface HeldNoticeProps {
  held: readonly BookingDetails[];
  zone: string;
  commands: BookingCommands;
  onResume: (booking: BookingDetails) => void;
}

/**
 * A place is held already, perhaps from another tab or before the payment page was left: go on with
 * it, or let it go.
 */
export function HeldNotice({ held, zone, commands, onResume }: HeldNoticeProps) {
  return held
    .filter((booking) => holdEnd(booking) > serverNow())
    .map((booking) => (
      <Notice
        key={booking.id}
        tone="plain"
        title={`Vous gardez une place : ${formatShortDateTime(startOf(booking), zone)}`}
        actions={
          <>
            <Button onClick={() => onResume(booking)}>Reprendre</Button>
            <Button
              tone="quiet"
              loading={commands.release.pending}
              onClick={() => commands.release.press({ bookingId: booking.id })}
            >
              La libérer
            </Button>
          </>
        }
      >
        <p className="num">
          {booking.title}, encore{' '}
          <Countdown until={holdEnd(booking)} ahead={serverAhead()} announced={false} />. Choisir un autre
          créneau la libère.
        </p>
      </Notice>
    ));
}
