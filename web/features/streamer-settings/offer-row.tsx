import { Archive, ArrowDown, ArrowUp, Copy, Ellipsis, Pencil } from 'lucide-react';
import { POLICY_LABELS } from '#domain/cancellation/policies.ts';
import type { OwnOffer } from '#web/entities/offer/queries.ts';
import { policyInEuros } from '#web/features/streamer-settings/euros.ts';
import { formatDuration, formatPlacePrice, plural, typeset } from '#web/lib/format.ts';
import { StateDot } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DropdownMenu, MenuItem, MenuSeparator } from '#web/ui/dropdown-menu.tsx';

interface OfferRowProps {
  offer: OwnOffer;
  first: boolean;
  last: boolean;
  busy: boolean;
  onEdit: () => void;
  onMove: (by: 1 | -1) => void;
  onDuplicate: () => void;
  onPutAway: () => void;
}

/** An offer in the streamer's list: content, price, policy and actions. */
export function OfferRow(props: OfferRowProps) {
  const { offer, first, last, busy, onEdit, onMove, onDuplicate, onPutAway } = props;
  const facts = [
    formatDuration(offer.duration_minutes),
    offer.seats === 1 ? 'tête à tête' : plural(offer.seats, 'place', 'places'),
    offer.confirmation === 'instant' ? 'réservation immédiate' : 'sur demande',
    offer.questions.length > 0 ? plural(offer.questions.length, 'question', 'questions') : null,
  ].filter((fact) => fact !== null);
  return (
    <li className="num grid grid-cols-[1fr_auto] items-start gap-x-4 gap-y-2 border-b border-line py-5">
      <div className="grid min-w-0 gap-1.5">
        <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 className="text-title">{offer.title}</h3>
          <StateDot tone={offer.is_active ? 'settled' : 'neutral'}>
            {offer.is_active ? 'Ouverte' : 'Fermée'}
          </StateDot>
        </div>
      </div>
      <p className="display text-title">{formatPlacePrice(offer.price_cents)}</p>
      <div className="col-span-2 grid gap-1.5">
        <p className="text-small text-soft">{facts.join(' · ')}</p>
        {offer.price_cents > 0 && (
          <p className="text-small text-muted">
            {typeset(`${POLICY_LABELS[offer.policy]} : ${policyInEuros(offer.policy, offer.price_cents)}`)}
          </p>
        )}
      </div>
      <div className="col-span-2 -ml-3 flex flex-wrap items-center">
        <Button tone="quiet" size="sm" onClick={onEdit} aria-label={`Modifier ${offer.title}`}>
          <Pencil aria-hidden="true" />
          Modifier
        </Button>
        <Button
          tone="quiet"
          size="icon"
          disabled={first || busy}
          onClick={() => onMove(-1)}
          aria-label={`Monter ${offer.title}`}
        >
          <ArrowUp aria-hidden="true" />
        </Button>
        <Button
          tone="quiet"
          size="icon"
          disabled={last || busy}
          onClick={() => onMove(1)}
          aria-label={`Descendre ${offer.title}`}
        >
          <ArrowDown aria-hidden="true" />
        </Button>
        <DropdownMenu
          align="start"
          trigger={
            <Button tone="quiet" size="icon" aria-label={`Plus pour ${offer.title}`}>
              <Ellipsis aria-hidden="true" />
            </Button>
          }
        >
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
