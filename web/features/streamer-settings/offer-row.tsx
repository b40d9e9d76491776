import { Archive, ArrowDown, ArrowUp, Copy, Ellipsis, GripVertical, Pencil } from 'lucide-react';
import type { ComponentProps, CSSProperties } from 'react';
import { POLICY_LABELS } from '#product/booking/rules/policies.ts';
import type { OwnOffer } from '#web/entities/offer/queries.ts';
import { policyInEuros } from '#web/features/streamer-settings/euros.ts';
import { formatDuration, formatPlacePrice, plural, typeset } from '#web/lib/format.ts';
import { joined } from '#web/lib/joined.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx';

interface OfferRowProps {
  offer: OwnOffer;
  first: boolean;
  last: boolean;
  /** The props of the handle that drags it, and its place meanwhile. */
  handle: ComponentProps<'button'>;
  style: CSSProperties;
  dragged: boolean;
  onEdit: () => void;
  onMove: (by: 1 | -1) => void;
  onDuplicate: () => void;
  onPutAway: () => void;
}

/** An offer in the streamer's list: content, price, policy and actions. */
export function OfferRow(props: OfferRowProps) {
  const { offer, first, last, handle, style, dragged, onEdit, onMove, onDuplicate, onPutAway } = props;
  const facts = [
    formatDuration(offer.duration_minutes),
    offer.seats === 1 ? 'tête à tête' : plural(offer.seats, 'place', 'places'),
    offer.confirmation === 'instant' ? 'réservation immédiate' : 'sur demande',
    offer.adults_only ? '18 ans et plus' : null,
    offer.questions.length > 0 ? plural(offer.questions.length, 'question', 'questions') : null,
  ].filter((fact) => fact !== null);
  return (
    <li
      style={style}
      className={classNames(
        'num relative grid grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-x-2 gap-y-1 border-b border-line bg-ground py-3 sm:gap-x-3',
        dragged && 'rounded-lg border-transparent bg-raised',
      )}
    >
      <button
        type="button"
        {...handle}
        aria-label={`Déplacer ${offer.title}`}
        aria-describedby="offers-order"
        className="row-span-2 grid size-11 cursor-grab touch-none place-items-center self-start rounded-md text-muted hover:text-ink active:cursor-grabbing"
      >
        <GripVertical aria-hidden="true" className="size-5" />
      </button>
      <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1 self-center">
        <h3 className="text-title">{offer.title}</h3>
        <StateDot tone={offer.is_active ? 'settled' : 'neutral'}>
          {offer.is_active ? 'Ouverte' : offer.opened_at === null ? 'Brouillon' : 'Fermée'}
        </StateDot>
      </div>
      <p className="display justify-self-end self-start text-title">{formatPlacePrice(offer.price_cents)}</p>
      <div className="col-start-2 grid gap-1 max-sm:col-span-2">
        <p className="text-small text-soft">{joined(facts)}</p>
        {offer.price_cents > 0 && (
          <p className="text-small text-muted">
            {typeset(`${POLICY_LABELS[offer.policy]} : ${policyInEuros(offer.policy, offer.price_cents)}`)}
          </p>
        )}
      </div>
      <div className="-mr-3 flex items-center self-end max-sm:col-span-2 max-sm:col-start-2 max-sm:-ml-3 max-sm:justify-self-start">
        <Button tone="quiet" size="sm" onClick={onEdit} aria-label={`Modifier ${offer.title}`}>
          <Pencil aria-hidden="true" />
          Modifier
        </Button>
        <DropdownMenu
          align="end"
          trigger={
            <Button tone="quiet" size="icon" aria-label={`Plus pour ${offer.title}`}>
              <Ellipsis aria-hidden="true" />
            </Button>
          }
        >
          {!first && (
            <MenuItem icon={<ArrowUp aria-hidden="true" />} onSelect={() => onMove(-1)}>
              Monter
            </MenuItem>
          )}
          {!last && (
            <MenuItem icon={<ArrowDown aria-hidden="true" />} onSelect={() => onMove(1)}>
              Descendre
            </MenuItem>
          )}
          <MenuItem icon={<Copy aria-hidden="true" />} onSelect={onDuplicate}>
            Dupliquer
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={<Archive aria-hidden="true" />} onSelect={onPutAway} danger>
            Ranger l’offre
          </MenuItem>
        </DropdownMenu>
      </div>
    </li>
  );
}
