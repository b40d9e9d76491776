import type { QueryData } from '@supabase/supabase-js';
import { fullName } from '#product/shared/names.ts';
import { AVATARS, type Role } from '#product/shared/roles.ts';
import type { Pageable } from '#web/features/admin/list.ts';
import type { LogeSupabase } from '#web/lib/supabase/client.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import type { StateTone } from '#web/ui/badge.tsx';

const ACCOUNT =
  'id,email,first_name,last_name,avatar_url,role,state,created_at,last_sign_in_at,suspended_until,suspension_reason,deletes_at';
const SUMS = 'id,bookings,money_cents';

/** The places and the money of everybody. */
export const readSums = (supabase: LogeSupabase) => supabase.from('admin_people').select(SUMS);
type Sums = QueryData<ReturnType<typeof readSums>>[number];

/**
 * Everybody who has an account, with their exact count. Their places and money come with
 * `withSums`.
 */
export const readPeople = (supabase: LogeSupabase) =>
  supabase.from('admin_people').select(ACCOUNT, { count: 'exact' });

/** Somebody as an admin sees them. */
export type Person = QueryData<ReturnType<typeof readPeople>>[number];
export type ListedPerson = Person & Sums;

/** How many ids an address has room for. */
const IDS = 100;

/**
 * The rows of a page with their places and money, which are added up for every row that Postgres
 * looks at: they are asked for those of the page alone.
 */
export const withSums = (supabase: LogeSupabase, people: Pageable<Person>): Pageable<ListedPerson> => ({
  range: (from, to) => ({
    async abortSignal(signal) {
      const page = await people.range(from, to).abortSignal(signal);
      if (page.data === null) return { ...page, data: null };
      const sums = new Map<string, Sums>();
      for (let at = 0; at < page.data.length; at += IDS) {
        const ids = page.data.slice(at, at + IDS).map(({ id }) => id);
        const { data, error } = await readSums(supabase).in('id', ids).abortSignal(signal);
        if (error) return { data: null, count: null, error };
        for (const sum of data) sums.set(sum.id, sum);
      }
      const whole = page.data.map((row) => ({ bookings: 0, money_cents: 0, ...sums.get(row.id), ...row }));
      return { ...page, data: whole };
    },
  }),
});

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

/** Their own picture; of somebody without a name the one of their role; else initials stand in. */
export const pictureOf = (person: PersonNameProps['person']): string | null =>
  person.avatar_url ?? (nameOf(person) === 'Sans nom' && person.role ? AVATARS[person.role] : null);

/** Picture, name and address of somebody in a list. */
export function PersonName({ person }: PersonNameProps) {
  const name = nameOf(person);
  return (
    <span className="flex min-w-0 items-center gap-3 text-left md:min-w-44 md:max-lg:w-50">
      <Avatar name={name} src={pictureOf(person)} size="sm" />
      <span className="grid min-w-0">
        <span className="wrap-anywhere font-medium">{name}</span>
        {person.email && (
          <span className="wrap-anywhere text-small font-normal text-muted">{person.email}</span>
        )}
      </span>
    </span>
  );
}
