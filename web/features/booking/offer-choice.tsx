import { Clock, Users, Zap } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { Offer } from '#web/entities/streamer/queries.ts';
import { formatDuration, formatPlacePrice, plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';

/** How many fit beside each other on a wide screen, leaving room for the days below. */
const SIDE_BY_SIDE = 3;

interface OfferChoiceProps {
  offers: readonly Offer[];
  chosen: Offer | null;
  /** The step is the offer: all of them, and nothing else. */
  open: boolean;
  onOpen: () => void;
  onChoose: (offerId: string) => void;
}

/**
 * The offers of a streamer, one of which is booked. The chosen one is folded into a line, so that
 * its days are on the screen; two or three stand open beside each other where the screen is wide. A
 * single one is shown without a choice.
 */
export function OfferChoice({ offers, chosen, open, onOpen, onChoose }: OfferChoiceProps) {
  const box = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(open);
  useEffect(() => {
    if (wasOpen.current === open) return;
    wasOpen.current = open;
    // The focused element is gone: the focus moves to where one chooses, or to what was chosen.
    box.current?.querySelector<HTMLElement>('[data-next]')?.focus();
  }, [open]);

  if (open || chosen === null) {
    return (
      <div ref={box} className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {offers.map((offer, index) => (
          <button
            key={offer.id}
            type="button"
            aria-pressed={offer.id === chosen?.id}
            data-next={offer === chosen || (chosen === null && index === 0) || undefined}
            className={classNames(card, 'aria-pressed:border-ink aria-pressed:bg-raised')}
            onClick={() => onChoose(offer.id)}
          >
            <OfferWords offer={offer} />
          </button>
        ))}
      </div>
    );
  }
  const beside = offers.length > 1 && offers.length <= SIDE_BY_SIDE;
  return (
    <div ref={box}>
      {beside && <OfferRadios offers={offers} chosen={chosen} onChoose={onChoose} />}
      <div className={classNames(folded, offers.length > 1 ? 'pr-2' : 'pr-4', beside && 'md:hidden')}>
        <div className="min-w-0 flex-1 py-1">
          <p className="flex justify-between gap-3 font-semibold">
            <span className="line-clamp-2">{chosen.title}</span>
            <span className="num whitespace-nowrap">{formatPlacePrice(chosen.price_cents)}</span>
          </p>
          <OfferFacts offer={chosen} folded />
        </div>
        {offers.length > 1 && (
          <Button tone="quiet" size="sm" className="shrink-0" data-next onClick={onOpen}>
            <span>
              Changer<span className="max-sm:sr-only"> d’offre</span>
            </span>
          </Button>
        )}
      </div>
    </div>
  );
}

/** The line of the offer that is chosen. */
export const folded = 'flex items-center gap-3 rounded-lg border border-line bg-stage py-2 pl-4';
/** Two or three offers, where the screen is wide. */
export const sideBySide = 'hidden gap-3 md:grid';
export const card =
  'relative grid cursor-pointer grid-cols-[1fr_auto] content-start gap-x-4 gap-y-1 rounded-lg border border-line bg-stage px-4 py-3 text-left transition-colors hover:border-line-strong';

/** A few offers beside each other: the days under them follow the choice. */
function OfferRadios({ offers, chosen, onChoose }: Pick<OfferChoiceProps, 'offers' | 'chosen' | 'onChoose'>) {
  const name = useId();
  return (
    <div
      role="radiogroup"
      aria-label="Offre"
      className={classNames(sideBySide, offers.length === 2 ? 'md:grid-cols-2' : 'md:grid-cols-3')}
    >
      {offers.map((offer) => (
        <label
          key={offer.id}
          className={classNames(
            card,
            'has-checked:border-ink has-checked:bg-raised',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-spot',
          )}
        >
          <input
            type="radio"
            name={name}
            className="sr-only"
            checked={offer.id === chosen?.id}
            onChange={() => onChoose(offer.id)}
          />
          <OfferWords offer={offer} brief />
        </label>
      ))}
    </div>
  );
}

function OfferWords({ offer, brief = false }: { offer: Offer; brief?: boolean }) {
  return (
    <>
      <span className={classNames('font-semibold', brief && 'line-clamp-2')}>{offer.title}</span>
      <span className="num font-semibold whitespace-nowrap">{formatPlacePrice(offer.price_cents)}</span>
      {offer.description && (
        <span
          className={classNames('col-span-2 text-small text-soft', brief ? 'line-clamp-1' : 'line-clamp-3')}
        >
          {offer.description}
        </span>
      )}
      <OfferFacts offer={offer} className="col-span-2" />
    </>
  );
}

/** How long, for how many, and whether it is confirmed at once. */
function OfferFacts({
  offer,
  folded = false,
  className,
}: {
  offer: Offer;
  folded?: boolean;
  className?: string;
}) {
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
      {offer.adults_only && <span className="font-semibold text-soft">18 ans et plus</span>}
      <span
        className={classNames(
          'inline-flex items-center gap-1.5',
          folded && offer.confirmation === 'instant' && 'max-sm:sr-only',
        )}
      >
        <Zap aria-hidden="true" className="size-3.5" />
        {offer.confirmation === 'instant' ? 'Confirmée tout de suite' : 'Sur demande'}
      </span>
    </span>
  );
}
