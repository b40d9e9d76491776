import type pg from 'pg';
import type { PlatformTask } from '#platform/tasks.ts';

/** How often the schema is looked at where no event trigger tells of its changes. Milliseconds. */
const EVERY = 3_000;

/**
 * Lets REST and realtime know of schema changes that nobody notifies of, in a database where the
 * server's role may not create event triggers.
 * @param schemas those that are served
 * @returns null where an event trigger tells of them
 */
export async function watchSchema(pool: pg.Pool, schemas: readonly string[]): Promise<PlatformTask | null> {
  const look = async () => {
    const { rows } = await pool.query('select realtime.schema_look($1) as look', [schemas]);
    return rows[0]?.look ?? null;
  };
  let seen = await look();
  if (seen === null) return null;
  return {
    name: 'schema/watch',
    every: EVERY,
    where: 'each process',
    async run() {
      const now = await look();
      if (now !== seen) await pool.query("select pg_notify('schema_changed', '')");
      seen = now;
    },
  };
}
