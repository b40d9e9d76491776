import type pg from 'pg';
import type { Logger } from 'pino';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { refreshFreeTimes } from './refresh-free-times.ts';

/** Streamers in one transaction: some 50 ms of work. */
const BATCH = 100;
/** How long a row is left alone after a failure. */
const RETRY_MINUTES = 10;

interface Refresh {
  pool: pg.Pool;
  now: Date;
  logger: Pick<Logger, 'error'>;
  signal?: AbortSignal;
}

/**
 * Streamers to compute together, and what is written when that succeeded, or failed for one of
 * them.
 */
interface Source {
  choose(db: pg.ClientBase, now: Date): Promise<readonly Due[]>;
  done(db: pg.ClientBase, due: readonly Due[]): Promise<void>;
  failed(db: pg.ClientBase, due: Due, now: Date): Promise<void>;
}

interface Due {
  streamerId: string;
  /** The ids of the marks on which this is based. */
  marks: readonly string[];
}

/**
 * Computes the free times of the streamers who were marked since the last run: it runs every two
 * seconds, so that a change hides nobody longer than that. Then those whose row has grown old.
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

/**
 * All together, or, when that fails, each alone: one streamer whose hours cannot be computed does
 * not prevent others from being found.
 */
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
 * Marks are read first, facts after: a change is committed together with its mark, so the facts
 * behind a mark can be read; a later change leaves another mark.
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

/** Words that no page contains any more, for example a deleted account's name. */
export const forgetSearchWords = ({ pool }: Run) =>
  pool.query(
    `delete from private.search_words w
       where not exists (select from private.streamer_searches s where s.words like '% ' || w.word || ' %')`,
  );
