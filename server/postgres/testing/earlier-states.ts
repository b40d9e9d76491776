import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { locateBinaries } from '../embedded/binaries.ts';
import { openCluster } from '../embedded/cluster.ts';
import { createTestDatabase } from './database.ts';

/** What databases were at earlier states of the tree: see database/earlier/README.md. */
export const EARLIER_STATES = join(import.meta.dirname, '../../../database/earlier');

/** The names of the states that are kept, the oldest first: `<day>-<commit>`. */
export const earlierStates = (): readonly string[] =>
  readdirSync(EARLIER_STATES)
    .filter((name) => name.endsWith('.sql.br'))
    .map((name) => name.slice(0, -'.sql.br'.length))
    .sort();

/** @returns the SQL that makes a database of that state, as pg_dump writes it */
export const stateSql = (name: string): string =>
  brotliDecompressSync(readFileSync(join(EARLIER_STATES, `${name}.sql.br`))).toString();

const COPY = /^(copy \S+ (?:\([^\n]*\) )?from stdin;)\n((?:(?!\\\.$)[^\n]*\n)*)\\\.$/gim;

/**
 * Makes what a dump says in an empty database, as psql would: statements, and the rows of `COPY … FROM stdin` between them.
 * @param client a superuser; the three roles of the platform exist
 */
export async function loadSql(client: pg.ClientBase, sql: string): Promise<void> {
  let from = 0;
  for (const match of sql.matchAll(COPY)) {
    const [whole, statement = '', rows = ''] = match;
    await client.query(sql.slice(from, match.index));
    await pipeline(Readable.from([rows]), client.query(copyFrom(statement)));
    from = match.index + whole.length;
  }
  await client.query(sql.slice(from));
}

/** A database of this test file's own, of an earlier state, that nothing has upgraded yet. */
export async function createEarlierDatabase(name: string) {
  const database = await createTestDatabase('empty');
  // It is left with the settings that the dump makes.
  const client = new pg.Client(database.connection);
  await client.connect();
  await loadSql(client, stateSql(name));
  // Postgres prints a view, which is what a dump has of it, in other words than it then prints that text: views come from their files.
  await client.query("delete from migrations.applied where kind <> 'migration'");
  await client.end();
  return database;
}

/** Of the whole cluster, so in no dump of a database. */
const ROLES = `create role anon nologin noinherit; create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls; grant anon, authenticated, service_role to postgres`;

/** A data folder as a server of an earlier state left it. @param spoil SQL that runs on it afterwards */
export async function createEarlierFolder(dataDir: string, name: string, spoil = ''): Promise<void> {
  const cluster = await openCluster(dataDir, locateBinaries(), { fsync: 'off' });
  const run = async (database: string, work: (client: pg.Client) => Promise<unknown>) => {
    const client = new pg.Client({ ...cluster.connection, database });
    await client.connect();
    await work(client);
    await client.end();
  };
  await run('postgres', (client) => client.query(ROLES));
  await run('postgres', (client) => client.query('create database loge'));
  await run('loge', (client) => loadSql(client, stateSql(name)));
  await run('loge', (client) => client.query(spoil));
  await cluster.stop();
}
