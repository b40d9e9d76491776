import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import pino from 'pino';
import { afterAll } from 'vitest';
import { createGateway } from '#platform/gateway/gateway.ts';
import { type Keys, loadKeys } from '#platform/gateway/keys.ts';
import { type Listening, listen } from '#server/listen.ts';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { parseSettings } from '#server/settings.ts';
import type { RealtimeLimits } from '../limits.ts';
import { createRealtime, type Realtime } from '../realtime.ts';

export interface Person {
  id: string;
  session: string;
  token: string;
}

/** Realtime behind a real port, on a database of its own. */
export interface RealtimeServer {
  url: string;
  keys: Keys;
  database: Database;
  /** The log's lines of level warn and above. */
  warnings: { level: number; msg: string }[];
  /** A person with a live session. */
  person(claims?: Record<string, unknown>): Promise<Person>;
  /** A new token of the same session. */
  tokenOf(person: Pick<Person, 'id' | 'session'>, claims?: Record<string, unknown>): Promise<string>;
  /** @param who the caller may replace its `token`: the client reads it again each time */
  client(who?: Pick<Person, 'token'> | null, vsn?: '1.0.0' | '2.0.0'): Promise<SupabaseClient>;
  serviceClient(): Promise<SupabaseClient>;
  /** Closes the port and opens it again, as a restart does. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** @param setup SQL of the test's own tables and policies */
export async function startRealtime(
  setup: string,
  limits: Partial<RealtimeLimits> = {},
): Promise<RealtimeServer> {
  const database = await createTestDatabase('platform');
  await database.pool.query(setup);
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-realtime-'));
  const keys = await loadKeys(parseSettings({ NODE_ENV: 'test', DATA_DIR: dataDir }));
  const gateway = createGateway(keys, ['anon', 'authenticated', 'service_role']);
  const warnings: RealtimeServer['warnings'] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line)) });
  const clients: SupabaseClient[] = [];
  let realtime: Realtime;
  let server: Listening;
  let port = 0;

  async function up(): Promise<void> {
    realtime = await createRealtime({ database, gateway, path: 'public', logger, limits });
    const app = new Hono();
    app.route('/realtime/v1', realtime.app);
    server = await listen(app, { host: '127.0.0.1', port }, realtime.upgrade);
    port = server.port;
  }
  async function down(): Promise<void> {
    await realtime.close();
    await server.close();
  }
  await up();
  const url = `http://127.0.0.1:${port}`;

  const tokenOf: RealtimeServer['tokenOf'] = ({ id, session }, claims = {}) => {
    const now = Math.floor(Date.now() / 1000);
    return keys.sign({
      sub: id,
      role: 'authenticated',
      aud: 'authenticated',
      session_id: session,
      iat: now,
      exp: now + 3600,
      jti: randomUUID(),
      ...claims,
    });
  };

  const connect = async (key: string, who: Pick<Person, 'token'> | null, vsn: string) => {
    const client = createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
      realtime: { vsn },
      ...(who ? { accessToken: async () => who.token } : {}),
    });
    clients.push(client);
    // The official client that subscribes before it has its first token joins without a person, and the channel stays so.
    await client.realtime.setAuth();
    return client;
  };

  return {
    url,
    keys,
    database,
    warnings,
    tokenOf,
    async person(claims) {
      const { rows } = await database.pool.query<{ id: string; session: string }>(
        `with person as (insert into auth.users (email) values ($1) returning id),
           session as (insert into auth.sessions (user_id) select id from person returning id, user_id)
         select user_id as id, id as session from session`,
        [`${randomUUID()}@exemple.fr`],
      );
      const { id = '', session = '' } = rows[0] ?? {};
      return { id, session, token: await tokenOf({ id, session }, claims) };
    },
    client: (who = null, vsn = '2.0.0') => connect(keys.publishableKey, who, vsn),
    serviceClient: () => connect(keys.secretKey, null, '2.0.0'),
    async restart() {
      await down();
      await up();
    },
    async close() {
      await Promise.all(clients.map((client) => client.removeAllChannels()));
      await down();
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The server that the tests of a file share, closed after them. */
export async function openRealtime(...its: Parameters<typeof startRealtime>): Promise<RealtimeServer> {
  const server = await startRealtime(...its);
  afterAll(() => server.close());
  return server;
}

/** Resolves with the first status that the subscription reports. */
export function subscribed(channel: RealtimeChannel): Promise<{ status: string; error: Error | undefined }> {
  return new Promise((resolve) => {
    channel.subscribe((status, error) => resolve({ status, error }));
  });
}

/** Waits until `condition` holds. @throws after `within` milliseconds */
export async function eventually(condition: () => boolean, within = 5_000): Promise<void> {
  const until = performance.now() + within;
  while (!condition()) {
    if (performance.now() > until) throw new Error(`not within ${within} ms: ${condition}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
}

/** Waits long enough for a message that must not come. */
export const quiet = (milliseconds = 300): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
