import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { ROLES } from '#domain/account/roles.ts';
import { ROLE_LABELS, STATE_LABELS } from '#web/features/administration/labels.ts';
import { PERSON_STATES, type PeopleView } from '#web/features/administration/people.ts';
import { plural } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Sheet } from '#web/ui/sheet.tsx';

interface FilterProps {
  view: PeopleView;
  /** Sets or, with null, drops parameters of the address; goes back to the first page. */
  onChange: (change: Record<string, string | null>) => void;
}

const RoleSelect = ({ view, onChange }: FilterProps) => (
  <Select
    aria-label="Rôle"
    placeholder="Tous les rôles"
    options={ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
    value={view.role ?? ''}
    onChange={(event) => onChange({ role: event.target.value || null })}
  />
);

const StateSelect = ({ view, onChange }: FilterProps) => (
  <Select
    aria-label="État"
    placeholder="Tous les états"
    options={PERSON_STATES.map((state) => ({ value: state, label: STATE_LABELS[state] }))}
    value={view.state ?? ''}
    onChange={(event) => onChange({ state: event.target.value || null })}
  />
);

interface PeopleFiltersProps extends FilterProps {
  /** How many accounts the view has; null while they load. */
  count: number | null;
}

/** The filters on a phone: a sheet, whose choices count at once. */
function FilterSheet({ view, onChange, count }: PeopleFiltersProps) {
  const [open, setOpen] = useState(false);
  const chosen = [view.role, view.state].filter(Boolean).length;
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      title="Filtrer les comptes"
      trigger={
        <Button className="md:hidden">
          <SlidersHorizontal aria-hidden="true" />
          {chosen === 0 ? 'Filtres' : `Filtres (${chosen})`}
        </Button>
      }
      footer={
        <>
          <Button tone="spot" onClick={() => setOpen(false)}>
            {count === null ? 'Voir les comptes' : `Voir ${plural(count, 'compte', 'comptes')}`}
          </Button>
          {chosen > 0 && (
            <Button tone="quiet" onClick={() => onChange({ role: null, state: null })}>
              Retirer les filtres
            </Button>
          )}
        </>
      }
    >
      <div className="grid gap-5">
        <Field label="Rôle">
          <RoleSelect view={view} onChange={onChange} />
        </Field>
        <Field label="État">
          <StateSelect view={view} onChange={onChange} />
        </Field>
      </div>
    </Sheet>
  );
}

/** Search, role and state of the list of people. */
export function PeopleFilters({ view, onChange, count }: PeopleFiltersProps) {
  return (
    <div className="grid grid-cols-[1fr_auto] gap-3 border-b border-line p-3 md:grid-cols-[1fr_auto_auto]">
      <SearchInput
        key={view.search}
        label="Rechercher un compte"
        placeholder="Un nom, une adresse…"
        initialValue={view.search}
        onSearch={(text) => onChange({ q: text || null })}
      />
      <div className="contents max-md:hidden">
        <RoleSelect view={view} onChange={onChange} />
        <StateSelect view={view} onChange={onChange} />
      </div>
      <FilterSheet view={view} onChange={onChange} count={count} />
    </div>
  );
}
