import type pg from 'pg';
import type { Logger } from 'pino';
import type { Row } from '#server/postgres/typed-query.ts';
import type { ChangeType } from './subscription.ts';

/** One changed row, as its trigger kept it. */
export interface Change {
  xid: string;
  id: string;
  schema: string;
  table: string;
  type: ChangeType;
  record: Record<string, unknown> | null;
  oldRecord: Record<string, unknown> | null;
}

/** Reads realtime.changes for as long as a client follows a table. */
export interface Reader {
  /** Resolves once every later commit will be read. */
  start(): Promise<void>;
  /** Reads now: a change was committed, or may have been. */
  wake(): void;
  /** To call when the database restarted: changes that were not read may be lost. */
  forget(): void;
  stop(): void;
  idle(): Promise<void>;
}

interface Deps {
  pool: pg.Pool;
  logger: Logger;
  /** `schema.table` of the followed tables. */
  tables(): Promise<string[]>;
  deliver(changes: readonly Change[]): Promise<void>;
  /** Called when changes were missed: the channels that follow changes must join again. */
  onGap(): void;
}

/**
 * A reading of this many changes is not delivered one by one: clients join again, and read again
 * what they show.
 */
const MOST = 2_000;
/**
 * Rows stay for two minutes at least (`purge` in changes.ts): a process that could not read for
 * this long may have missed some.
 */
const BLIND_FOR_GOOD = 90_000;
const RETRY = 500;
/**
 * Reads this often without a notification too: behind a pooler that drops LISTEN, changes come late
 * instead of never.
 */
const POLL_INTERVAL = 15_000;

const READ = {
  name: 'realtime-read',
  text: 'select * from realtime.read_changes($1::pg_snapshot, $2::text[], $3)',
} as const;

export function createReader({ pool, logger, tables, deliver, onGap }: Deps): Reader {
  /** Postgres's snapshot of the last reading; null while no channel follows changes. */
  let position: string | null = null;
  let dirty = false;
  let reading: Promise<void> | null = null;
  /**
   * The last query for changes. The tables that it reads are fixed when it is sent, not when it is
   * answered.
   */
  let asking: Promise<pg.QueryResult<Row<typeof READ.text>>> | null = null;
  let blindSince: number | null = null;
  let retry: NodeJS.Timeout | undefined;
  let looking: NodeJS.Timeout | undefined;

  async function now(): Promise<string> {
    const { rows } = await pool.query('select pg_current_snapshot()::text as snapshot');
    return rows[0]?.snapshot ?? '';
  }

  async function readOnce(from: string): Promise<void> {
    asking = tables().then((followed) => pool.query({ ...READ, values: [from, followed, MOST] }));
    const { rows } = await asking;
    const [head, ...found] = rows;
    if (position === null) return;
    position = head?.snapshot ?? from;
    const blind = blindSince !== null && Date.now() - blindSince > BLIND_FOR_GOOD;
    blindSince = null;
    if (blind || found.length >= MOST) return onGap();
    if (found.length === 0) return;
    try {
      await deliver(
        found.map(({ xid, id, schema_name, table_name, type, record, old_record }) => ({
          xid,
          id,
          schema: schema_name,
          table: table_name,
          type,
          record,
          oldRecord: old_record,
        })),
      );
    } catch (error) {
      // These changes are not read again: the next reading begins after them.
      onGap();
      throw error;
    }
  }

  async function readAll(): Promise<void> {
    while (dirty && position !== null) {
      dirty = false;
      try {
        await readOnce(position);
      } catch (error) {
        logger.error({ err: error }, 'realtime could not read changes');
        blindSince ??= Date.now();
        clearTimeout(retry);
        retry = setTimeout(wake, RETRY);
        return;
      }
    }
  }

  function wake(): void {
    if (position === null) return;
    dirty = true;
    reading ??= readAll().finally(() => {
      reading = null;
      if (dirty) wake();
    });
  }

  return {
    async start() {
      // A reading that has begun does not include the new table, and the next reading begins after
      // it: commits in between would be lost.
      await asking?.catch(() => undefined); // readAll logs it
      if (position !== null) return;
      const from = await now();
      // Another join has set the position meanwhile; that earlier one serves both.
      if (position !== null) return;
      position = from;
      clearInterval(looking);
      looking = setInterval(wake, POLL_INTERVAL);
      looking.unref();
      // A notification that came while the snapshot was on its way had no effect.
      wake();
    },
    wake,
    forget() {
      if (position === null) return;
      position = null;
      onGap();
    },
    stop() {
      position = null;
      dirty = false;
      clearTimeout(retry);
      clearInterval(looking);
    },
    idle: async () => {
      await reading;
    },
  };
}
