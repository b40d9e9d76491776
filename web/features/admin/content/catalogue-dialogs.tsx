import { useState } from 'react';
import {
  addEntry,
  mergeCategories,
  mergeLanguages,
  orderEntries,
  renameEntry,
  retireEntry,
} from '#product/catalogue/contract.ts';
import { type CatalogueEntry, choicesIn } from '#product/discovery/rules/catalogue.ts';
import { optionsOf } from '#web/entities/catalogue/catalogue.ts';
import { ADMIN_KEY, DECISION } from '#web/features/admin/admin.tsx';
import { useUndoable } from '#web/features/admin/undo.ts';
import { CommandError } from '#web/lib/call-command.ts';
import { errorText } from '#web/lib/error-text.ts';
import { plural, typeset } from '#web/lib/format.ts';
import { useCommand } from '#web/lib/use-command.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { type Act, idFrom, type ListName, type Uses, WORDS } from './catalogue.ts';
import { PictureDialog } from './picture-dialog.tsx';

/** The server's message for the wrong field; else the reason of its refusal. */
export const whatIsWrong = (error: unknown): string =>
  (error instanceof CommandError && Object.values(error.fields)[0]) || errorText(error);

interface ActDialogProps {
  list: ListName;
  act: Act;
  order: readonly string[];
  entries: readonly CatalogueEntry[];
  usesOf: (id: string) => Uses;
  onClose: () => void;
}

/** The props that every dialog of a decision here has in common. */
const frameOf = (onClose: () => void) => ({
  open: true,
  onOpenChange: (open: boolean) => {
    if (!open) onClose();
  },
  ...DECISION,
  failure: whatIsWrong,
});

/** Asks why, and says before what it touches. */
export function ActDialog({ list, act, order, entries, usesOf, onClose }: ActDialogProps) {
  switch (act.kind) {
    case 'add':
      return <AddDialog list={list} label={act.label} onClose={onClose} />;
    case 'order':
      return <OrderDialog list={list} order={order} before={entries.map(({ id }) => id)} onClose={onClose} />;
    case 'rename':
      return <RenameDialog list={list} entry={act.entry} onClose={onClose} />;
    case 'picture':
      return <PictureDialog entry={act.entry} frame={frameOf(onClose)} />;
    case 'retire':
      return <RetireDialog list={list} entry={act.entry} uses={usesOf(act.entry.id)} onClose={onClose} />;
    case 'merge':
      return (
        <MergeDialog
          list={list}
          entry={act.entry}
          entries={entries}
          uses={usesOf(act.entry.id)}
          onClose={onClose}
        />
      );
  }
}

interface AboutEntry {
  list: ListName;
  entry: CatalogueEntry;
  onClose: () => void;
}

const NameField = ({ label, onLabel }: { label: string; onLabel: (label: string) => void }) => (
  <Field label="Nom" required>
    <Input value={label} maxLength={40} onChange={({ target }) => onLabel(target.value)} />
  </Field>
);

