// Long because the list and each of its acts, with what they touch, are read together.
import { queryOptions, useQuery } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Ellipsis, GripVertical, Merge, Pencil, Plus, RotateCcw, X } from 'lucide-react';
import { useState } from 'react';
import {
  addEntry,
  countUses,
  mergeCategories,
  orderEntries,
  renameEntry,
  retireEntry,
} from '#contracts/catalogue.ts';
import { type Catalogue, type CatalogueEntry, choicesIn } from '#domain/discovery/catalogue.ts';
import { optionsOf, setCatalogue } from '#web/entities/catalogue/catalogue.ts';
import { ADMIN_KEY, DECISION, Loaded } from '#web/features/admin/admin.tsx';
import { useDuty } from '#web/features/admin/team/duties.ts';
import { CommandError, callCommand } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { plural, typeset } from '#web/lib/format.ts';
import { loadClient } from '#web/lib/supabase/load.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { DropdownMenu, MenuItem } from '#web/ui/dropdown-menu.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';

type ListName = keyof Catalogue;

interface Uses {
  profiles: number;
  offers: number;
  bookings: number;
  searches: number;
  days: number;
}
const NO_USES: Uses = { profiles: 0, offers: 0, bookings: 0, searches: 0, days: 0 };

/** Both lists with all that the team may see of them, and what names each entry. */
const catalogueQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'catalogue'],
  queryFn: async ({ signal }) => {
    const { supabase } = await loadClient();
    const [categories, languages, counted] = await Promise.all([
      supabase
        .from('categories')
        .select('id,label,picture_url,retired_at,merged_into')
        .order('position')
        .order('id')
        .abortSignal(signal)
        .throwOnError(),
      supabase
        .from('languages')
        .select('id,label,retired_at')
        .order('position')
        .order('id')
        .abortSignal(signal)
        .throwOnError(),
      callCommand(countUses, {}),
    ]);
    const catalogue: Catalogue = {
      categories: categories.data.map(({ id, label, picture_url, retired_at, merged_into }) => ({
        id,
        label,
        pictureUrl: picture_url,
        retired: retired_at !== null,
        mergedInto: merged_into,
      })),
      languages: languages.data.map(({ id, label, retired_at }) => ({
        id,
        label,
        pictureUrl: null,
        retired: retired_at !== null,
        mergedInto: null,
      })),
    };
    // The filters and forms of this page's own visit name what was changed here.
    setCatalogue(catalogue);
    return { catalogue, uses: counted.uses };
  },
});

const WORDS = {
  categories: {
    title: 'Catégories',
    add: 'Ajouter une catégorie',
    one: 'La catégorie',
    idLabel: 'Identifiant',
    idHint: 'Dans les adresses, en minuscules et tirets : cours-de-chant. Il ne changera plus.',
  },
  languages: {
    title: 'Langues',
    add: 'Ajouter une langue',
    one: 'La langue',
    idLabel: 'Code ISO 639-1',
    idHint: 'Deux lettres : br pour le breton. Il ne changera plus.',
  },
} as const;

/** What sessions are about, or which languages are spoken: in the order in which visitors read them. */
export function CatalogueSection({ list }: { list: ListName }) {
  const query = useQuery(catalogueQuery);
  return (
    <Loaded query={query} failed={typeset(`${WORDS[list].title} : la liste n’a pas pu être chargée`)}>
      {({ catalogue, uses }) => {
        const entries = catalogue[list].filter(({ mergedInto }) => mergedInto === null);
        return (
          <EntryList
            // What is being ordered here begins again when the list was changed.
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

type Act = { kind: 'add' | 'order' } | { kind: 'rename' | 'retire' | 'merge'; entry: CatalogueEntry };

interface EntryListProps {
  list: ListName;
  entries: readonly CatalogueEntry[];
  usesOf: (id: string) => Uses;
}

const moved = (ids: readonly string[], id: string, to: number): string[] =>
  ids.filter((each) => each !== id).toSpliced(Math.max(0, to), 0, id);

function EntryList({ list, entries, usesOf }: EntryListProps) {
  const mayWrite = useDuty();
  const words = WORDS[list];
  const ids = entries.map(({ id }) => id);
  const [order, setOrder] = useState(ids);
  const [dragged, setDragged] = useState<string | null>(null);
  const [act, setAct] = useState<Act | null>(null);
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
          <Button onClick={() => setAct({ kind: 'add' })}>
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
                    move(event.key === 'ArrowUp' ? at - 1 : at + 1);
                  }}
                >
                  <GripVertical aria-hidden="true" />
                </Button>
              )}
              <span className="grid min-w-0 flex-1">
                <span className="flex flex-wrap items-center gap-x-3 font-medium wrap-anywhere">
                  {entry.label}
                  {entry.retired && <Badge>Retirée</Badge>}
                </span>
                <span className="num text-small text-muted">{usesText(list, entry.id, usesOf(id))}</span>
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
          onClose={() => setAct(null)}
        />
      )}
    </section>
  );
}

function usesText(list: ListName, id: string, { profiles, offers, bookings }: Uses): string {
  const parts = [id, plural(profiles, 'profil', 'profils')];
  if (list === 'categories')
    parts.push(plural(offers, 'offre', 'offres'), plural(bookings, 'réservation', 'réservations'));
  return parts.join(' · ');
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
        <MenuItem icon={<Merge aria-hidden="true" />} onSelect={() => onAct({ kind: 'merge', entry })}>
          Fusionner…
        </MenuItem>
      )}
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

