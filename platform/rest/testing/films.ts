import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgrestClient } from '@supabase/postgrest-js';
import { Hono } from 'hono';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { createGateway } from '#platform/gateway/gateway.ts';
import { type Keys, loadKeys } from '#platform/gateway/keys.ts';
import { listen } from '#server/listen.ts';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { parseSettings, type RestLimits, type RestOptions } from '#server/settings.ts';
import { createRest, type Rest } from '../rest.ts';

/** Two people. Neither needs a row in `auth.users`, because their tokens name no session. */
export const AGNES = '00000000-0000-4000-8000-00000000000a';
export const JACQUES = '00000000-0000-4000-8000-00000000000b';

/** A running server over the films of `films.sql`, and a client for each kind of caller. */
export interface Films {
  db: Database;
  keys: Keys;
  rest: Rest;
  url: string;
  anon: PostgrestClient;
  service: PostgrestClient;
  /** The client of a person with this id. */
  as(id: string): Promise<PostgrestClient>;
  /** A plain HTTP request; an anonymous GET unless `init` says otherwise. */
  fetch(path: string, init?: RequestInit & { headers?: Record<string, string> }): Promise<Response>;
}

/**
 * Closed after the tests of the file or describe that opens it.
 * @param given the options and limits that differ from the product's defaults
 */
export async function openFilms({
  poolSize = 10,
  options = {},
  ...limits
}: Partial<RestLimits> & { poolSize?: number; options?: Partial<RestOptions> } = {}): Promise<Films> {
  const db = await createTestDatabase('platform', poolSize);
  await db.pool.query(readFileSync(join(import.meta.dirname, 'films.sql'), 'utf8'));
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-rest-'));
  const keys = await loadKeys({
    dataDir,
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: null,
  });
  const gateway = createGateway(keys, ['anon', 'authenticated', 'service_role']);
  const logger = pino({ level: 'silent' });
  const schemas = ['api', 'other'];
  const rest = await createRest({
    pool: db.pool,
    connection: db.connection,
    gateway,
    schemas,
    options: { ...parseSettings({}).rest.options, ...options },
    limits: { ...parseSettings({}).rest.limits, ...limits },
    trustProxy: true,
    logger,
  });
  const app = new Hono().route('/rest/v1', rest.app);
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${server.port}/rest/v1`;
  afterAll(async () => {
    await server.close();
    await rest.close();
    await db.close();
    rmSync(dataDir, { recursive: true });
  });
  const client = (apikey: string, bearer = apikey) =>
    new PostgrestClient(url, { headers: { apikey, Authorization: `Bearer ${bearer}` } });
  return {
    db,
    keys,
    rest,
    url,
    anon: client(keys.publishableKey),
    service: client(keys.secretKey),
    async as(id) {
      const exp = Math.floor(Date.now() / 1000) + 600;
      return client(keys.publishableKey, await keys.sign({ sub: id, role: 'authenticated', exp }));
    },
    fetch: (path, init = {}) =>
      fetch(url + path, {
        ...init,
        headers: { apikey: keys.publishableKey, 'Content-Type': 'application/json', ...init.headers },
      }),
  };
}
