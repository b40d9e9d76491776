import type { Offer } from '#web/entities/streamer/queries.ts';
import { useBookingPath } from '#web/features/discovery/use-booking-path.ts';
import { dayText } from '#web/features/discovery/when.ts';
import { formatDuration, formatPlacePrice, formatTime, formatZones } from '#web/lib/format.ts';
import { ButtonLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export interface NextPlaceStart {
  offer: Offer;
  start: string;
}

interface NextPlaceProps {
  handle: string;
  /** The first free start of all; null when there is none, absent while it is unknown. */
  next: NextPlaceStart | null | undefined;
  zone: string;
  streamerZone: string;
}

/** The next free hour, and the one amber button of the page: to take it. */
export function NextPlace({ handle, next, zone, streamerZone }: NextPlaceProps) {
  const bookingPath = useBookingPath(handle);
  return (
    <section
      aria-label="Prochaine heure libre"
      className="num grid content-start gap-4 rounded-xl border border-line bg-raised p-6"
    >
      <p className="text-kicker text-muted">Prochaine heure libre</p>
      {next === undefined ? (
        // As high as what comes, so that nothing below it moves.
        <div aria-busy="true" className="grid min-h-[18.1rem] content-start gap-2">
          <Skeleton className="h-7 w-40" />
          <Skeleton className="h-7 w-24" />
          <Skeleton className="mt-1 h-4 w-32" />
          <Skeleton className="mt-6 h-4 w-full" />
          <Skeleton className="mt-4 h-[52px] w-full rounded-full" />
        </div>
      ) : next === null ? (
        <>
          <p className="display text-title">Tout est pris</p>
          <p className="text-small text-soft">
            Choisissez une offre : vous pourrez demander à être prévenu dès qu’une place se libère.
          </p>
          <ButtonLink to={bookingPath()}>Voir les offres</ButtonLink>
        </>
      ) : (
        <>
          <div>
            <p className="display text-date">
              {dayText(next.start, zone)}
              <br />
              {formatTime(next.start, zone)}
            </p>
            <p className="mt-1.5 text-small text-soft">{formatZones(next.start, zone, streamerZone)}</p>
          </div>
          <p className="flex justify-between gap-4 border-t border-line pt-3.5 text-small text-soft">
            <span>
              {next.offer.title}, {formatDuration(next.offer.duration_minutes)}
            </span>
            <b className="whitespace-nowrap text-ink">{formatPlacePrice(next.offer.price_cents)}</b>
          </p>
          {next.offer.price_cents > 0 && (
            <p className="-mt-2 text-small text-soft">Le streamer n’est payé qu’après la session.</p>
          )}
          <ButtonLink tone="spot" size="lg" to={bookingPath({ offer: next.offer.id, start: next.start })}>
            Prendre cette place
          </ButtonLink>
          <ButtonLink tone="quiet" to={bookingPath()}>
            Choisir une autre heure
          </ButtonLink>
        </>
      )}
    </section>
  );
}