/** What is wrong with a field, where the server says which; else why it refused. */
const whatIsWrong = (error: unknown): string =>
  (error instanceof CommandError && Object.values(error.fields)[0]) || errorText(error);

interface ActDialogProps extends EntryListProps {
  act: Act;
  order: readonly string[];
  onClose: () => void;
}

/** Asks why, and says before what it touches. */
function ActDialog({ list, act, order, entries, usesOf, onClose }: ActDialogProps) {
  const words = WORDS[list];
  const changes = { changes: [ADMIN_KEY] } as const;
  const adding = useCommand(addEntry, { ...changes, done: 'Ajoutée à la fin de la liste' });
  const ordering = useCommand(orderEntries, { ...changes, done: 'Ordre enregistré' });
  const renaming = useCommand(renameEntry, { ...changes, done: 'Nom changé' });
  const retiring = useCommand(retireEntry, {
    ...changes,
    done: ({ retired }) => ({ title: retired ? 'Retirée de la liste' : 'Proposée à nouveau' }),
  });
  const merging = useCommand(mergeCategories, { ...changes, done: 'Catégories fusionnées' });
  const entry = 'entry' in act ? act.entry : null;
  const [id, setId] = useState('');
  const [label, setLabel] = useState(entry?.label ?? '');
  const [into, setInto] = useState('');
  const frame = {
    open: true,
    onOpenChange: (open: boolean) => {
      if (!open) onClose();
    },
    ...DECISION,
    failure: whatIsWrong,
  };
  const nameField = (
    <Field label="Nom" required>
      <Input value={label} maxLength={40} onChange={({ target }) => setLabel(target.value)} />
    </Field>
  );

  if (act.kind === 'add')
    return (
      <ConfirmDialog
        {...frame}
        tone="spot"
        title={typeset(`${words.add} ?`)}
        confirmLabel="Ajouter"
        onConfirm={async (reason) => {
          await adding.run({ list, id: id.trim(), label, reason });
        }}
      >
        {nameField}
        <Field label={words.idLabel} hint={words.idHint} required>
          <Input
            value={id}
            maxLength={40}
            autoCapitalize="none"
            spellCheck={false}
            onChange={({ target }) => setId(target.value)}
          />
        </Field>
      </ConfirmDialog>
    );
  if (act.kind === 'order')
    return (
      <ConfirmDialog
        {...frame}
        tone="spot"
        title="Enregistrer cet ordre ?"
        cost="Les filtres et les formulaires le suivront à la prochaine page ouverte."
        confirmLabel="Enregistrer"
        onConfirm={async (reason) => {
          await ordering.run({ list, ids: [...order], reason });
        }}
      />
    );
  if (entry === null) return null;
  if (act.kind === 'rename')
    return (
      <ConfirmDialog
        {...frame}
        tone="spot"
        title={typeset(`Renommer « ${entry.label} » ?`)}
        cost="L’adresse reste la même. Les streamers se trouvent aussitôt sous le nouveau nom."
        confirmLabel="Renommer"
        onConfirm={async (reason) => {
          await renaming.run({ list, id: entry.id, label, reason });
        }}
      >
        {nameField}
      </ConfirmDialog>
    );
  const { profiles, offers, bookings, searches, days } = usesOf(entry.id);
  if (act.kind === 'retire')
    return (
      <ConfirmDialog
        {...frame}
        {...(entry.retired ? { tone: 'spot' } : { tone: 'danger' })}
        title={typeset(
          entry.retired ? `Proposer à nouveau « ${entry.label} » ?` : `Retirer « ${entry.label} » ?`,
        )}
        cost={
          entry.retired
            ? `${words.one} pourra de nouveau être choisie.`
            : list === 'categories'
              ? `Plus personne ne pourra la choisir. ${plural(profiles, 'profil', 'profils')} et ${plural(offers, 'offre', 'offres')} la gardent.`
              : `Plus personne ne pourra la choisir. ${plural(profiles, 'profil', 'profils')} la gardent.`
        }
        confirmLabel={entry.retired ? 'Proposer' : 'Retirer'}
        onConfirm={async (reason) => {
          await retiring.run({ list, id: entry.id, retired: !entry.retired, reason });
        }}
      />
    );
  return (
    <ConfirmDialog
      {...frame}
      tone="danger"
      title={typeset(`Fusionner « ${entry.label} » avec une autre ?`)}
      cost={
        <>
          <b>Cela ne se défait pas.</b> Changeront de catégorie : {plural(offers, 'offre', 'offres')},{' '}
          {plural(profiles, 'profil', 'profils')}, {plural(bookings, 'réservation', 'réservations')},{' '}
          {plural(searches, 'recherche du jour', 'recherches du jour')} et{' '}
          {plural(days, 'ligne d’historique', 'lignes d’historique')}.
        </>
      }
      confirmLabel="Fusionner"
      onConfirm={async (reason) => {
        await merging.run({ from: entry.id, into, reason });
      }}
    >
      <Field label="Fusionner dans" hint="L’ancienne adresse y mènera." required>
        <Select
          placeholder="Choisir une catégorie"
          value={into}
          options={optionsOf(choicesIn(entries).filter((other) => other.id !== entry.id))}
          onChange={({ target }) => setInto(target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
