import type pg from 'pg';
import type { Task } from '#server/jobs/task.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { refreshFreeTimes } from './refresh-free-times.ts';

/** Streamers in one transaction: some 50 ms of work. */
const BATCH = 100;
const DAY = 86_400_000;

/**
 * Computes anew, every two seconds, when the streamers are free who were marked since: nobody is hidden longer than that by something that
 * changed. Then those whose row has grown old.
 */
export const refreshFreeTimesTask: Task = {
  name: 'discovery/refresh-free-times',
  every: 2_000,
  run: ({ pool, now, signal }) => refreshAll(pool, now, signal),
};

/** @returns how many streamers were computed */
export async function refreshAll(pool: pg.Pool, now: Date, signal?: AbortSignal): Promise<number> {
  let done = 0;
  for (const next of [refreshMarked, refreshOld]) {
    for (let more = true; more && !signal?.aborted; ) {
      const count = await next(pool, now);
      done += count;
      more = count > 0;
    }
  }
  return done;
}

/**
 * Marks first, facts after: a change is committed together with its mark, so what the marks tell of can be read; a later one leaves a mark
 * that is not among these.
 */
async function refreshMarked(pool: pg.Pool, now: Date): Promise<number> {
  return inTransaction(pool, async (db) => {
    // The oldest marks choose the streamers; all marks of those go at once.
    const { rows } = await db.query<{ streamer_id: string; ids: string[] }>(
      `select streamer_id, array_agg(id) as ids from private.free_time_marks
       where streamer_id in (select streamer_id from (select streamer_id from private.free_time_marks order by id limit $1) oldest)
       group by streamer_id`,
      [BATCH],
    );
    if (rows.length === 0) return 0;
    await refreshFreeTimes(
      db,
      rows.map(({ streamer_id }) => streamer_id),
      now,
    );
    await db.query('delete from private.free_time_marks where id = any ($1::bigint[])', [
      rows.flatMap(({ ids }) => ids),
    ]);
    return rows.length;
  });
}

async function refreshOld(pool: pg.Pool, now: Date): Promise<number> {
  return inTransaction(pool, async (db) => {
    const { rows } = await db.query<{ streamer_id: string }>(
      `select distinct streamer_id
       from (select streamer_id from private.free_times where fresh_until <= $1 order by fresh_until limit $2) old`,
      [now, BATCH],
    );
    if (rows.length === 0) return 0;
    await refreshFreeTimes(
      db,
      rows.map(({ streamer_id }) => streamer_id),
      now,
    );
    return rows.length;
  });
}

/** Words that stand on no page any more, a deleted account's name for one. */
export const forgetWordsTask: Task = {
  name: 'discovery/forget-words',
  every: DAY,
  run: ({ pool }) =>
    pool.query(
      `delete from private.search_words w
       where not exists (select from private.streamer_searches s where s.words like '% ' || w.word || ' %')`,
    ),
};
