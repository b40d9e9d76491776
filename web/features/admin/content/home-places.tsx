import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { HomePlace } from '#product/discovery/home-contract.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { TEAM_ZONE } from '#web/features/admin/list-days.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { moved } from './order.ts';

/** A streamer as the list names them. */
export interface Placed {
  name: string;
  state: string;
}

interface PlaceListProps {
  places: HomePlace[];
  people: ReadonlyMap<string, Placed>;
  mayWrite: boolean;
  onChange: (places: HomePlace[]) => void;
}

/**
 * The featured in order, each with its days, moved by dragging, by its menu or by the arrow keys.
 */
export function PlaceList({ places, people, mayWrite, onChange }: PlaceListProps) {
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const nameOf = (id: string) => people.get(id)?.name ?? 'Compte supprimé';
  const move = (id: string, to: number) => {
    const ids = moved(
      places.map(({ streamerId }) => streamerId),
      id,
      to,
    );
    onChange(ids.flatMap((each) => places.find(({ streamerId }) => streamerId === each) ?? []));
    setSaid(`${nameOf(id)}, ${String(ids.indexOf(id) + 1)} sur ${String(ids.length)}`);
  };
  const others = [...people].filter(([id]) => !places.some(({ streamerId }) => streamerId === id));
  return (
    <>
      <p aria-live="polite" className="sr-only">
        {said}
      </p>
      {places.length === 0 ? (
        <EmptyState
          title="Personne n’est mis en avant"
          description="L’accueil montre alors les mieux notés. Ajoutez quelqu’un pour choisir qui l’on voit d’abord."
        />
      ) : (
        <ol aria-label="Mis en avant" className="grid rounded-lg border border-line bg-stage">
          {places.map((place, at) => (
            <li
              key={place.streamerId}
              draggable={mayWrite}
              onDragStart={() => setDragged(place.streamerId)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                if (dragged !== place.streamerId) move(dragged, at);
              }}
              className={`flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-2 py-2 last:border-b-0 sm:flex-nowrap sm:px-3 ${dragged === place.streamerId ? 'bg-hover' : ''}`}
            >
              <div className="flex min-w-0 flex-1 items-center gap-2">
                {mayWrite && (
                  <Button
                    tone="quiet"
                    size="icon"
                    className="cursor-grab"
                    aria-label={`Déplacer ${nameOf(place.streamerId)}, ${String(at + 1)} sur ${String(places.length)}`}
                    onKeyDown={(event) => {
                      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
                      event.preventDefault();
                      const grip = event.currentTarget;
                      // A browser takes the focus from what it moves.
                      flushSync(() => move(place.streamerId, event.key === 'ArrowUp' ? at - 1 : at + 1));
                      grip.focus();
                    }}
                  >
                    <GripVertical aria-hidden="true" />
                  </Button>
                )}
                <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
                  {nameOf(place.streamerId)}
                  <When place={place} state={people.get(place.streamerId)?.state ?? ''} />
                </span>
              </div>
              <Days
                place={place}
                name={nameOf(place.streamerId)}
                mayWrite={mayWrite}
                onChange={(next) =>
                  onChange(places.map((each) => (each.streamerId === next.streamerId ? next : each)))
                }
              />
              {mayWrite && (
                <PlaceMenu
                  name={nameOf(place.streamerId)}
                  onMove={{
                    up: at > 0 ? () => move(place.streamerId, at - 1) : null,
                    down: at < places.length - 1 ? () => move(place.streamerId, at + 1) : null,
                  }}
                  onRemove={() =>
                    onChange(places.filter(({ streamerId }) => streamerId !== place.streamerId))
                  }
                />
              )}
            </li>
          ))}
        </ol>
      )}
      {mayWrite && (
        <AddPlace
          others={others}
          onAdd={(streamerId) => onChange([...places, { streamerId, from: null, until: null }])}
        />
      )}
    </>
  );
}

/** Why somebody of the list is not shown today. */
function When({ place: { from, until }, state }: { place: HomePlace; state: string }) {
  const today = localDateAt(TEAM_ZONE, instantOf(Date.now()));
  if (state !== 'published') return <Badge>Page pas visible</Badge>;
  if (until !== null && until < today) return <Badge>Jours passés</Badge>;
  if (from !== null && from > today) return <Badge>À venir</Badge>;
  return null;
}

interface DaysProps {
  place: HomePlace;
  name: string;
  mayWrite: boolean;
  onChange: (place: HomePlace) => void;
}

/**
 * Beside the name; on a telephone below it, in its whole width, where a date and its year have
 * room.
 */
function Days({ place, name, mayWrite, onChange }: DaysProps) {
  const { from, until } = place;
  const wrong = from !== null && until !== null && from > until;
  return (
    <div className="grid min-w-0 basis-full gap-2 max-sm:order-last sm:basis-auto">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.5rem,1fr))] gap-2 sm:grid-cols-2">
        <div className="grid min-w-0 text-kicker text-muted">
          <span aria-hidden="true">Du</span>
          <Input
            type="date"
            aria-label={`${name}, en avant du`}
            className="px-2"
            disabled={!mayWrite}
            value={from ?? ''}
            onChange={({ target }) => onChange({ ...place, from: target.value || null })}
          />
        </div>
        <div className="grid min-w-0 text-kicker text-muted">
          <span aria-hidden="true">Au</span>
          <Input
            type="date"
            aria-label={`${name}, en avant jusqu’au`}
            aria-invalid={wrong}
            className="px-2"
            disabled={!mayWrite}
            value={until ?? ''}
            onChange={({ target }) => onChange({ ...place, until: target.value || null })}
          />
        </div>
      </div>
      {wrong && (
        <p role="alert" className="text-small text-live">
          La fin vient avant le début.
        </p>
      )}
    </div>
  );
}

interface PlaceMenuProps {
  name: string;
  /** Null: it is the first, or the last. */
  onMove: { up: (() => void) | null; down: (() => void) | null };
  onRemove: () => void;
}

const PlaceMenu = ({ name, onMove, onRemove }: PlaceMenuProps) => (
  <DropdownMenu
    trigger={
      <Button tone="quiet" size="icon" aria-label={`Actions pour ${name}`}>
        <Ellipsis aria-hidden="true" />
      </Button>
    }
  >
    <MenuItem
      icon={<ArrowUp aria-hidden="true" />}
      disabled={onMove.up === null}
      onSelect={() => onMove.up?.()}
    >
      Monter
    </MenuItem>
    <MenuItem
      icon={<ArrowDown aria-hidden="true" />}
      disabled={onMove.down === null}
      onSelect={() => onMove.down?.()}
    >
      Descendre
    </MenuItem>
    <MenuItem icon={<X aria-hidden="true" />} danger onSelect={onRemove}>
      Ne plus mettre en avant
    </MenuItem>
  </DropdownMenu>
);

interface AddPlaceProps {
  others: readonly (readonly [id: string, person: Placed])[];
  onAdd: (id: string) => void;
}

function AddPlace({ others, onAdd }: AddPlaceProps) {
  const [chosen, setChosen] = useState('');
  return (
    <div className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-60 sm:max-w-sm">
        <Field label="Mettre en avant">
          <Select
            placeholder="Choisir un streamer"
            value={chosen}
            options={others.map(([value, { name }]) => ({ value, label: name }))}
            onChange={({ target }) => setChosen(target.value)}
          />
        </Field>
      </div>
      <Button
        disabled={chosen === ''}
        onClick={() => {
          onAdd(chosen);
          setChosen('');
        }}
      >
        <Plus aria-hidden="true" />
        Ajouter
      </Button>
    </div>
  );
}
