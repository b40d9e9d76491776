import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Logger } from 'pino';
import { locateBinaries } from './embedded/binaries.ts';
import { openCluster, runningCluster } from './embedded/cluster.ts';
import { DataDirInUse, lockDataDir } from './embedded/data-dir-lock.ts';

/** The one Postgres behind everything: the embedded one, or the server at `DATABASE_URL`. */
export interface Database {
  pool: pg.Pool;
  engine: 'embedded' | 'server';
  version: string;
  /** To open a separate connection to the same database, such as one for LISTEN. */
  connection: pg.ClientConfig;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  databaseUrl: string | null;
  dataDir: string;
  poolSize: number;
  /**
   * All connections that this process opens, so that the embedded engine allows as many; by default
   * those of the pool.
   */
  connections?: number;
}

/**
 * Connections that the embedded engine allows beyond those of this process, for tools that look
 * into the database.
 */
const EMBEDDED_SPARE = 20;

/**
 * Seconds after which a request that was refused because the database is away may be sent again.
 */
export const AWAY_RETRY_AFTER = 5;

/** Errors of a socket to the database: Postgres does not listen there, or is gone. */
const BROKEN_CONNECTION = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/**
 * Whether Postgres could not be reached, as opposed to an error of the statement: it is stopped,
 * restarts, or has no connection left. When the connection broke at the end of a statement, the
 * statement may have been carried out all the same.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  // Classes of SQLSTATE: connection exceptions, too many connections, the operator's shutdown, and
  // crash or recovery.
  if (error instanceof pg.DatabaseError) return /^(?:08...|53300|57P0[1-3])$/.test(code);
  // A Postgres on this machine may be reached by a socket file, which does not exist yet while
  // Postgres starts.
  if (BROKEN_CONNECTION.has(code) || (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect'))
    return true;
  return /^(?:Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout expired|timeout exceeded when trying to connect|Cannot use a pool after calling end)/i.test(
    error.message,
  );
}

/**
 * Tries again for as long as the database is away.
 * @throws what `work` throws otherwise, or once `signal` is aborted
 */
export async function onceDatabaseIsThere<T>(
  work: () => Promise<T>,
  logger: Logger,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isDatabaseAway(error) || signal?.aborted) throw error;
      logger.warn({ err: error }, 'the database is away: trying again');
      await sleep(500);
    }
  }
}

/**
 * Checks whether the database answers, on a connection that nothing else uses, so that it never
 * waits behind other requests.
 */
export interface DatabaseWatch {
  isThere(): Promise<boolean>;
  close(): Promise<void>;
}

/** A healthy database answers an empty query within this time. Milliseconds. */
const ANSWER_WITHIN = 3_000;

export function watchDatabase(connection: pg.ClientConfig, logger: Logger): DatabaseWatch {
  const pool = createPool(
    { ...connection, query_timeout: ANSWER_WITHIN },
    { size: 1, name: 'loge-health', connectWithin: ANSWER_WITHIN, keepIdle: true },
    logger,
  );
  let asking: Promise<boolean> | null = null;
  return {
    isThere() {
      // Callers at the same time share one query.
      asking ??= pool
        .query('select 1')
        .then(
          () => true,
          (error: unknown) => {
            logger.warn({ err: error }, 'the database does not answer');
            return false;
          },
        )
        .finally(() => {
          asking = null;
        });
      return asking;
    },
    close: () => pool.end(),
  };
}

/** The oldest version whose SQL we use. */
const OLDEST = 150_000;

/**
 * A pool that opens its connections when they are first needed. A connection that breaks does not
 * end the process.
 */
export function createPool(
  connection: pg.ClientConfig,
  {
    size,
    name = 'loge',
    connectWithin = 10_000,
    keepIdle = false,
  }: { size: number; name?: string; connectWithin?: number; keepIdle?: boolean },
  logger: Logger,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    application_name: name,
    connectionTimeoutMillis: connectWithin,
    ...(keepIdle && { idleTimeoutMillis: 0 }),
    // Queries sent without waiting for each other share a round trip; queries awaited one by one
    // work as without a pipeline.
    pipeline: true,
  });
  // An idle connection that breaks leaves the pool by itself; without a listener it would end the
  // process.
  pool.on('error', (error) =>
    logger.warn({ away: 'database', reason: error.message }, 'idle database connection lost'),
  );
  // Likewise for a connection in use, between two of its queries: the next query fails and tells
  // its user.
  pool.on('connect', (client) => {
    client.on('error', (error) =>
      logger.warn({ away: 'database', reason: error.message }, 'database connection lost'),
    );
  });
  return pool;
}

