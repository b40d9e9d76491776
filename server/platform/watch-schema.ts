import type pg from 'pg';
import type { Logger } from 'pino';

/** How often the schema is looked at where no event trigger tells of its changes. Milliseconds. */
const EVERY = 3_000;

/**
 * Lets REST and realtime know of schema changes that nobody notifies of, in a database where the server's role may not create event triggers.
 * @param schemas those that are served
 * @returns a function that stops it
 */
export async function watchSchema(
  pool: pg.Pool,
  schemas: readonly string[],
  logger: Logger,
): Promise<() => Promise<void>> {
  const look = async () => {
    const { rows } = await pool.query('select realtime.schema_look($1) as look', [schemas]);
    return rows[0]?.look ?? null;
  };
  let seen = await look();
  if (seen === null) return () => Promise.resolve();
  let looking: Promise<void> | null = null;
  const lookAgain = async () => {
    const now = await look();
    if (now !== seen) await pool.query("select pg_notify('schema_changed', '')");
    seen = now;
  };
  const timer = setInterval(() => {
    looking ??= lookAgain()
      .catch((error: unknown) => logger.error({ err: error }, 'the schema could not be looked at'))
      .finally(() => {
        looking = null;
      });
  }, EVERY);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await looking;
  };
}
