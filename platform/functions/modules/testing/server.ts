import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { createGateway } from '#platform/gateway/gateway.ts';
import { type Keys, loadKeys } from '#platform/gateway/keys.ts';
import { listen } from '#server/listen.ts';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { parseSettings } from '#server/settings.ts';
import { createModules } from '../modules.ts';

export interface Served {
  url: string;
  keys: Keys;
  database: Database;
  anon: SupabaseClient;
  /** A plain request, with the publishable key unless `init` has headers of its own. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** A server of the functions with these names and texts, closed after the tests of the file. */
export async function serveModules(
  modules: Readonly<Record<string, string>>,
  limits: { timeout?: number; memory?: number } = {},
): Promise<Served> {
  const database = await createTestDatabase('platform');
  const folder = mkdtempSync(join(tmpdir(), 'loge-modules-'));
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-modules-keys-'));
  for (const [name, text] of Object.entries(modules)) writeFileSync(join(folder, name), text);
  const keys = await loadKeys(parseSettings({ NODE_ENV: 'test', DATA_DIR: dataDir }));
  const { timeout, memory } = parseSettings({}).functions;
  const functions = createModules({
    folder,
    timeout,
    memory,
    ...limits,
    pool: database.pool,
    gateway: createGateway(keys, ['anon', 'authenticated', 'service_role']),
    environment: () => ({ SUPABASE_URL: 'http://ici', SUPABASE_ANON_KEY: keys.publishableKey }),
    logger: pino({ level: 'silent' }),
  });
  const app = new Hono().route('/functions/v1', functions.app);
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  afterAll(async () => {
    await functions.close();
    await server.close();
    await database.close();
    for (const made of [folder, dataDir]) rmSync(made, { recursive: true });
  });
  const url = `http://127.0.0.1:${server.port}`;
  return {
    url,
    keys,
    database,
    anon: createClient(url, keys.publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, storageKey: randomUUID() },
    }),
    fetch: (path, init = {}) =>
      fetch(`${url}/functions/v1${path}`, { headers: { apikey: keys.publishableKey }, ...init }),
  };
}
