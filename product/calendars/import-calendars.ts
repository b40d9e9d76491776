import type pg from 'pg';
import { entryHost } from '#product/booking/mails/calendar.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { daysAfter, type Instant, instantOf } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';
import { parseLocalDate } from '#product/shared/time/local-date.ts';
import type { BusyTimes } from '#server/integrations/calendars/busy-times.ts';
import { CalendarFault } from '#server/integrations/calendars/calendar-fault.ts';
import { fetchCalendar } from '#server/integrations/calendars/fetch-calendar.ts';
import { internet, type Network } from '#server/integrations/calendars/network.ts';
import { readCalendar } from '#server/integrations/calendars/read-calendar.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { CLAIM, type FetchedRow, storeBusy, storeFailure, storeUnchanged } from './store-import.ts';

/** How many are fetched at the same time: most of it is waiting. */
const AT_ONCE = 4;
/** The most that one run takes on, so that the server can stop soon. */
const A_RUN = 40;
/** When a calendar being fetched becomes due again should this process die. */
const CLAIM_MINUTES = 5;
/** How far ahead busy times are read: the longest horizon that a streamer may have, and a month. */
const DAYS_AHEAD = 400;
/**
 * After this long 'not modified' is no longer accepted, because the window of time has moved on.
 */
const READ_ANEW_DAYS = 7;

interface ImportDeps extends Pick<ProductDeps, 'siteUrl'> {
  network?: Network;
}

/** The outcome of one calendar's import, outside any transaction. */
type Outcome =
  | { kind: 'unchanged' }
  | { kind: 'read'; times: BusyTimes; etag: string | null; lastModified: string | null }
  | { kind: 'failed'; fault: CalendarFault };

/** The imported part of a calendar: from yesterday on, as far ahead as anybody can book. */
export const importWindow = (now: Date): Interval => {
  const today: Instant = instantOf(now.getTime());
  return { start: daysAfter(today, -1), end: daysAfter(today, DAYS_AHEAD) };
};

/**
 * Claims the calendar that has been due longest, so that others leave it alone meanwhile.
 * @returns null when none is due
 */
async function claim(pool: pg.Pool, now: Date): Promise<FetchedRow | null> {
  const { rows } = await pool.query(CLAIM, [now, CLAIM_MINUTES]);
  return rows[0] ?? null;
}

const NOTHING_ANNOUNCED: Outcome = {
  kind: 'read',
  times: { busy: [], events: 0, skipped: 0, unread: [] },
  etag: null,
  lastModified: null,
};

async function fetchOne(
  row: FetchedRow,
  { network = internet, siteUrl }: ImportDeps,
  now: Date,
): Promise<Outcome> {
  const fresh = row.read_at !== null && row.read_at.getTime() > now.getTime() - READ_ANEW_DAYS * 86_400_000;
  const validators =
    fresh && row.read_zone === row.zone ? { etag: row.etag, lastModified: row.last_modified } : null;
  try {
    const fetched = await fetchCalendar(row.url, { validators, network });
    // 'Not modified' without an earlier version must not be taken for a calendar without events.
    if (!fetched.changed && validators === null) throw new CalendarFault('server_error', '304 unasked');
    if (!fetched.changed) return { kind: 'unchanged' };
    const times = await readCalendar(fetched.body, {
      window: importWindow(now),
      zone: row.zone,
      travels: row.travels.map(({ zone, first, last }) => ({
        ...{ zone, first: parseLocalDate(first), last: parseLocalDate(last) },
      })),
      addresses: row.email === null ? [] : [row.email],
      ownHost: entryHost(siteUrl()),
    });
    return { kind: 'read', times, etag: fetched.etag, lastModified: fetched.lastModified };
  } catch (error) {
    if (error instanceof CalendarFault) {
      // Twitch knows no schedule of a channel that announces nothing. Nothing announced is nothing
      // busy, and no fault to write a mail about.
      if (row.channel_provider !== null && error.problem === 'not_found') return NOTHING_ANNOUNCED;
      return { kind: 'failed', fault: error };
    }
    throw error;
  }
}

/**
 * Fetches the calendars that are due. Each is claimed, fetched with no transaction open, and stored
 * in a transaction of its own, so that a dead, slow or broken calendar delays neither the others
 * nor the database.
 */
export const importCalendars =
  (deps: ImportDeps) =>
  async ({ pool, now, signal, logger }: Run): Promise<void> => {
    let left = A_RUN;
    const failures: unknown[] = [];
    const work = async () => {
      while (left > 0 && !signal.aborted) {
        left -= 1;
        const row = await claim(pool, now);
        if (row === null) return;
        try {
          const outcome = await fetchOne(row, deps, now);
          await inTransaction(pool, (db) => store(db, row, outcome, now));
          if (outcome.kind === 'failed') {
            const { problem, message } = outcome.fault;
            logger.info({ calendar: row.id, problem, message }, 'a calendar could not be imported');
          }
        } catch (error) {
          failures.push(error); // our fault, not the calendar's; it is tried again when its claim ends
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} calendars not imported`);
  };

async function store(db: pg.ClientBase, row: FetchedRow, outcome: Outcome, now: Date): Promise<void> {
  // It may have been removed meanwhile.
  const { rowCount } = await db.query('select from public.calendars where id = $1 for update', [row.id]);
  if (rowCount === 0) return;
  if (outcome.kind === 'read') await storeBusy(db, row, outcome, now);
  else if (outcome.kind === 'unchanged') await storeUnchanged(db, row, now);
  else await storeFailure(db, row, outcome.fault, now);
}
