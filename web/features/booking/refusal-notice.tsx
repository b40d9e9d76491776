import { CLOSED_REASONS } from '#domain/availability/check-availability.ts';
import type { Instant } from '#domain/time/instant.ts';
import type { Offer } from '#web/entities/streamer/queries.ts';
import { Notice } from '#web/features/booking/notice.tsx';
import { WHY_NOT_FREE } from '#web/features/booking/why-none.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { formatShortDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { ButtonLink } from '#web/ui/link.tsx';

/** A start that could not be held, and the offer as it was read when it was asked for. */
export interface Refusal {
  error: unknown;
  offer: Offer;
  start: Instant;
}

interface RefusalNoticeProps {
  refusal: Refusal;
  zone: string;
  onTake: (start: Instant) => void;
}

/** The nearest free starts that the server found: `details.nearest` of slot_not_free. */
export function nearestIn(error: CommandError): Instant[] {
  const { nearest } = error.details;
  if (!Array.isArray(nearest)) return [];
  return nearest
    .filter((start) => typeof start === 'string')
    .map((start) => Date.parse(start) as Instant)
    .filter((start) => !Number.isNaN(start));
}

const whyNotFree = ({ details }: CommandError) =>
  WHY_NOT_FREE[CLOSED_REASONS.find((reason) => reason === details.reason) ?? 'taken'];

/** The offer is another one than was read: OfferChanged says so. */
export const isAboutOffer = ({ error }: Refusal): boolean =>
  error instanceof CommandError && ['offer_changed', 'offer_not_found'].includes(error.code);

/** Why a place could not be held, with what to click next. */
export function RefusalNotice({ refusal, zone, onTake }: RefusalNoticeProps) {
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
  if (code === 'viewer_busy' || code === 'too_many_holds' || code === 'too_many_free_bookings') {
    return (
      <Notice
        focused
        title={errorText(error)}
        actions={<ButtonLink to="/viewer-dashboard/bookings">Voir mes réservations</ButtonLink>}
      />
    );
  }
  return <Notice focused title={errorText(error)} actions={code === 'own_offer' ? null : again} />;
}
