import { Clock, Users, Zap } from 'lucide-react';
import { useId } from 'react';
import type { Offer } from '#web/entities/streamer/queries.ts';
import { formatDuration, formatPlacePrice, plural } from '#web/lib/format.ts';
import { classNames } from '#web/ui/class-names.ts';

interface OfferChoiceProps {
  offers: readonly Offer[];
  chosen: string | null;
  onChoose: (offerId: string) => void;
}

/** The offers of a streamer, one of which is booked. A single one is said, not asked. */
export function OfferChoice({ offers, chosen, onChoose }: OfferChoiceProps) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label="Offre"
      className={classNames(
        'grid gap-3',
        offers.length > 1 && 'sm:grid-cols-2',
        offers.length > 2 && 'lg:grid-cols-3',
      )}
    >
      {offers.map((offer) => (
        <label
          key={offer.id}
          className={classNames(
            'relative grid cursor-pointer grid-cols-[1fr_auto] content-start gap-x-4 gap-y-1.5 rounded-lg border bg-stage p-4 transition-colors',
            'border-line hover:border-line-strong has-checked:border-ink has-checked:bg-raised',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-spot',
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={offer.id === chosen}
            onChange={() => onChoose(offer.id)}
          />
          <span className="font-semibold">{offer.title}</span>
          <span className="num font-semibold whitespace-nowrap">{formatPlacePrice(offer.price_cents)}</span>
          {offer.description && (
            <span className="col-span-2 line-clamp-2 text-small text-soft">{offer.description}</span>
          )}
          <OfferFacts offer={offer} className="col-span-2" />
        </label>
      ))}
    </div>
  );
}

/** How long, for how many, and whether it is sure at once. */
function OfferFacts({ offer, className }: { offer: Offer; className?: string }) {
  return (
    <span className={classNames('num flex flex-wrap gap-x-4 gap-y-1 text-kicker text-muted', className)}>
      <span className="inline-flex items-center gap-1.5">
        <Clock aria-hidden="true" className="size-3.5" />
        {formatDuration(offer.duration_minutes)}
      </span>
      {offer.seats > 1 && (
        <span className="inline-flex items-center gap-1.5">
          <Users aria-hidden="true" className="size-3.5" />
          {plural(offer.seats, 'place', 'places')}
        </span>
      )}
      <span className="inline-flex items-center gap-1.5">
        <Zap aria-hidden="true" className="size-3.5" />
        {offer.confirmation === 'instant' ? 'Confirmée tout de suite' : 'Sur demande'}
      </span>
    </span>
  );
}