async function openPool(connection: pg.ClientConfig, size: number, logger: Logger): Promise<pg.Pool> {
  const pool = createPool(connection, { size }, logger);
  const { rows } = await pool.query(
    "select current_setting('server_version_num')::int as number, current_setting('server_version') as name",
  );
  if ((rows[0]?.number ?? 0) < OLDEST) {
    await pool.end();
    throw new Error(`Loge needs Postgres 15 or newer; this server is ${rows[0]?.name}.`);
  }
  return pool;
}

/** How many connections this Postgres allows our role, all processes together. */
export async function connectionsGiven(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query(
    `select least(
       current_setting('max_connections')::int - case when rolsuper then 0 else
         current_setting('superuser_reserved_connections')::int
           + coalesce(current_setting('reserved_connections', true)::int, 0) end,
       nullif(rolconnlimit, -1),
       (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as given
     from pg_roles where rolname = current_user`,
  );
  return rows[0]?.given ?? 0;
}

async function openEmbedded(
  { dataDir, poolSize, connections = poolSize }: DatabaseOptions,
  logger: Logger,
): Promise<Database> {
  const lock = lockDataDir(dataDir);
  try {
    const cluster = await openCluster(join(dataDir), locateBinaries(), {
      max_connections: String(Math.max(100, connections + EMBEDDED_SPARE)),
    });
    let closing = false;
    void cluster.ended.then(() => {
      // Without its database the server can answer nothing: it ends, so that it is started again.
      if (!closing) {
        logger.fatal('the embedded database ended by itself');
        process.exit(1);
      }
    });
    const connection = { ...cluster.connection, database: 'loge' };
    const admin = new pg.Client({ ...cluster.connection, database: 'postgres' });
    await admin.connect();
    const { rowCount } = await admin.query("select from pg_database where datname = 'loge'");
    if (rowCount === 0) await admin.query('create database loge');
    await admin.end();
    const pool = await openPool(connection, poolSize, logger);
    return {
      pool,
      engine: 'embedded',
      version: cluster.version,
      connection,
      async close() {
        closing = true;
        await pool.end();
        await cluster.stop();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/**
 * @throws DataDirInUse when another process has the embedded database's folder
 * @throws Error when the server cannot be reached or is too old
 */
export async function openDatabase(options: DatabaseOptions, logger: Logger): Promise<Database> {
  if (options.databaseUrl === null) return openEmbedded(options, logger);
  const connection = { connectionString: options.databaseUrl };
  const pool = await openPool(connection, options.poolSize, logger);
  const { rows } = await pool.query('show server_version');
  return {
    pool,
    engine: 'server',
    version: rows[0]?.server_version ?? '',
    connection,
    close: () => pool.end(),
  };
}

/**
 * Opens the database beside anybody who uses it already: a server that runs on the embedded engine
 * is left alone, and its Postgres is asked too.
 * @throws Error when there is no database yet, or it cannot be reached
 */
export async function reachDatabase(options: DatabaseOptions, logger: Logger): Promise<Database> {
  const { databaseUrl, dataDir, poolSize } = options;
  if (databaseUrl !== null) return openDatabase(options, logger);
  if (!existsSync(join(dataDir, 'lock'))) throw new Error(`There is no database in ${dataDir}.`);
  try {
    return await openEmbedded(options, logger);
  } catch (error) {
    if (!(error instanceof DataDirInUse)) throw error;
  }
  const connection = { ...runningCluster(dataDir), database: 'loge' };
  const pool = await openPool(connection, poolSize, logger);
  const { rows } = await pool.query('show server_version');
  return {
    pool,
    engine: 'embedded',
    version: rows[0]?.server_version ?? '',
    connection,
    close: () => pool.end(),
  };
}
