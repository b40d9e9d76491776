import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject } from 'vitest';
import type { Database } from '../database.ts';

/**
 * A database of this test file's own, already migrated, on the engine of the running project.
 * @param schema `empty`, the platform's schema alone, or the product's as well
 * @returns a `Database` like the server's; `close` also drops it
 */
export async function createTestDatabase(
  schema: 'empty' | 'platform' | 'product',
  poolSize = 20,
): Promise<Database> {
  const { engine, ...server } = inject('testServer');
  const name = `test_${randomBytes(6).toString('hex')}`;
  const onServer = async (sql: string) => {
    const admin = new pg.Client({ ...server, database: 'postgres' });
    await admin.connect();
    await admin.query(sql);
    await admin.end();
  };
  await onServer(`create database ${name} template ${schema}_template`);
  const connection = { ...server, database: name };
  const pool = new pg.Pool({ ...connection, max: poolSize, pipeline: true });
  pool.on('error', () => undefined); // the drop below ends idle connections
  pool.on('connect', (client) => client.on('error', () => undefined)); // as in production, minus the log
  return {
    pool,
    engine,
    version: engine,
    connection,
    async close() {
      await pool.end();
      await onServer(`drop database if exists ${name} with (force)`);
    },
  };
}

/** The database that the tests of a file share, dropped after them. */
export async function openTestDatabase(...its: Parameters<typeof createTestDatabase>): Promise<Database> {
  const database = await createTestDatabase(...its);
  afterAll(() => database.close());
  return database;
}

/** The database as a connection string, such as for the `DATABASE_URL` of a server process under test. */
export function connectionUrl({ connection }: Database): string {
  const { host, port, user, password, database } = connection;
  return `postgres://${user}:${password}@${encodeURIComponent(String(host))}:${port}/${database}`;
}