function AddDialog({ list, label: first, onClose }: { list: ListName; label: string; onClose: () => void }) {
  const adding = useCommand(addEntry, { changes: [ADMIN_KEY], done: 'Ajoutée à la fin de la liste' });
  const [label, setLabel] = useState(
    first && `${first.charAt(0).toUpperCase()}${first.slice(1)}`.slice(0, 40),
  );
  // A category's word follows its name until somebody writes another.
  const [ownId, setOwnId] = useState<string | null>(null);
  const id = ownId ?? (list === 'categories' ? idFrom(label) : '');
  const words = WORDS[list];
  return (
    <ConfirmDialog
      {...frameOf(onClose)}
      tone="spot"
      title={typeset(`${words.add} ?`)}
      confirmLabel="Ajouter"
      onConfirm={async (reason) => {
        await adding.run({ list, id: id.trim(), label, reason });
      }}
    >
      <NameField label={label} onLabel={setLabel} />
      <Field label={words.idLabel} hint={words.idHint} required>
        <Input
          value={id}
          maxLength={40}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setOwnId(target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}

interface OrderDialogProps {
  list: ListName;
  order: readonly string[];
  before: readonly string[];
  onClose: () => void;
}

function OrderDialog({ list, order, before, onClose }: OrderDialogProps) {
  const ordering = useUndoable(orderEntries, {
    done: () => ({ title: 'Ordre enregistré' }),
    inverse: (input) => orderEntries.undo(input, before),
  });
  return (
    <ConfirmDialog
      {...frameOf(onClose)}
      tone="spot"
      title="Enregistrer cet ordre ?"
      cost="Les filtres et les formulaires le suivront à la prochaine page ouverte."
      confirmLabel="Enregistrer"
      onConfirm={async (reason) => {
        await ordering.run({ list, ids: [...order], reason });
      }}
    />
  );
}

function RenameDialog({ list, entry, onClose }: AboutEntry) {
  const [label, setLabel] = useState(entry.label);
  const renaming = useUndoable(renameEntry, {
    done: () => ({ title: 'Nom changé' }),
    inverse: (input) => renameEntry.undo(input, entry.label),
  });
  return (
    <ConfirmDialog
      {...frameOf(onClose)}
      tone="spot"
      title={typeset(`Renommer « ${entry.label} » ?`)}
      cost="L’adresse reste la même. Les streamers se trouvent aussitôt sous le nouveau nom."
      confirmLabel="Renommer"
      onConfirm={async (reason) => {
        await renaming.run({ list, id: entry.id, label, reason });
      }}
    >
      <NameField label={label} onLabel={setLabel} />
    </ConfirmDialog>
  );
}

const heldBy = (list: ListName, { profiles, offers }: Uses): string => {
  const people = plural(profiles, 'profil', 'profils');
  const held = list === 'categories' ? `${people} et ${plural(offers, 'offre', 'offres')}` : people;
  return `${held} ${profiles === 1 && list === 'languages' ? 'la garde' : 'la gardent'}`;
};

function RetireDialog({ list, entry, uses, onClose }: AboutEntry & { uses: Uses }) {
  const retiring = useUndoable(retireEntry, {
    done: ({ retired }) => ({ title: retired ? 'Retirée de la liste' : 'Proposée à nouveau' }),
    inverse: retireEntry.undo,
  });
  return (
    <ConfirmDialog
      {...frameOf(onClose)}
      {...(entry.retired ? { tone: 'spot' } : { tone: 'danger' })}
      title={typeset(
        entry.retired ? `Proposer à nouveau « ${entry.label} » ?` : `Retirer « ${entry.label} » ?`,
      )}
      cost={
        entry.retired
          ? `${WORDS[list].one} pourra de nouveau être choisie.`
          : `Plus personne ne pourra la choisir. ${heldBy(list, uses)}.`
      }
      confirmLabel={entry.retired ? 'Proposer' : 'Retirer'}
      onConfirm={async (reason) => {
        await retiring.run({ list, id: entry.id, retired: !entry.retired, reason });
      }}
    />
  );
}

interface MergeDialogProps extends AboutEntry {
  entries: readonly CatalogueEntry[];
  uses: Uses;
}

function MergeDialog({ list, entry, entries, uses, onClose }: MergeDialogProps) {
  const [into, setInto] = useState('');
  const mergingCategories = useCommand(mergeCategories, {
    changes: [ADMIN_KEY],
    done: 'Catégories fusionnées',
  });
  const mergingLanguages = useCommand(mergeLanguages, { changes: [ADMIN_KEY], done: 'Langues fusionnées' });
  const { profiles, offers, bookings, searches, days } = uses;
  const people = plural(profiles, 'profil', 'profils');
  return (
    <ConfirmDialog
      {...frameOf(onClose)}
      tone="danger"
      title={typeset(`Fusionner « ${entry.label} » avec une autre ?`)}
      cost={
        list === 'categories' ? (
          <>
            <b>Cela ne se défait pas.</b> Changeront de catégorie : {plural(offers, 'offre', 'offres')},{' '}
            {people}, {plural(bookings, 'réservation', 'réservations')},{' '}
            {plural(searches, 'recherche du jour', 'recherches du jour')} et{' '}
            {plural(days, 'ligne d’historique', 'lignes d’historique')}.
          </>
        ) : (
          <>
            <b>Cela ne se défait pas.</b> Changeront de langue : {people}. Les offres suivent leur streamer.
          </>
        )
      }
      confirmLabel="Fusionner"
      onConfirm={async (reason) => {
        const merging = list === 'categories' ? mergingCategories : mergingLanguages;
        await merging.run({ from: entry.id, into, reason });
      }}
    >
      <Field label="Fusionner dans" hint="L’ancienne adresse y mènera." required>
        <Select
          placeholder={WORDS[list].choose}
          value={into}
          options={optionsOf(choicesIn(entries).filter((other) => other.id !== entry.id))}
          onChange={({ target }) => setInto(target.value)}
        />
      </Field>
    </ConfirmDialog>
  );
}
