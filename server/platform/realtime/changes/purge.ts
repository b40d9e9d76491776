import type pg from 'pg';
import type { Logger } from 'pino';

const EVERY = 120_000;

/**
 * Deletes changes and long messages that every process had two minutes to read: those already visible at the purge before.
 * @returns a function that ends it
 */
export function startPurge(pool: pg.Pool, logger: Logger): () => void {
  let before: string | null = null;
  const timer = setInterval(() => {
    purge(pool, before).then(
      (snapshot) => {
        before = snapshot;
      },
      (error: unknown) => logger.error({ err: error }, 'realtime could not purge'),
    );
  }, EVERY);
  timer.unref();
  return () => clearInterval(timer);
}

/**
 * @param before the snapshot that the purge before this one returned
 * @returns this purge's snapshot
 */
export async function purge(pool: pg.Pool, before: string | null): Promise<string> {
  if (before !== null) {
    await pool.query('delete from realtime.changes where xid < pg_snapshot_xmin($1::pg_snapshot)', [before]);
    await pool.query(
      "delete from realtime.bus_messages where sent_at < clock_timestamp() - interval '2 minutes'",
    );
  }
  const { rows } = await pool.query('select pg_current_snapshot()::text as snapshot');
  return rows[0]?.snapshot ?? '';
}
