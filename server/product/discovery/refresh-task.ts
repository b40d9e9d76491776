import type pg from 'pg';
import type { Logger } from 'pino';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { refreshFreeTimes } from './refresh-free-times.ts';

/** Streamers in one transaction: some 50 ms of work. */
const BATCH = 100;
/** After a failure a row is left alone for this long. */
const RETRY_MINUTES = 10;

interface Refresh {
  pool: pg.Pool;
  now: Date;
  logger: Pick<Logger, 'error'>;
  signal?: AbortSignal;
}

/** Streamers to compute together, and what is written when it was done, or when it failed for one of them. */
interface Source {
  choose(db: pg.ClientBase, now: Date): Promise<readonly Due[]>;
  done(db: pg.ClientBase, due: readonly Due[]): Promise<void>;
  failed(db: pg.ClientBase, due: Due, now: Date): Promise<void>;
}

interface Due {
  streamerId: string;
  /** Of the marks that say so. */
  marks: readonly string[];
}

/**
 * Computes when the streamers are free who were marked since the last run: run every two seconds, nobody is hidden longer than that by
 * something that changed. Then those whose row has grown old.
 * @returns how many streamers were computed
 */
export async function refreshAll(run: Refresh): Promise<number> {
  let done = 0;
  for (const source of [MARKED, OLD]) {
    for (let more = true; more && !run.signal?.aborted; ) {
      const count = await refreshBatch(run, source);
      done += count;
      more = count > 0;
    }
  }
  return done;
}

/** All together, or, when that fails, each alone: one streamer whose hours cannot be computed keeps nobody else from being found. */
async function refreshBatch({ pool, now, logger }: Refresh, source: Source): Promise<number> {
  let due: readonly Due[] = [];
  const refresh = async (db: pg.ClientBase, some: readonly Due[]) => {
    await refreshFreeTimes(
      db,
      some.map(({ streamerId }) => streamerId),
      now,
    );
    await source.done(db, some);
    return some.length;
  };
  try {
    return await inTransaction(pool, async (db) => {
      due = await source.choose(db, now);
      return due.length === 0 ? 0 : refresh(db, due);
    });
  } catch (error) {
    if (due.length === 0) throw error;
  }
  let done = 0;
  for (const one of due) {
    try {
      done += await inTransaction(pool, (db) => refresh(db, [one]));
    } catch (error) {
      logger.error({ err: error, streamerId: one.streamerId }, 'free times could not be computed');
      await inTransaction(pool, (db) => source.failed(db, one, now));
    }
  }
  return done;
}

/**
 * Marks first, facts after: a change is committed together with its mark, so what the marks tell of can be read; a later one leaves a mark
 * that is not among these.
 */
const MARKED: Source = {
  async choose(db) {
    // The oldest marks choose the streamers; all marks of those go at once.
    const { rows } = await db.query(
      `select streamer_id as "streamerId", array_agg(id) as marks from private.free_time_marks
       where streamer_id in (select streamer_id from (select streamer_id from private.free_time_marks order by id limit $1) oldest)
       group by streamer_id`,
      [BATCH],
    );
    return rows;
  },
  async done(db, due) {
    await db.query('delete from private.free_time_marks where id = any ($1::bigint[])', [
      due.flatMap(({ marks }) => marks),
    ]);
  },
  /** To the end of the queue. */
  async failed(db, { streamerId, marks }) {
    await db.query('delete from private.free_time_marks where id = any ($1::bigint[])', [marks]);
    await db.query('insert into private.free_time_marks (streamer_id) values ($1)', [streamerId]);
  },
};

const OLD: Source = {
  async choose(db, now) {
    const { rows } = await db.query(
      `select distinct streamer_id as "streamerId"
       from (select streamer_id from private.free_times where fresh_until <= $1 order by fresh_until limit $2) old`,
      [now, BATCH],
    );
    return rows.map(({ streamerId }) => ({ streamerId, marks: [] }));
  },
  done: async () => undefined,
  async failed(db, { streamerId }, now) {
    await db.query(
      'update private.free_times set fresh_until = $2 where streamer_id = $1 and fresh_until <= $3',
      [streamerId, new Date(now.getTime() + RETRY_MINUTES * 60_000), now],
    );
  },
};

/** Words that stand on no page any more, a deleted account's name for one. */
export const forgetSearchWords = ({ pool }: Run) =>
  pool.query(
    `delete from private.search_words w
       where not exists (select from private.streamer_searches s where s.words like '% ' || w.word || ' %')`,
  );
