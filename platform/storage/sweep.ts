import type pg from 'pg';
import type { Logger } from 'pino';
import type { PlatformTask } from '#platform/tasks.ts';
import type { Bytes } from './bytes.ts';
import type { Renders } from './pictures.ts';

const DISCARDED = 'select version from storage.discarded_versions order by discarded_at limit 500';
const FORGET = 'delete from storage.discarded_versions where version = any($1::text[])';
const KNOWN = `select version from storage.objects where version = any($1::text[])
  union all select version from storage.upload_parts where version = any($1::text[])`;
/**
 * An upload that was not completed in time: its pieces are deleted when it expires, and its row a
 * day later.
 */
const EXPIRE_PARTS = `delete from storage.upload_parts p using storage.resumable_uploads u
  where u.id = p.upload_id and u.expires_at < now()`;
const FORGET_UPLOADS = "delete from storage.resumable_uploads where expires_at < now() - interval '1 day'";

/**
 * How long bytes may lie without a row before they count as left over: longer than any upload's
 * transaction.
 */
const UPLOAD_AT_MOST = 3_600_000;
/** Versions that are looked up at a time. */
const BATCH = 500;

export interface SweepDeps {
  pool: pg.Pool;
  bytes: Bytes;
  renders: Renders;
}

/**
 * Shared by those who remove bytes, and held alone by a backup (server/backup/back-up.ts): its rows
 * are those of one instant, and the bytes that they name must stay until it has read them. Any
 * number that nothing else locks.
 */
export const BYTES_LOCK = 750_654;

/**
 * Removes bytes unless a backup reads them; the next sweep does it then.
 * @returns what `work` returns, 0 during a backup
 */
async function unlessBackedUp(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<number>,
): Promise<number> {
  const client = await pool.connect();
  let isDone = false;
  try {
    const { rows } = await client.query('select pg_try_advisory_lock_shared($1) as locked', [BYTES_LOCK]);
    const removed = rows[0]?.locked === true ? await work(client) : 0;
    if (rows[0]?.locked === true) await client.query('select pg_advisory_unlock_shared($1)', [BYTES_LOCK]);
    isDone = true;
    return removed;
  } finally {
    // A connection that was left in the middle is closed, and the lock with it.
    client.release(!isDone);
  }
}

/** Removes the bytes whose row was deleted or has other bytes now. @returns how many */
export const removeDiscarded = (deps: SweepDeps): Promise<number> =>
  unlessBackedUp(deps.pool, (client) => removeEachDiscarded(client, deps));

async function removeEachDiscarded(
  client: pg.PoolClient,
  { bytes, renders }: Omit<SweepDeps, 'pool'>,
): Promise<number> {
  for (let removed = 0; ; ) {
    const { rows } = await client.query(DISCARDED);
    if (rows.length === 0) return removed;
    for (const { version } of rows) {
      await bytes.discard(version);
      await renders.forget(version);
    }
    // After the bytes: if the process dies in between, they are removed once more, which does no
    // harm.
    await client.query(FORGET, [rows.map(({ version }) => version)]);
    removed += rows.length;
  }
}

/** Ends the uploads in pieces that were not completed in time. */
export async function expireUploads({ pool }: Pick<SweepDeps, 'pool'>): Promise<void> {
  await pool.query(EXPIRE_PARTS);
  await pool.query(FORGET_UPLOADS);
}

/**
 * Removes what a process left when it died: unfinished files, and bytes whose row was never
 * committed.
 * @param before only files older than this instant (ms) are removed, so that no upload under way is
 *   touched
 * @returns how many versions had bytes but no row
 */
export const removeLeftOver = ({ pool, bytes }: SweepDeps, before: number): Promise<number> =>
  unlessBackedUp(pool, (client) => removeEachLeftOver(client, bytes, before));

async function removeEachLeftOver(client: pg.PoolClient, bytes: Bytes, before: number): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const settle = async () => {
    const { rows } = await client.query(KNOWN, [batch]);
    const known = new Set(rows.map(({ version }) => version));
    for (const version of batch.filter((one) => !known.has(one))) {
      await bytes.discard(version);
      removed += 1;
    }
    batch = [];
  };
  for await (const version of bytes.listBefore(before)) {
    batch.push(version);
    if (batch.length === BATCH) await settle();
  }
  if (batch.length > 0) await settle();
  return removed;
}

const MINUTE = 60_000;

/** Removes discarded bytes each minute, and left-over bytes each hour. */
export const sweepTasks = (deps: SweepDeps): PlatformTask[] => [
  { name: 'storage/remove-discarded', every: MINUTE, run: () => removeDiscarded(deps) },
  {
    name: 'storage/remove-left-over',
    every: 60 * MINUTE,
    async run() {
      await expireUploads(deps);
      await removeLeftOver(deps, Date.now() - UPLOAD_AT_MOST);
    },
  },
];

/**
 * Removes discarded bytes as soon as `kick` is called, one sweep at a time, until it is stopped.
 */
export function startSweeping(deps: SweepDeps, logger: Logger): { kick(): void; stop(): Promise<void> } {
  let isStopped = false;
  let isAsked = false;
  let running: Promise<void> | null = null;
  function kick() {
    isAsked = running !== null;
    if (running !== null || isStopped) return;
    running = removeDiscarded(deps)
      .then(
        () => undefined,
        (error: unknown) => logger.error({ err: error }, 'the sweep of the storage failed'),
      )
      .finally(() => {
        running = null;
        if (isAsked) kick();
      });
  }
  return {
    kick,
    async stop() {
      isStopped = true;
      isAsked = false;
      await running;
    },
  };
}
