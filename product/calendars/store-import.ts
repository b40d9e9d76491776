import type pg from 'pg';
import type { StoredUnread } from '#product/availability/rules/unread-events.ts';
import { postMail } from '#product/mail/outbox.ts';
import { formatInstant, instantOf } from '#product/shared/time/instant.ts';
import type { BusyTimes } from '#server/integrations/calendars/busy-times.ts';
import type { CalendarFault } from '#server/integrations/calendars/calendar-fault.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { calendarBroken } from './mails/calendar-broken.ts';

/**
 * Claims the calendar that has been due longest, and gives where its streamer is on which day.
 * `channel_provider` says whose channel's schedule it is; null for one that was added by its
 * address.
 */
export const CLAIM = `update public.calendars c set next_fetch_at = $1::timestamptz + make_interval(mins => $2)
  from public.streamers s
  where s.id = c.streamer_id and c.id = (
    select id from public.calendars where next_fetch_at <= $1 order by next_fetch_at, id limit 1 for update skip locked)
  returning c.id, c.streamer_id, c.label, c.url, c.state, c.failures, c.failing_since, c.warned_at, c.last_success_at, c.etag,
    c.last_modified, c.read_at, c.read_zone, c.channel_provider, s.zone,
    (select u.email from auth.users u where u.id = s.id) as email,
    (select coalesce(json_agg(json_build_object('zone', t.zone, 'first', t.first_date, 'last', t.last_date) order by t.first_date), '[]')
     from public.travels t where t.streamer_id = s.id) as travels`;

/** A calendar that is being imported. */
export type FetchedRow = Row<typeof CLAIM>;

const MINUTES_BETWEEN = 30;
const LONGEST_MINUTES = 6 * 60;
/** How long a calendar fails before its streamer gets a mail about it. */
const WARN_AFTER_MS = 86_400_000;

const after = (now: Date, minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** 15 min after the first failure, twice as long after each, up to 6 h. */
export const minutesAfterFailure = (failures: number): number =>
  Math.min(15 * 2 ** Math.min(failures - 1, 10), LONGEST_MINUTES);

const SUCCEEDED = `state = 'working', last_error = null, failures = 0, failing_since = null, warned_at = null,
  last_fetched_at = $2, last_success_at = $2, next_fetch_at = $3`;

export async function storeUnchanged(db: pg.ClientBase, { id }: FetchedRow, now: Date): Promise<void> {
  await db.query(`update public.calendars set ${SUCCEEDED} where id = $1`, [
    id,
    now,
    after(now, MINUTES_BETWEEN),
  ]);
}

/**
 * Replaces the busy times by those of the calendar; rows that are the same are not touched, since
 * others listen for changes.
 */
export async function storeBusy(
  db: pg.ClientBase,
  { id, streamer_id, zone }: FetchedRow,
  { times, etag, lastModified }: { times: BusyTimes; etag: string | null; lastModified: string | null },
  now: Date,
): Promise<void> {
  const starts = times.busy.map(({ start }) => new Date(start));
  const ends = times.busy.map(({ end }) => new Date(end));
  const said = 'unnest($2::timestamptz[], $3::timestamptz[]) as said (starts_at, ends_at)';
  await db.query(
    `delete from public.busy_times b where b.calendar_id = $1 and not exists (
       select from ${said} where said.starts_at = b.starts_at and said.ends_at = b.ends_at)`,
    [id, starts, ends],
  );
  await db.query(
    `insert into public.busy_times (calendar_id, streamer_id, starts_at, ends_at)
     select $1, $4, said.starts_at, said.ends_at from ${said} where not exists (
       select from public.busy_times b where b.calendar_id = $1 and b.starts_at = said.starts_at and b.ends_at = said.ends_at)`,
    [id, starts, ends, streamer_id],
  );
  await db.query(
    `update public.calendars set ${SUCCEEDED}, busy_count = $4, skipped_count = $5, etag = $6, last_modified = $7,
       read_at = $2, read_zone = $8, unread = $9 where id = $1`,
    [
      id,
      now,
      after(now, MINUTES_BETWEEN),
      times.busy.length,
      times.skipped,
      etag?.slice(0, 500) ?? null,
      lastModified?.slice(0, 100) ?? null,
      zone,
      JSON.stringify(storedUnread(times)),
    ],
  );
}

const storedUnread = ({ unread }: BusyTimes): StoredUnread[] =>
  unread.map(({ starts, ...rest }) => ({ ...rest, starts: starts.map(formatInstant) }));

/**
 * Keeps the last good busy times. The streamer sees the failure at once, and gets one mail when it
 * has lasted a day.
 */
export async function storeFailure(
  db: pg.ClientBase,
  row: FetchedRow,
  fault: CalendarFault,
  now: Date,
): Promise<void> {
  const failures = row.failures + 1;
  const since = row.failing_since ?? now;
  const warn = row.warned_at === null && now.getTime() - since.getTime() >= WARN_AFTER_MS;
  await db.query(
    `update public.calendars set state = 'broken', last_error = $2, failures = $3, failing_since = $4, last_fetched_at = $5,
       next_fetch_at = $6, warned_at = $7 where id = $1`,
    [
      row.id,
      fault.problem,
      failures,
      since,
      now,
      after(now, minutesAfterFailure(failures)),
      warn ? now : row.warned_at,
    ],
  );
  if (warn) await warnStreamer(db, row, fault, now);
}

async function warnStreamer(
  db: pg.ClientBase,
  { id, streamer_id: userId, label, last_success_at, zone }: FetchedRow,
  fault: CalendarFault,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into public.notifications (person_id, kind, data, created_at) values ($1, 'calendar_broken', $2, $3)`,
    [userId, JSON.stringify({ calendarId: id, label, problem: fault.problem }), now],
  );
  const { rows } = await db.query(
    'select u.email, p.first_name from auth.users u join public.profiles p on p.id = u.id where u.id = $1',
    [userId],
  );
  const [person] = rows;
  if (!person?.email) return;
  await postMail(
    db,
    calendarBroken,
    { to: person.email, userId, firstName: person.first_name },
    {
      label,
      problem: fault.text,
      lastGoodAt: last_success_at === null ? null : instantOf(last_success_at.getTime()),
      zone,
    },
  );
}
