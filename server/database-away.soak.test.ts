import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { publicPages } from '#product/discovery/public-pages.ts';
import type { Database } from '#server/postgres/database.ts';
import {
  type BreakableConnection,
  openBreakableConnection,
} from '#server/postgres/testing/breakable-connection.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { parseSettings } from '#server/settings.ts';
import { type Loge, startLoge } from '#server/start.ts';

const key = 'sb_publishable_of_the_database_away_test';
const bare = { auth: { persistSession: false, autoRefreshToken: false } };

let database: Database;
let proxy: BreakableConnection;
let dataDir: string;
let loge: Loge | null = null;
/** What the log had, of warnings and worse. */
let warnings: Record<string, unknown>[] = [];
/** A connection past the proxy, to hold locks with. */
let holder: pg.Client;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

async function start(more: Record<string, string> = {}): Promise<Loge> {
  const settings = parseSettings({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: proxy.url,
    SUPABASE_PUBLISHABLE_KEY: key,
    DEMO_DATA: 'false',
    ...more,
  });
  warnings = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line)) });
  loge = await startLoge(settings, logger);
  return loge;
}

beforeEach(async () => {
  database = await createTestDatabase('product');
  proxy = await openBreakableConnection(database.connection);
  dataDir = mkdtempSync(join(tmpdir(), 'loge-away-'));
  holder = new pg.Client(database.connection);
  await holder.connect();
});
afterEach(async () => {
  await holder.end();
  await loge?.stop();
  loge = null;
  await proxy.close();
  await database.close();
  rmSync(dataDir, { recursive: true });
});

const health = async (origin: string) => (await fetch(`${origin}/health`)).status;

