import type { ReactNode } from 'react';
import { POLICIES, type PolicySnapshot } from '#product/booking/rules/policies.ts';
import { explainPolicy } from '#product/booking/rules/refund.ts';
import { cents } from '#product/shared/money/cents.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import type { BookingDetails } from '#web/entities/booking/booking.ts';
import type { Offer } from '#web/entities/streamer/queries.ts';
import {
  capitalised,
  formatDay,
  formatDuration,
  formatMoney,
  formatPlacePrice,
  formatTime,
  formatZones,
} from '#web/lib/format.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { classNames } from '#web/ui/class-names.ts';
import { PolicyLines } from '#web/ui/policy-lines.tsx';

/**
 * The place about to be booked: an offer with a chosen start, or a place already held. Price in
 * cents.
 */
export interface Place {
  title: string;
  durationMinutes: number;
  /** The price to be paid. */
  priceCents: number;
  /** The sum that a code took off, in cents. */
  discount: { code: string; cents: number } | null;
  policy: PolicySnapshot;
  onRequest: boolean;
  start: Instant | null;
}

export const placeOfOffer = (offer: Offer, start: Instant | null): Place => ({
  title: offer.title,
  durationMinutes: offer.duration_minutes,
  priceCents: offer.price_cents,
  discount: null,
  policy: POLICIES[offer.policy],
  onRequest: offer.confirmation === 'on_request',
  start,
});

export const placeOfBooking = (booking: BookingDetails): Place => ({
  title: booking.title,
  durationMinutes: booking.duration_minutes,
  priceCents: booking.price_cents,
  discount:
    booking.discount_code === null ? null : { code: booking.discount_code, cents: booking.discount_cents },
  policy: booking.policy,
  onRequest: booking.confirmation === 'on_request',
  start: Date.parse(booking.start_at) as Instant,
});

interface PlacePanelProps {
  place: Place;
  zone: string;
  streamerZone: string;
  streamerName: string;
  /** False: the month that is shown has no free start to choose. */
  anyFree?: boolean;
  /**
   * False beside the ticket, which has the day, what is booked, and the rules under it: the price is
   * all that is left to say, and on a telephone the bar says it.
   */
  dated?: boolean;
  /**
   * The one action, where the rules of cancelling are told again before anybody pays: right under
   * the price, in sight.
   */
  action?: ReactNode;
  /** Takes a code, under the price that it lowers. */
  code?: ReactNode;
  /** The action under the rules, where they have to be read before it. */
  children?: ReactNode;
}

/** « Votre place »: what, when, how much, and what cancelling refunds, before anything is paid. */
export function PlacePanel(props: PlacePanelProps) {
  const {
    place,
    zone,
    streamerZone,
    streamerName,
    anyFree = true,
    dated = true,
    action,
    code,
    children,
  } = props;
  const { start, priceCents, discount } = place;
  return (
    <div className="num grid content-start gap-4">
      <h2 className="text-title">Votre place</h2>
      {!dated ? null : start === null ? (
        <p className="text-small text-muted">
          {anyFree
            ? 'Choisissez une heure pour voir les conditions d’annulation.'
            : 'Aucun créneau libre à ces dates : regardez plus loin, ou faites-vous prévenir.'}
        </p>
      ) : (
        <p>
          <b className="display block text-[1.375rem] leading-tight">
            {capitalised(formatDay(start, zone))}
            <br />
            {formatTime(start, zone)}
          </b>
          <span className="mt-1 block text-small text-soft">{formatZones(start, zone, streamerZone)}</span>
        </p>
      )}
      <dl
        className={classNames(
          'grid gap-2.5 text-small',
          dated ? 'border-t border-line pt-4' : !discount && 'max-lg:hidden',
        )}
      >
        {(dated || discount) && (
          <Line label={`${place.title}, ${formatDuration(place.durationMinutes)}`}>
            {formatMoney(priceCents + (discount?.cents ?? 0))}
          </Line>
        )}
        {discount && <Line label={`Code ${discount.code}`}>−{formatMoney(discount.cents)}</Line>}
        {dated && priceCents > 0 && <Line label="Commission de Loge">comprise</Line>}
        <div
          className={classNames(
            'flex justify-between gap-4 text-base font-semibold',
            (dated || discount) && 'border-t border-line pt-3',
          )}
        >
          <dt>Total</dt>
          <dd>{formatPlacePrice(priceCents)}</dd>
        </div>
      </dl>
      {code}
      {action}
      {start !== null && dated && <IfCancelled place={place} {...{ start, zone, streamerName }} />}
      {children}
    </div>
  );
}

interface IfCancelledProps {
  place: Place;
  start: Instant;
  zone: string;
  streamerName: string;
}

/** Says what cancelling gives back, in euros and hours. */
export function IfCancelled({ place, start, zone, streamerName }: IfCancelledProps) {
  const { priceCents } = place;
  return (
    <section aria-label="Si vous annulez" className="num grid gap-2 rounded-md bg-wash px-3.5 py-3">
      <h3 className="font-sans text-kicker font-semibold tracking-normal text-soft">Si vous annulez</h3>
      {priceCents === 0 ? (
        <p className="text-small text-soft">
          La session est gratuite. Annulez dès que vous savez : la place redevient libre pour quelqu’un
          d’autre.
        </p>
      ) : (
        <>
          <PolicyLines
            tiers={explainPolicy(place.policy, cents(priceCents), start, serverNow() as Instant)}
            zone={zone}
            marked
          />
          <p className="text-kicker text-muted">Si {streamerName} annule, tout vous est remboursé.</p>
        </>
      )}
    </section>
  );
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4">
      <dt className="text-soft">{label}</dt>
      <dd className="whitespace-nowrap">{children}</dd>
    </div>
  );
}
