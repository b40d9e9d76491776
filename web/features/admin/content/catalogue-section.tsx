import { useQuery } from '@tanstack/react-query';
import {
  ArrowDown,
  ArrowUp,
  Ellipsis,
  GripVertical,
  ImageUp,
  Merge,
  Pencil,
  Plus,
  RotateCcw,
  X,
} from 'lucide-react';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { CatalogueEntry } from '#product/discovery/rules/catalogue.ts';
import { pictureSources } from '#product/shared/pictures.ts';
import { Loaded } from '#web/features/admin/admin.tsx';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { plural, typeset } from '#web/lib/format.ts';
import { joined } from '#web/lib/joined.ts';
import { useAddress } from '#web/lib/use-address.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx';
import { type Act, catalogueQuery, type ListName, NO_USES, type Uses, WORDS } from './catalogue.ts';
import { ActDialog } from './catalogue-dialogs.tsx';
import { moved } from './order.ts';

/**
 * Manages the categories of sessions or the languages: in the order in which visitors read them.
 */
export function CatalogueSection({ list }: { list: ListName }) {
  const query = useQuery(catalogueQuery);
  return (
    <Loaded query={query} failed={typeset(`${WORDS[list].title} : la liste n’a pas pu être chargée`)}>
      {({ catalogue, uses }) => {
        const entries = catalogue[list].filter(({ mergedInto }) => mergedInto === null);
        return (
          <EntryList
            // The draft of the order begins again when the list was changed.
            key={`${list}/${entries.map(({ id }) => id).join()}`}
            list={list}
            entries={entries}
            usesOf={(id) => uses.find((each) => each.list === list && each.id === id) ?? NO_USES}
          />
        );
      }}
    </Loaded>
  );
}

interface EntryListProps {
  list: ListName;
  entries: readonly CatalogueEntry[];
  usesOf: (id: string) => Uses;
}