test('health is answered while every connection of every pool is taken', async () => {
  const { origin } = await start({ DATABASE_POOL: '5', REST_POOL: '2', REST_ANON_TIMEOUT: '60' });
  // Both pools read these: a reader waits for the lock, and holds a connection meanwhile.
  await holder.query(
    'begin; lock table auth.users, public.streamers, private.tasks in access exclusive mode',
  );
  const asked = [
    ...Array.from({ length: 12 }, () =>
      fetch(`${origin}/auth/v1/token?grant_type=password`, {
        method: 'POST',
        headers: { apikey: key, 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'personne@exemple.fr', password: 'un mot de passe' }),
      }),
    ),
    ...Array.from({ length: 4 }, () =>
      fetch(`${origin}/rest/v1/streamers?select=id`, { headers: { apikey: key } }),
    ),
  ];
  const taken = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity
       where application_name in ('loge', 'loge-rest') and state <> 'idle' and datname = current_database()`,
    );
    return rows[0]?.count ?? 0;
  };
  await expect.poll(taken).toBeGreaterThanOrEqual(7);
  const answers = await Promise.all(Array.from({ length: 20 }, () => health(origin)));
  expect(new Set(answers)).toEqual(new Set([200]));
  expect(await taken()).toBeGreaterThanOrEqual(7);
  await holder.query('rollback');
  await Promise.all(asked);
});

test('commands and accounts are answered while every connection of rest is taken, and more wait for one', async () => {
  const { origin } = await start({
    DATABASE_POOL: '5',
    REST_POOL: '2',
    REST_ANON_TIMEOUT: '60',
    TRUST_PROXY: 'true',
  });
  await holder.query('begin; lock table public.platform_settings in access exclusive mode');
  const asked = Array.from({ length: 40 }, (_, at) =>
    fetch(`${origin}/rest/v1/platform_settings?select=version`, {
      headers: { apikey: key, 'x-forwarded-for': `198.51.100.${at}` },
    }),
  );
  const taken = async () => {
    const { rows } = await database.pool.query<{ count: number }>(
      `select count(*)::int from pg_stat_activity
       where application_name = 'loge-rest' and wait_event_type = 'Lock' and datname = current_database()`,
    );
    return rows[0]?.count;
  };
  await expect.poll(taken).toBe(2);
  const post = (path: string, body: object) =>
    fetch(origin + path, {
      method: 'POST',
      headers: { apikey: key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const account = { email: 'camille@exemple.fr', password: 'un mot de passe assez long' };
  const answers = await Promise.all([
    ...Array.from({ length: 10 }, () => post('/functions/v1/discovery/get-home', {})),
    post('/auth/v1/signup', account),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect(await taken()).toBe(2);
  await holder.query('rollback');
  expect(new Set((await Promise.all(asked)).map(({ status }) => status))).toEqual(new Set([200]));
});

test('while the database is away every protocol reports it in its own shape, with when to retry; then all continues', async () => {
  const { origin } = await start();
  const client = createClient(origin, key, bare);
  const email = 'camille@exemple.fr';
  const password = 'un mot de passe assez long';
  const { data } = await client.auth.signUp({ email, password });
  const bearer = { apikey: key, authorization: `Bearer ${data.session?.access_token}` };
  const statuses: string[] = [];
  const channel = client
    .channel('all')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'bookings' }, () => undefined);
  channel.subscribe((status) => statuses.push(status));
  await expect.poll(() => statuses).toEqual(['SUBSCRIBED']);
  expect(await health(origin)).toBe(200);

  await proxy.takeAway();
  const ask = async (path: string, body?: unknown) => {
    const response = await fetch(origin + path, {
      headers: { ...bearer, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type') ?? '';
    return {
      status: response.status,
      wait: Number(response.headers.get('retry-after')) > 0,
      body: type.includes('json') ? await response.json() : await response.text(),
    };
  };
  expect(await health(origin)).toBe(503);
  const away = { status: 503, wait: true };
  expect(await ask('/auth/v1/user')).toMatchObject({
    ...away,
    body: { code: 503, error_code: 'unexpected_failure' },
  });
  expect(await ask('/auth/v1/token?grant_type=password', { email, password })).toMatchObject(away);
  expect(await ask('/rest/v1/offers?select=id')).toMatchObject({ ...away, body: { code: 'PGRST001' } });
  expect(await ask('/functions/v1/discovery/get-home', {})).toMatchObject({
    ...away,
    body: { code: 'unavailable' },
  });
  expect(
    await ask('/realtime/v1/api/broadcast', { messages: [{ topic: 'a', event: 'b', payload: {} }] }),
  ).toMatchObject({
    ...away,
    body: { message: expect.stringContaining('UnableToConnectToProject') },
  });
  expect(await ask('/sitemap.xml')).toMatchObject(away);
  // The pool of a page that describes itself; what the document is then, server/web/page.test.ts tells.
  const pool = new pg.Pool(proxy.connection);
  expect(
    await publicPages(pool, async () => null).describe('/streamer/anouk', new URLSearchParams()),
  ).toBeNull();
  await pool.end();
  const joined = client
    .channel('more')
    .on('postgres_changes', { event: '*', schema: 'public', table: 'offers' }, () => undefined);
  const refusal = await new Promise<Error | undefined>((resolve) => {
    joined.subscribe((_, error) => resolve(error));
  });
  expect(refusal?.message).toContain('UnableToConnectToProject');

  await proxy.bringBack();
  await expect.poll(() => health(origin)).toBe(200);
  expect((await client.auth.signInWithPassword({ email, password })).error).toBeNull();
  expect((await client.from('offers').select('id')).error).toBeNull();
  // Scheduled work continues too, by pg-boss and by the loops of this process.
  const { rows } = await database.pool.query<{ at: Date }>('select clock_timestamp() as at');
  for (const place of ['once', 'each process']) {
    const ran = async () =>
      (
        await database.pool.query('select from private.tasks where place = $1 and last_ended_at > $2', [
          place,
          rows[0]?.at,
        ])
      ).rowCount;
    await expect.poll(ran, { timeout: 60_000 }).toBeGreaterThan(0);
  }
  await client.removeAllChannels();
}, 120_000);

test('an outage of the database is one line a minute in the log, whoever meets it', async () => {
  const { origin } = await start();
  warnings.length = 0;
  await proxy.takeAway();
  const began = performance.now();
  const loggedOf = () => warnings.filter(({ away }) => away === 'database');
  // The tasks, the listeners and the bus go on meeting it meanwhile: the counter tells of them.
  await expect
    .poll(
      async () => {
        await Promise.all(
          Array.from({ length: 5 }, () => fetch(`${origin}/auth/v1/user`, { headers: { apikey: key } })),
        );
        await health(origin);
        return loggedOf().reduce((sum, { more }) => sum + Number(more), 0);
      },
      { timeout: 150_000, interval: 1_000 },
    )
    .toBeGreaterThan(75);
  const minutes = (performance.now() - began) / 60_000;
  expect(loggedOf().length).toBeLessThanOrEqual(1 + Math.ceil(minutes));
  expect(warnings.filter(({ away }) => away !== 'database')).toEqual([]);
  await proxy.bringBack();
  await expect.poll(() => health(origin)).toBe(200);
}, 180_000);

test('a server is healthy only once its jobs run, and a database that goes away before then ends nothing', async () => {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  // What a start waits for before it makes pg-boss's tables.
  await holder.query('select pg_advisory_lock(750653)');
  const starting = start({ PORT: String(port) });
  const answered = async () => {
    try {
      return (await (await fetch(`${origin}/health`)).json()) as { status: string };
    } catch {
      return null; // it does not listen yet
    }
  };
  await expect.poll(answered, { timeout: 30_000 }).toMatchObject({ status: 'starting' });
  expect(await health(origin)).toBe(503);
  await proxy.takeAway();
  await expect.poll(answered).toMatchObject({ status: 'unavailable' });
  await proxy.bringBack();
  await holder.query('select pg_advisory_unlock_all()');
  await starting;
  await expect.poll(() => health(origin)).toBe(200);
});
