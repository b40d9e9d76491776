import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadKeys } from '#platform/gateway/keys.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { clockOfRun } from '../scripts/test/moved-clock.ts';

const foreign = { auth: { persistSession: false, autoRefreshToken: false } };

let db: Database;
let dataDir: string;
let child: ChildProcess;
let origin: string;

/** `npm run platform` over a database that knows nothing of Loge: a stranger's table, with a stranger's policy. */
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'loge-platform-'));
  db = await createTestDatabase('empty');
  await db.pool.query(
    'create schema shop; create table shop.orders (id int primary key, owner uuid, what text)',
  );
  child = spawn(process.execPath, [join(import.meta.dirname, 'platform-main.ts')], {
    env: {
      PATH: '/usr/bin:/bin',
      ...clockOfRun,
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: connectionUrl(db),
      REST_SCHEMAS: 'shop',
    },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  for (;;) {
    const found = /Platform: (\S+)/.exec(output)?.[1];
    if (found) {
      origin = found;
      break;
    }
    await Promise.race([once(child.stdout!, 'data'), once(child, 'exit')]);
    if (child.exitCode !== null) throw new Error(output);
  }
});
afterAll(async () => {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  await db.close();
  rmSync(dataDir, { recursive: true, force: true });
});

test('the platform alone serves auth and rest over any schema, under that schema’s own policies', async () => {
  const settings = {
    dataDir,
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: null,
  };
  const { publishableKey, secretKey } = await loadKeys(settings);
  await db.pool.query(`
    grant usage on schema shop to anon, authenticated, service_role;
    grant select on shop.orders to authenticated;
    grant all on shop.orders to service_role;
    alter table shop.orders enable row level security;
    create policy own on shop.orders for select to authenticated using (owner = auth.uid());
    notify schema_changed`);
  const shop = { db: { schema: 'shop' }, ...foreign } as const;
  const buyer = createClient<Record<string, never>, 'shop'>(origin, publishableKey, shop);
  const signedUp = await buyer.auth.signUp({
    email: 'acheteuse@exemple.fr',
    password: 'quatre corbeaux bleus',
  });
  expect(signedUp.error).toBeNull();
  const service = createClient<Record<string, never>, 'shop'>(origin, secretKey, shop);
  const orders = [
    { id: 1, owner: signedUp.data.user?.id, what: 'à elle' },
    { id: 2, owner: crypto.randomUUID(), what: 'à un autre' },
  ];
  expect((await service.from('orders').insert(orders as never)).error).toBeNull();
  expect((await buyer.from('orders').select('id,what')).data).toEqual([{ id: 1, what: 'à elle' }]);
  const { rows } = await db.pool.query("select to_regclass('public.profiles') as profiles");
  expect(rows).toEqual([{ profiles: null }]);
});

test('and realtime: a signed-in person follows their own rows until they sign out', async () => {
  const settings = {
    dataDir,
    publishableKey: null,
    secretKey: null,
    jwtPrivateKeys: [],
    secretsKey: null,
    jwtSecret: null,
  };
  const { publishableKey } = await loadKeys(settings);
  await db.pool.query("select realtime.publish_table('shop.orders')");
  const buyer = createClient(origin, publishableKey, foreign);
  const { data } = await buyer.auth.signUp({
    email: 'suiveuse@exemple.fr',
    password: 'quatre corbeaux bleus',
  });
  await buyer.realtime.setAuth();
  const seen: unknown[] = [];
  const statuses: string[] = [];
  const channel = buyer.channel('orders');
  channel.on('postgres_changes', { event: '*', schema: 'shop', table: 'orders' }, (change) =>
    seen.push(change.new),
  );
  channel.subscribe((status) => statuses.push(status));
  const within = { timeout: 10_000 };
  await expect.poll(() => statuses, within).toEqual(['SUBSCRIBED']);
  await db.pool.query("insert into shop.orders values (3, $1, 'à un autre'), (4, $2, 'à elle')", [
    crypto.randomUUID(),
    data.user?.id,
  ]);
  await expect.poll(() => seen, within).toEqual([{ id: 4, owner: data.user?.id, what: 'à elle' }]);
  await buyer.auth.signOut();
  await expect.poll(() => statuses, within).toEqual(['SUBSCRIBED', 'CHANNEL_ERROR']);
  // Back as nobody, who may not select the table.
  await expect
    .poll(() => statuses, { timeout: 5_000 })
    .toEqual(['SUBSCRIBED', 'CHANNEL_ERROR', 'SUBSCRIBED']);
  await buyer.removeAllChannels();
});
