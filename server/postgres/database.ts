import { join } from 'node:path';
import pg from 'pg';
import type { Logger } from 'pino';
import { locateBinaries } from './embedded/binaries.ts';
import { openCluster } from './embedded/cluster.ts';
import { lockDataDir } from './embedded/data-dir-lock.ts';

/** The one Postgres behind everything: the embedded one, or the server at `DATABASE_URL`. */
export interface Database {
  pool: pg.Pool;
  engine: 'embedded' | 'server';
  version: string;
  /** For a connection of one's own, such as LISTEN: the same place as the pool's. */
  connection: pg.ClientConfig;
  close(): Promise<void>;
}

export interface DatabaseOptions {
  databaseUrl: string | null;
  dataDir: string;
  poolSize: number;
}

/** The oldest version whose SQL we use. */
const OLDEST = 150_000;

/** Connections to open when they are first needed, whose breaking ends no process. */
export function createPool(
  connection: pg.ClientConfig,
  { size, name = 'loge' }: { size: number; name?: string },
  logger: Logger,
): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: size,
    application_name: name,
    connectionTimeoutMillis: 10_000,
    // Queries sent without waiting for each other share a round trip; those awaited one by one are as without it.
    pipeline: true,
  });
  // An idle connection that breaks leaves the pool by itself; without a listener it would end the process.
  pool.on('error', (error) => logger.warn({ reason: error.message }, 'idle database connection lost'));
  // Likewise for one in use, between two of its queries: anybody who uses it is told by the next query's failure.
  pool.on('connect', (client) => {
    client.on('error', (error) => logger.warn({ reason: error.message }, 'database connection lost'));
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
    throw new Error(`Loge a besoin de Postgres 15 ou plus récent ; ce serveur est en ${rows[0]?.name}.`);
  }
  return pool;
}

async function openEmbedded({ dataDir, poolSize }: DatabaseOptions, logger: Logger): Promise<Database> {
  const lock = lockDataDir(dataDir);
  try {
    const cluster = await openCluster(join(dataDir), locateBinaries());
    let closing = false;
    void cluster.ended.then(() => {
      // Nothing can be answered without the database: better to end, and be started again, than to pretend.
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
