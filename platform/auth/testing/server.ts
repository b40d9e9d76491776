import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { createClient, type SupabaseClient, type SupabaseClientOptions } from '@supabase/supabase-js';
import { Hono } from 'hono';
import pino, { type Logger } from 'pino';
import { afterAll, expect } from 'vitest';
import { type Keys, loadKeys } from '#platform/gateway/keys.ts';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { type AuthSettings, parseSettings } from '#server/settings.ts';
import { createAuth } from '../auth.ts';
import type { AuthMail, SendAuthMail } from '../mail-port.ts';
import type { SendSms } from '../sms-port.ts';

/** Auth on a real port and with its own database; its mails are collected for the test. */
export interface AuthServer {
  url: string;
  keys: Keys;
  database: Database;
  /** The server's clock: how many milliseconds it is ahead of the real one. */
  clock: { ahead: number };
  /** The log's error lines, so that a test can say there were none, or which. */
  errors: unknown[];
  /** All mails of committed transactions, oldest first. */
  mails(): Promise<AuthMail[]>;
  lastMail(to: string): Promise<AuthMail>;
  client(options?: SupabaseClientOptions<'public'>['auth']): SupabaseClient;
  admin(): SupabaseClient;
  /** A plain HTTP request, to see what supabase-js hides: statuses, headers, bodies. */
  call(
    method: string,
    path: string,
    init?: { body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  /** `down` closes the port and `up` opens it again, as a restart does. */
  down(): Promise<void>;
  up(): Promise<void>;
  close(): Promise<void>;
}

/** Mails are collected in the database, so that those of a rolled-back transaction disappear with it. */
const collectMail: SendAuthMail = async (client, mail) => {
  await client.query('insert into collected_mails (mail) values ($1)', [mail]);
};

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve);
  });

const unlisten = (server: Server) =>
  new Promise<void>((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });

function recordingLogger(errors: unknown[]): Logger {
  return pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line)) });
}

/**
 * @param overrides auth's switches; rate limits per network address and the intervals between mails and text messages are off unless given
 * @param sendSms what sends text messages; nothing does unless given
 */
export async function startAuth(
  overrides: Partial<AuthSettings> = {},
  sendSms: SendSms | null = null,
): Promise<AuthServer> {
  const database = await createTestDatabase('platform');
  await database.pool.query(
    'create table collected_mails (id bigint generated always as identity primary key, mail jsonb not null)',
  );
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-auth-'));
  const settings = parseSettings({ NODE_ENV: 'test', DATA_DIR: dataDir });
  const keys = await loadKeys(settings);
  const clock = { ahead: 0 };
  const errors: unknown[] = [];
  const defaults = {
    autoconfirm: false,
    rateLimits: false,
    mailInterval: 0,
    mailPerHour: 10_000,
    smsInterval: 0,
    phone: true,
    passwordCheck: 'common',
  } as const;
  const deps = {
    pool: database.pool,
    settings: { ...settings.auth, ...defaults, ...overrides },
    siteUrl: () => url,
    keys,
    sendMail: collectMail,
    sendSms,
    trustProxy: true,
    logger: recordingLogger(errors),
    now: () => new Date(Date.now() + clock.ahead),
  };
  const app = new Hono();
  app.route('/auth/v1', createAuth(deps));
  // Longer than any pause of a busy machine: otherwise a connection may close just as the next request is sent on it.
  const create = () => createServer({ keepAliveTimeout: 65_000 }, getRequestListener(app.fetch));
  let server = create();
  await listen(server, 0);
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;

  const mails = async () => {
    const { rows } = await database.pool.query('select mail from collected_mails order by id');
    return rows.map(({ mail }) => mail as AuthMail);
  };
  const auth = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };
  return {
    url,
    keys,
    database,
    clock,
    errors,
    mails,
    async lastMail(to) {
      const mail = (await mails()).findLast((candidate) => candidate.to === to);
      if (mail === undefined) throw new Error(`no mail to ${to}`);
      return mail;
    },
    client: (options) => createClient(url, keys.publishableKey, { auth: { ...auth, ...options } }),
    admin: () => createClient(url, keys.secretKey, { auth }),
    call: (method, path, { body, headers } = {}) =>
      fetch(`${url}/auth/v1${path}`, {
        method,
        redirect: 'manual',
        headers: { 'Content-Type': 'application/json', ...headers },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      }),
    down: () => unlisten(server),
    async up() {
      server = create();
      await listen(server, port);
    },
    async close() {
      await unlisten(server);
      await database.close();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The server that the tests of a file share: closed after them, when it has logged no error. */
export async function openAuth(
  overrides: Partial<AuthSettings> = {},
  sendSms: SendSms | null = null,
): Promise<AuthServer> {
  const server = await startAuth(overrides, sendSms);
  afterAll(async () => {
    expect(server.errors).toEqual([]);
    await server.close();
  });
  return server;
}

/** A password that is on no list of breached passwords. */
export const PASSWORD = 'Rideau-rouge-1867';

let counter = 0;
export const newEmail = (name = 'anna') => `${name}.${++counter}.${Date.now()}@exemple.fr`;

/** Follows a mailed link as a browser does, up to the page. */
export async function follow(link: string | null): Promise<{ url: URL; hash: URLSearchParams }> {
  const answer = await fetch(link ?? '', { redirect: 'manual' });
  const url = new URL(answer.headers.get('location') ?? '');
  return { url, hash: new URLSearchParams(url.hash.slice(1)) };
}
