import { ROLES } from '#domain/account/roles.ts';
import { ROLE_LABELS, STATE_LABELS } from '#web/features/administration/labels.ts';
import { PERSON_STATES, type PeopleView } from '#web/features/administration/people.ts';
import { SearchInput } from '#web/ui/search-input.tsx';
import { Select } from '#web/ui/select.tsx';

interface PeopleFiltersProps {
  view: PeopleView;
  /** Sets or, with null, drops parameters of the address; goes back to the first page. */
  onChange: (change: Record<string, string | null>) => void;
}

/** Search, role and state of the list of people. */
export function PeopleFilters({ view, onChange }: PeopleFiltersProps) {
  return (
    <div className="grid grid-cols-2 gap-3 border-b border-line p-3 md:grid-cols-[1fr_auto_auto]">
      <div className="max-md:col-span-2">
        <SearchInput
          key={view.search}
          label="Rechercher un compte"
          placeholder="Un nom, une adresse…"
          initialValue={view.search}
          onSearch={(text) => onChange({ q: text || null })}
        />
      </div>
      <Select
        aria-label="Rôle"
        placeholder="Tous les rôles"
        options={ROLES.map((role) => ({ value: role, label: ROLE_LABELS[role] }))}
        value={view.role ?? ''}
        onChange={(event) => onChange({ role: event.target.value || null })}
      />
      <Select
        aria-label="État"
        placeholder="Tous les états"
        options={PERSON_STATES.map((state) => ({ value: state, label: STATE_LABELS[state] }))}
        value={view.state ?? ''}
        onChange={(event) => onChange({ state: event.target.value || null })}
      />
    </div>
  );
}
