import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { fullName, searchText } from '#product/shared/names.ts';
import { caseNumber, threadNumber } from '#product/shared/reference-numbers.ts';
import { hasDuty } from '#product/shared/team-roles.ts';
import { findSubjects as contract, type SUBJECT_KINDS } from '../contract.ts';

/** Of all kinds together, and of one. */
const MOST = 20;
const MOST_OF_A_KIND = 6;
/** How many of the people whose name it is are asked what is theirs. */
const PEOPLE_ASKED = 3;

interface Found {
  kind: (typeof SUBJECT_KINDS)[number];
  id: string;
  title: string;
  about: string | null;
  at: string | null;
}

/**
 * Finds what the team looks for by a name, an address or a number. Each question is answered by an
 * index, however much there is.
 */
export const findSubjects = serve({
  contract,
  async run({ db, person: { teamRoles }, input: { words } }) {
    const folded = searchText(words);
    const people = await peopleOf(db, folded);
    const asked = people.slice(0, PEOPLE_ASKED).map(({ id }) => id);
    const ticket = rangeOf(folded);
    const helps = hasDuty(teamRoles, 'support');
    const moderates = hasDuty(teamRoles, 'moderation');
    const number = Number(/^(?:[dm]-?)?0*(\d{1,9})$/.exec(folded)?.[1] ?? 0);
    const found = [
      ...(moderates && !folded.startsWith('d') ? await casesOf(db, number, asked) : []),
      ...(helps && !folded.startsWith('m-') ? await threadsOf(db, number, asked) : []),
      ...people,
      ...(await sessionsOf(db, ticket, asked)),
      ...(await paymentsOf(db, ticket, words, asked)),
    ];
    return { found: found.slice(0, MOST) };
  },
});

/** The ids that begin with these figures, of a ticket or of a whole id; null for what is none. */
function rangeOf(text: string): { first: string; last: string } | null {
  const figures = text.replace(/^(?:billet|session|paiement)\s+/, '').replaceAll('-', '');
  if (!/^[0-9a-f]{6,32}$/.test(figures)) return null;
  const whole = (filler: string) =>
    figures.padEnd(32, filler).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return { first: whole('0'), last: whole('f') };
}

const escaped = (word: string) => word.replace(/[\\%_]/g, (letter) => `\\${letter}`);

async function peopleOf(db: pg.ClientBase, folded: string): Promise<Found[]> {
  const words = folded.split(/\s+/).filter(Boolean).map(escaped);
  const patterns = words.map((word) => `% ${word}%`);
  const { rows } = await db.query(
    `select p.id, p.first_name as "firstName", p.last_name as "lastName", nullif(f.email, '') as "email"
     from private.profile_searches f join public.profiles p on p.id = f.person_id
     join auth.users u on u.id = p.id and u.deleted_at is null
     where (' ' || f.names) like $1 and (' ' || f.names) like all ($2)
       or f.email collate "C" >= $3 and f.email collate "C" < $3 || chr(1114111)
     order by f.email = $3 desc, f.names, p.id limit $4`,
    // The longest word narrows the most, and the index is asked for one.
    [patterns.toSorted((one, other) => other.length - one.length)[0] ?? '', patterns, folded, MOST_OF_A_KIND],
  );
  return rows.map(({ id, firstName, lastName, email }) => ({
    kind: 'person',
    id,
    title: fullName({ firstName, lastName }, email ?? 'Sans nom'),
    about: email,
    at: null,
  }));
}

type Range = ReturnType<typeof rangeOf>;

async function sessionsOf(db: pg.ClientBase, ticket: Range, people: readonly string[]): Promise<Found[]> {
  const { rows } = await db.query(
    `select b.id, b.title, b.start_at as "startAt", s.display_name as "streamer" from (
       select id from public.bookings where id between $1 and $2
       union all (select x.id from unnest($3::uuid[]) u (id) cross join lateral (
         (select id from public.bookings where viewer_id = u.id order by start_at desc limit 3)
         union all (select id from public.bookings where streamer_id = u.id order by start_at desc limit 3)) x)
     ) found join public.bookings b using (id) left join public.streamers s on s.id = b.streamer_id
     order by b.start_at desc, b.id limit $4`,
    [ticket?.first ?? null, ticket?.last ?? null, people, MOST_OF_A_KIND],
  );
  return rows.map(({ id, title, startAt, streamer }) => ({
    kind: 'session',
    id,
    title,
    about: streamer,
    at: startAt.toISOString(),
  }));
}

async function paymentsOf(
  db: pg.ClientBase,
  ticket: Range,
  reference: string,
  people: readonly string[],
): Promise<Found[]> {
  const { rows } = await db.query(
    `select p.id, b.title, p.created_at as "createdAt", v.first_name as "firstName", v.last_name as "lastName" from (
       select id from public.payments where id between $1 and $2
       union select id from public.payments where booking_id between $1 and $2
       union select id from public.payments where payment_reference = $3
       union (select x.id from unnest($4::uuid[]) u (id) cross join lateral (
         select id from public.payments where viewer_id = u.id order by created_at desc limit 2) x)
     ) found join public.payments p using (id) join public.bookings b on b.id = p.booking_id
     left join public.profiles v on v.id = p.viewer_id
     order by p.created_at desc, p.id limit $5`,
    [ticket?.first ?? null, ticket?.last ?? null, reference, people, MOST_OF_A_KIND],
  );
  return rows.map(({ id, title, createdAt, firstName, lastName }) => ({
    kind: 'payment',
    id,
    title,
    about: fullName({ firstName, lastName }) || null,
    at: createdAt.toISOString(),
  }));
}

async function casesOf(db: pg.ClientBase, number: number, people: readonly string[]): Promise<Found[]> {
  const { rows } = await db.query(
    `select id, number, title, opened_at as "openedAt" from public.moderation_cases
     where number = $1 or person_id = any ($2::uuid[]) order by number = $1 desc, opened_at desc limit $3`,
    [number, people, MOST_OF_A_KIND],
  );
  return rows.map((row) => ({
    kind: 'case',
    id: row.id,
    title: row.title,
    about: caseNumber(row.number),
    at: row.openedAt.toISOString(),
  }));
}

async function threadsOf(db: pg.ClientBase, number: number, people: readonly string[]): Promise<Found[]> {
  const { rows } = await db.query(
    `select id, number, subject, opened_at as "openedAt" from public.support_threads
     where number = $1 or person_id = any ($2::uuid[]) order by number = $1 desc, opened_at desc limit $3`,
    [number, people, MOST_OF_A_KIND],
  );
  return rows.map((row) => ({
    kind: 'thread',
    id: row.id,
    title: row.subject,
    about: threadNumber(row.number),
    at: row.openedAt.toISOString(),
  }));
}
