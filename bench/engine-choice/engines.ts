import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { locateBinaries } from '#server/postgres/embedded/binaries.ts';
import { openCluster } from '#server/postgres/embedded/cluster.ts';

/** One statement after another on a session of its own, as a server's request would have it. */
export interface Session {
  query(sql: string, values?: unknown[]): Promise<unknown[]>;
}

export interface Engine {
  version: string;
  /** Runs `work` in one transaction; `parallel` of them may be asked for at once. */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export type EngineName = 'native' | 'pglite';

/** What we use of PGlite, which is no dependency of ours: it is loaded from where the README says to put it. */
interface PGlite {
  query(sql: string, values?: unknown[]): Promise<{ rows: unknown[] }>;
  transaction<T>(work: (tx: PGlite) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

async function openNative(dataDir: string, connections: number): Promise<Engine> {
  const cluster = await openCluster(dataDir, locateBinaries());
  const pool = new pg.Pool({ ...cluster.connection, database: 'postgres', max: connections });
  pool.on('error', () => undefined); // the measurement kills Postgres under its feet
  return {
    version: cluster.version,
    async transaction(work) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        const result = await work({
          query: async (sql, values) => (await client.query(sql, values)).rows,
        });
        await client.query('commit');
        return result;
      } finally {
        client.release();
      }
    },
    async close() {
      await pool.end();
      await cluster.stop();
    },
  };
}

async function openPGlite(dataDir: string): Promise<Engine> {
  const folder = process.env.PGLITE ?? '/tmp/pglite/node_modules/@electric-sql/pglite';
  const entry = pathToFileURL(join(folder, 'dist/index.js')).href;
  const { PGlite } = (await import(entry)) as { PGlite: { create(path: string): Promise<PGlite> } };
  const db = await PGlite.create(join(dataDir, 'pglite'));
  const [row] = (await db.query('show server_version')).rows as { server_version: string }[];
  return {
    version: row?.server_version ?? '',
    transaction: (work) =>
      db.transaction((tx) => work({ query: async (sql, values) => (await tx.query(sql, values)).rows })),
    close: () => db.close(),
  };
}

export function openEngine(name: EngineName, dataDir: string, connections = 20): Promise<Engine> {
  return name === 'native' ? openNative(dataDir, connections) : openPGlite(dataDir);
}
