import type { QueryData } from '@supabase/supabase-js';
import { fullName } from '#domain/account/names.ts';
import { AVATARS, type Role } from '#domain/account/roles.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import type { StateTone } from '#web/ui/badge.tsx';

const COLUMNS =
  'id,email,first_name,last_name,avatar_url,role,state,created_at,last_sign_in_at,suspended_until,suspension_reason,deletes_at,bookings,money_cents';

/** Everybody who has an account, with their exact count. */
export const readPeople = (supabase: LogeSupabase) =>
  supabase.from('admin_people').select(COLUMNS, { count: 'exact' });

/** Somebody as an admin sees them. */
export type Person = QueryData<ReturnType<typeof readPeople>>[number];

export const STATE_LABELS = {
  active: 'Actif',
  unconfirmed: 'E-mail à confirmer',
  suspended: 'Suspendu',
  deletion_pending: 'Suppression demandée',
} as const satisfies Record<Person['state'], string>;

export const STATE_TONES = {
  active: 'settled',
  unconfirmed: 'spot',
  suspended: 'live',
  deletion_pending: 'neutral',
} as const satisfies Record<Person['state'], StateTone>;

interface PersonNameProps {
  person: Pick<Person, 'first_name' | 'last_name' | 'email' | 'avatar_url'> & { role?: Role | null };
}

export const nameOf = ({ first_name, last_name, email }: PersonNameProps['person']): string =>
  fullName({ firstName: first_name, lastName: last_name }, email ?? 'Sans nom');

/** Picture, name and address of somebody in a list. */
export function PersonName({ person }: PersonNameProps) {
  const name = nameOf(person);
  const picture = person.avatar_url ?? (name === 'Sans nom' && person.role ? AVATARS[person.role] : null);
  return (
    <span className="flex min-w-0 items-center gap-3 text-left md:min-w-44 md:max-lg:w-50">
      <Avatar name={name} src={picture} size="sm" />
      <span className="grid min-w-0">
        <span className="truncate font-medium">{name}</span>
        {person.email && <span className="truncate text-small font-normal text-muted">{person.email}</span>}
      </span>
    </span>
  );
}
