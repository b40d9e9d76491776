import { ChevronDown } from 'lucide-react';
import { Link } from 'react-router';
import { POLICIES, POLICY_LABELS, type PolicyName } from '#product/booking/rules/policies.ts';
import { cents, shareOf } from '#product/shared/money/cents.ts';
import { hoursAfter, parseInstant } from '#product/shared/time/instant.ts';
import { categoryName } from '#web/entities/catalogue/catalogue.ts';
import type { Offer } from '#web/entities/streamer/queries.ts';
import { useBookingPath } from '#web/features/discovery/use-booking-path.ts';
import { dayText } from '#web/features/discovery/when.ts';
import {
  capitalised,
  formatDateTime,
  formatDuration,
  formatMoney,
  formatPlacePrice,
  formatTime,
  typeset,
} from '#web/lib/format.ts';
import { joined } from '#web/lib/joined.ts';
import { serverNow } from '#web/lib/server-clock.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Card } from '#web/ui/card.tsx';
import { ButtonLink } from '#web/ui/link.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

interface OfferCardProps {
  handle: string;
  offer: Offer;
  /** Its next free starts; null while they are not known. */
  starts: readonly string[] | null;
  zone: string;
  /**
   * The person who looks is a minor, and the offer is for adults: what could be pressed is told
   * instead.
   */
  closed?: boolean;
}

const FOR_ADULTS =
  'Réservée aux personnes majeures : vous avez indiqué avoir moins de 18 ans, vous ne pouvez pas la réserver.';

/** An offer as viewers see it: its content, price, next free start and refund on cancellation. */
export function OfferCard({ handle, offer, starts, zone, closed = false }: OfferCardProps) {
  const bookingPath = useBookingPath(handle);
  const facts = [
    formatDuration(offer.duration_minutes),
    offer.seats === 1 ? 'en tête à tête' : `jusqu’à ${String(offer.seats)} personnes`,
    categoryName(offer.category),
    offer.confirmation === 'instant' ? 'confirmée tout de suite' : 'sur demande',
  ];
  return (
    <Card className="grid gap-x-6 gap-y-5 md:grid-cols-[1fr_17rem]">
      <div className="grid content-start gap-2">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
          <h3 className="text-title">{offer.title}</h3>
          {offer.adults_only && <Badge>18 ans et plus</Badge>}
        </div>
        <p className="num text-small text-muted">{joined(facts)}</p>
        {offer.description !== '' && (
          <p className="max-w-[60ch] text-small whitespace-pre-line text-soft">{offer.description}</p>
        )}
        <div className="mt-3">
          {closed ? (
            <p className="text-small text-soft">{FOR_ADULTS}</p>
          ) : (
            <NextStarts handle={handle} offer={offer} starts={starts} zone={zone} />
          )}
        </div>
      </div>
      <div className="grid content-start gap-4 md:border-l md:border-line md:pl-6">
        <p className="display num text-figure">{formatPlacePrice(offer.price_cents)}</p>
        <PolicyText
          policy={offer.policy}
          priceCents={offer.price_cents}
          start={starts?.[0] ?? null}
          zone={zone}
        />
        {!closed && (
          <ButtonLink
            to={bookingPath({ offer: offer.id })}
            aria-label={`Voir toutes les heures, ${offer.title}`}
          >
            Toutes les heures
          </ButtonLink>
        )}
      </div>
    </Card>
  );
}

interface NextStartsProps {
  handle: string;
  offer: { id: string; title: string };
  /** Null: not known yet. */
  starts: readonly string[] | null;
  zone: string;
}