function EntryList({ list, entries, usesOf }: EntryListProps) {
  const mayWrite = useDuty();
  const { params, change } = useAddress();
  const words = WORDS[list];
  const ids = entries.map(({ id }) => id);
  const [order, setOrder] = useState(ids);
  const [dragged, setDragged] = useState<string | null>(null);
  // A search without a result leads here with its words.
  const wanted = list === 'categories' ? params.get('add') : null;
  const [act, setAct] = useState<Act | null>(
    mayWrite && wanted !== null ? { kind: 'add', label: wanted } : null,
  );
  const changed = order.join() !== ids.join();
  const labelOf = (id: string) => entries.find((entry) => entry.id === id)?.label ?? id;

  return (
    <section aria-label={words.title} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="max-w-[60ch] text-small text-muted">
          L’ordre est celui des filtres et des formulaires. Faites glisser une ligne, ou déplacez-la par son
          menu ; au clavier, par sa poignée et les flèches.
        </p>
        {mayWrite && (
          <Button onClick={() => setAct({ kind: 'add', label: '' })}>
            <Plus aria-hidden="true" />
            {words.add}
          </Button>
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {changed ? order.map((id, at) => `${String(at + 1)}, ${labelOf(id)}`).join(' ; ') : ''}
      </p>
      <ol className="grid rounded-lg border border-line bg-stage">
        {order.map((id, at) => {
          const entry = entries.find((each) => each.id === id);
          if (!entry) return null;
          const move = (to: number) => setOrder(moved(order, id, to));
          return (
            <li
              key={id}
              draggable={mayWrite}
              onDragStart={() => setDragged(id)}
              onDragEnd={() => setDragged(null)}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                if (dragged !== id) setOrder(moved(order, dragged, at));
              }}
              className={`flex min-h-14 items-center gap-2 border-b border-line px-2 py-1.5 last:border-b-0 sm:px-3 ${dragged === id ? 'bg-hover' : ''}`}
            >
              {mayWrite && (
                <Button
                  tone="quiet"
                  size="icon"
                  className="cursor-grab"
                  aria-label={`Déplacer ${entry.label}, ${String(at + 1)} sur ${String(order.length)}`}
                  onKeyDown={(event) => {
                    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
                    event.preventDefault();
                    const grip = event.currentTarget;
                    // A browser takes the focus from what it moves.
                    flushSync(() => move(event.key === 'ArrowUp' ? at - 1 : at + 1));
                    grip.focus();
                  }}
                >
                  <GripVertical aria-hidden="true" />
                </Button>
              )}
              {entry.pictureUrl !== null && (
                <img
                  {...pictureSources(entry.pictureUrl, { width: 64, height: 40 })}
                  alt={entry.pictureAlt ?? ''}
                  width={64}
                  height={40}
                  className="mr-1.5 h-7.5 w-12 rounded-md bg-raised object-cover sm:mr-2 sm:h-10 sm:w-16"
                />
              )}
              <span className="grid min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-3 font-medium wrap-anywhere">
                  {entry.label}
                  {entry.retired && <Badge>Retirée</Badge>}
                </span>
                <span className="num text-small text-muted max-sm:text-kicker">
                  {usesText(list, entry.id, usesOf(id))}
                </span>
              </span>
              {mayWrite && (
                <EntryMenu
                  list={list}
                  entry={entry}
                  onMove={{
                    up: at > 0 ? () => move(at - 1) : null,
                    down: at < order.length - 1 ? () => move(at + 1) : null,
                  }}
                  onAct={setAct}
                />
              )}
            </li>
          );
        })}
      </ol>
      {changed && (
        <div className="flex flex-wrap gap-3">
          <Button tone="spot" onClick={() => setAct({ kind: 'order' })}>
            Enregistrer l’ordre…
          </Button>
          <Button tone="quiet" onClick={() => setOrder(ids)}>
            Annuler
          </Button>
        </div>
      )}
      {act && (
        <ActDialog
          list={list}
          act={act}
          order={order}
          entries={entries}
          usesOf={usesOf}
          onClose={() => {
            setAct(null);
            if (wanted !== null) change({ add: null });
          }}
        />
      )}
    </section>
  );
}

function usesText(list: ListName, id: string, { profiles, offers, bookings }: Uses): string {
  const parts = [plural(profiles, 'profil', 'profils')];
  if (list === 'categories')
    parts.push(plural(offers, 'offre', 'offres'), plural(bookings, 'place', 'places'));
  parts.push(id);
  return joined(parts);
}

interface EntryMenuProps {
  list: ListName;
  entry: CatalogueEntry;
  onMove: { up: (() => void) | null; down: (() => void) | null };
  onAct: (act: Act) => void;
}

function EntryMenu({ list, entry, onMove, onAct }: EntryMenuProps) {
  return (
    <DropdownMenu
      trigger={
        <Button tone="quiet" size="icon" aria-label={`Actions pour ${entry.label}`}>
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
      <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onAct({ kind: 'rename', entry })}>
        Renommer…
      </MenuItem>
      {list === 'categories' && (
        <MenuItem icon={<ImageUp aria-hidden="true" />} onSelect={() => onAct({ kind: 'picture', entry })}>
          {entry.pictureUrl === null ? 'Ajouter une image…' : 'Changer l’image…'}
        </MenuItem>
      )}
      <MenuItem icon={<Merge aria-hidden="true" />} onSelect={() => onAct({ kind: 'merge', entry })}>
        Fusionner…
      </MenuItem>
      <MenuItem
        icon={entry.retired ? <RotateCcw aria-hidden="true" /> : <X aria-hidden="true" />}
        danger={!entry.retired}
        onSelect={() => onAct({ kind: 'retire', entry })}
      >
        {entry.retired ? 'Proposer à nouveau…' : 'Retirer…'}
      </MenuItem>
    </DropdownMenu>
  );
}