/** The next free hours of an offer under their days, each of them the way to its place. */
function NextStarts({ handle, offer, starts, zone }: NextStartsProps) {
  const bookingPath = useBookingPath(handle);
  if (starts === null) {
    return (
      <div aria-busy="true" className="flex flex-wrap gap-2">
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} className="h-14 w-28" />
        ))}
      </div>
    );
  }
  if (starts.length === 0) {
    return <p className="text-small text-muted">Aucune heure libre pour l’instant.</p>;
  }
  const days = Array.from(Map.groupBy(starts, (start) => dayText(start, zone)));
  return (
    <ul aria-label={`Prochaines heures libres, ${offer.title}`} className="num grid gap-3">
      {days.map(([day, hours]) => (
        <li key={day} className="grid gap-1.5">
          <p className="text-small text-muted">{day}</p>
          <ul className="flex flex-wrap gap-2">
            {hours.map((start) => (
              <li key={start}>
                <Link
                  to={bookingPath({ offer: offer.id, start })}
                  className="grid min-h-11 min-w-20 content-center rounded-md border border-line-strong px-3.5 text-center font-semibold transition-colors hover:border-edge hover:bg-wash"
                >
                  <span className="sr-only">
                    Réserver « {offer.title} », {day}{' '}
                  </span>
                  {formatTime(start, zone)}
                </Link>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

interface FreeUntilProps {
  first: (typeof POLICIES)[PolicyName]['tiers'][number] | undefined;
  start: string | null;
  zone: string;
}

interface PolicyTextProps {
  policy: PolicyName;
  priceCents: number;
  /**
   * The next start, by which the deadline is a day and an hour; null: there is none, or it is not
   * known yet.
   */
  start: string | null;
  zone: string;
}

/**
 * Until when cancelling is free, in one line; what it gives back afterwards, in euros and hours, is
 * behind it.
 */
function PolicyText({ policy, priceCents, start, zone }: PolicyTextProps) {
  if (priceCents === 0) {
    return <p className="text-small text-soft">Gratuit : vous annulez quand vous voulez.</p>;
  }
  const { tiers } = POLICIES[policy];
  return (
    <details className="group text-small">
      <summary className="-mt-2.5 flex min-h-11 cursor-pointer list-none items-center gap-2 rounded-sm text-soft hover:text-ink">
        <span>
          <FreeUntil first={tiers[0]} start={start} zone={zone} />
        </span>
        <ChevronDown
          aria-hidden="true"
          className="size-4 shrink-0 text-muted transition-transform group-open:rotate-180"
        />
      </summary>
      <p className="mt-3 text-muted">{typeset(`Si vous annulez (règle ${POLICY_LABELS[policy]}) :`)}</p>
      <ul className="num mt-1.5 grid gap-1 text-soft">
        {tiers.map(({ untilHoursBefore, refund }) => (
          <li key={String(untilHoursBefore)} className="flex flex-wrap justify-between gap-x-4">
            <span>
              {untilHoursBefore === null ? 'Ensuite' : `Jusqu’à ${String(untilHoursBefore)}\u00a0h avant`}
            </span>
            <b className="font-semibold text-ink">
              {refund === 0 ? 'rien' : `${formatMoney(shareOf(cents(priceCents), refund))} remboursés`}
            </b>
          </li>
        ))}
      </ul>
    </details>
  );
}

/**
 * « Annulation gratuite jusqu’à 24 h avant », and for the next hour the day and the hour of that:
 * « lundi 30 novembre à 17 h 30 : jusqu’au dimanche 29 novembre à 17 h 30 ».
 */
function FreeUntil({ first, start, zone }: FreeUntilProps) {
  if (first?.refund !== 10_000 || first.untilHoursBefore === null) return 'Conditions d’annulation';
  const hours = first.untilHoursBefore;
  const until = start === null ? null : hoursAfter(parseInstant(start), -hours);
  return (
    <>
      {`Annulation gratuite jusqu’à ${String(hours)}\u00a0h avant`}
      {start !== null && until !== null && until > serverNow() && (
        <span className="block text-kicker text-muted">
          {typeset(
            `${capitalised(formatDateTime(start, zone))} : jusqu’au ${formatDateTime(new Date(until), zone)}`,
          )}
        </span>
      )}
    </>
  );
}
