import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declareAge, exportData, listLogins } from '#product/accounts/contract.ts';
import { decideAdminRequest, signOutEverywhere, suspendPerson } from '#product/administration/contract.ts';
import { holdSlot } from '#product/booking/contract.ts';
import { browseStreamers } from '#product/discovery/contract.ts';
import { ask, codeOf } from '#product/testing/product-server.ts';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { parseSettings } from '#server/settings.ts';
import { type Loge, startLoge } from '#server/start.ts';
import { taskName } from '#web/features/admin/system/task-names.ts';

const reason = 'Pour une bonne raison';
const password = 'un mot de passe assez long';

describe('the whole server, through the official client', () => {
  let database: Database;
  let dataDir: string;
  let loge: Loge;
  let admin: { client: SupabaseClient };
  const key = 'sb_publishable_of_the_whole_server_test';
  const newClient = () =>
    createClient(loge.origin, key, { auth: { persistSession: false, autoRefreshToken: false } });
  const signIn = async (email: string, secret: string) => {
    const client = newClient();
    const { error } = await client.auth.signInWithPassword({ email, password: secret });
    return { client, error };
  };
  const signUp = async (email: string, role: string) => {
    const client = newClient();
    const data = { role, first_name: 'Camille', last_name: 'Roux' };
    const { data: signedUp, error } = await client.auth.signUp({ email, password, options: { data } });
    if (error) throw error;
    return { client, id: signedUp.user!.id };
  };

  beforeAll(async () => {
    database = await createTestDatabase('empty');
    dataDir = mkdtempSync(join(tmpdir(), 'loge-whole-'));
    const settings = parseSettings({
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: connectionUrl(database),
      SUPABASE_PUBLISHABLE_KEY: key,
      ADMIN_SIGNUP: 'approval',
      AUTH_ANONYMOUS: 'true',
    });
    loge = await startLoge(settings, pino({ level: 'silent' }));
    admin = await signIn('admin@loge.test', 'rideau-rouge-31');
  });
  afterAll(async () => {
    await loge.stop();
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  test('a place that a guest holds is theirs still once the guest has an address and a password', async () => {
    const guest = newClient();
    const { data: begun, error } = await guest.auth.signInAnonymously();
    expect([error, begun.user?.is_anonymous]).toEqual([null, true]);
    await ask({ client: guest }, declareAge, { age: 'adult' });
    const { cards } = await ask({ client: newClient() }, browseStreamers, {});
    const free = cards.flatMap(({ nextFree }) => nextFree ?? [])[0]!;
    const { data: offer } = await guest.from('offers').select('revision').eq('id', free.offerId).single();
    const held = await ask({ client: guest }, holdSlot, {
      key: crypto.randomUUID(),
      offerId: free.offerId,
      offerRevision: offer!.revision,
      start: free.start,
      viewerZone: 'Europe/Paris',
    });
    const email = 'de-passage@exemple.test';
    const { data: kept } = await guest.auth.updateUser({ email });
    expect(kept.user).toMatchObject({ id: begun.user!.id, email, is_anonymous: false });
    expect((await guest.auth.updateUser({ password })).error).toBeNull();

    const { client } = await signIn(email, password);
    const mine = await client.from('bookings').select('id,status').eq('viewer_id', begun.user!.id);
    expect(mine.data).toEqual([{ id: held.bookingId, status: 'held' }]);
    const { client: other } = await signUp('une-autre@exemple.test', 'viewer');
    expect((await other.from('bookings').select('id').eq('id', held.bookingId)).data).toEqual([]);
  });

  test('who has no profile inserts their own through the API, and is what a sign-up would make them', async () => {
    const { client, id } = await signUp('sans-profil@exemple.test', 'streamer');
    await database.pool.query('delete from public.profiles where id = $1', [id]);
    const row = { id, first_name: 'Camille', last_name: 'Roux', role: 'admin', avatar_url: null };
    const made = await client.from('profiles').insert(row).select('role').single();
    expect([made.status, made.data]).toEqual([201, { role: 'viewer' }]);
    expect((await client.from('profiles').insert(row)).status).toBe(409);
    const theirs = await client.from('profiles').insert({ ...row, id: crypto.randomUUID() });
    expect([theirs.status, theirs.error?.code]).toEqual([403, '42501']);
  });

  test('every task of the registry has run or is at it, none has failed, and an admin alone reads it', async () => {
    const read = async (client: SupabaseClient) =>
      (
        await client
          .from('admin_tasks')
          .select('name, every_milliseconds, runs, runs_failed, last_error, is_running')
      ).data;
    await expect
      .poll(async () =>
        // The demo's backlog of documents is one run of up to a minute.
        (await read(admin.client))
          ?.filter((task) => task.runs === 0 && !task.is_running)
          .map(({ name }) => name),
      )
      // Kicked when a server of media is lost.
      .toEqual(['conference/rebuild-media']);
    const tasks = (await read(admin.client)) ?? [];
    expect(tasks.map(({ name }) => name)).toEqual(
      expect.arrayContaining([
        'mail/deliver',
        'payments/carry-out-orders',
        'server/give-sign-of-life',
        'storage/remove-discarded',
        'storage/remove-left-over',
        'realtime/keep-messages',
      ]),
    );
    expect(tasks.filter((task) => task.runs_failed > 0)).toEqual([]);
    // The team's page says in French what each is, and what it does.
    expect(tasks.flatMap(({ name }) => (taskName(name).does === '' ? [name] : []))).toEqual([]);
    const viewer = await signIn('viewer@loge.test', 'rideau-rouge-31');
    expect(await read(viewer.client)).toEqual([]);
  });

  test.each([
    ['/auth/v1/nothing', { code: 404, error_code: 'not_found' }],
    ['/rest/v1/nothing/of/it', { code: 'PGRST125' }],
    ['/realtime/v1/nothing', { message: 'Not found' }],
    ['/storage/v1/nothing', { statusCode: '404', error: 'Not Found' }],
    ['/functions/v1/nothing', { code: 'not_found' }],
  ])(
    'an unknown path of a protocol is answered in its shape, never with the page: %s',
    async (path, body) => {
      for (const method of ['GET', 'POST']) {
        const response = await fetch(loge.origin + path, { method, headers: { apikey: key } });
        expect(response.status).toBe(404);
        expect(await response.json()).toMatchObject(body);
      }
    },
  );

  test('spec 3: signup metadata becomes the profile that spec 7’s call reads', async () => {
    const { client, id } = await signUp('camille@exemple.test', 'streamer');
    const { data, error } = await client.from('profiles').select('*').eq('id', id).single();
    expect(error).toBeNull();
    expect(data).toMatchObject({
      id,
      role: 'streamer',
      first_name: 'Camille',
      last_name: 'Roux',
      avatar_url: null,
    });
    const taken = await client.from('profiles').update({ role: 'admin' }).eq('id', id);
    expect(taken.error?.code).toBe('42501');
    const renamed = await client
      .from('profiles')
      .update({ first_name: 'Zoé' })
      .eq('id', id)
      .select()
      .single();
    expect(renamed.data).toMatchObject({ first_name: 'Zoé', role: 'streamer' });
  });

  test('a demo person cannot be found by anybody but an admin', async () => {
    const { client } = await signUp('curieuse@exemple.test', 'viewer');
    expect((await client.from('admin_people').select('email')).data).toEqual([]);
    const { data, count } = await admin.client
      .from('admin_people')
      .select('email, state', { count: 'exact' })
      .ilike('search', '%oeuvrard%')
      .order('sort_name');
    expect({ data, count }).toEqual({
      data: [{ email: 'bastien.oeuvrard@exemple.test', state: 'active' }],
      count: 1,
    });
  });

  test('who asks to be an admin waits for one, and becomes one at once when granted', async () => {
    const { client, id } = await signUp('candidate@exemple.test', 'admin');
    expect((await client.from('admin_people').select('id')).data).toEqual([]);
    const { data } = await admin.client
      .from('admin_request_details')
      .select('id')
      .eq('person_id', id)
      .single();
    await ask(admin, decideAdminRequest, { requestId: data!.id, decision: 'approve', reason });
    expect((await client.from('admin_people').select('id')).data?.length).toBeGreaterThan(70);
    // Who was just let in may read only, and no requests for access: so none of what was decided about them either.
    const { data: hidden } = await client.from('audit_log_details').select('id').eq('subject_id', id);
    expect(hidden).toEqual([]);
    const { data: entry } = await admin.client
      .from('audit_log_details')
      .select('actor_email, subject_name, reason')
      .eq('subject_id', id)
      .single();
    expect(entry).toEqual({ actor_email: 'admin@loge.test', subject_name: 'Camille Roux', reason });
  });

  test('a suspended person’s access ends at once on every service, and signing in says so', async () => {
    const { client, id } = await signUp('suspendue@exemple.test', 'viewer');
    const person = { client };
    expect((await client.from('profiles').select('id')).data).toEqual([{ id }]);
    expect(await codeOf(person, listLogins, {})).toBeNull();
    await ask(admin, suspendPerson, { personId: id, until: null, reason });
    expect((await client.from('profiles').select('id')).status).toBe(401);
    expect(await codeOf(person, listLogins, {})).toBe('unauthenticated');
    expect((await client.auth.getUser()).error).not.toBeNull();
    expect((await client.auth.refreshSession()).error).not.toBeNull();
    expect((await signIn('suspendue@exemple.test', password)).error?.code).toBe('user_banned');
  });

  test('signed out everywhere, a person may come back', async () => {
    const { client, id } = await signUp('partie@exemple.test', 'viewer');
    await ask(admin, signOutEverywhere, { personId: id, reason });
    expect((await client.from('profiles').select('id')).status).toBe(401);
    const back = await signIn('partie@exemple.test', password);
    expect((await back.client.from('profiles').select('id')).data).toEqual([{ id }]);
    const data = await ask(back, exportData, {});
    expect(data.signInHistory.length).toBeGreaterThan(0);
  });
});

test('a server that nobody uses asks its database less than ten times a second', async () => {
  const database = await createTestDatabase('empty');
  const dataDir = mkdtempSync(join(tmpdir(), 'loge-idle-'));
  const settings = parseSettings({
    NODE_ENV: 'test',
    PORT: '0',
    DATA_DIR: dataDir,
    DATABASE_URL: connectionUrl(database),
    DEMO_DATA: 'false',
  });
  const loge = await startLoge(settings, pino({ level: 'silent' }));
  try {
    const first = async () =>
      (
        await database.pool.query(
          'select from private.tasks where runs = 0 and every_milliseconds is not null',
        )
      ).rowCount;
    await expect.poll(first, { timeout: 120_000 }).toBe(0);
    const committed = async () => {
      const { rows } = await database.pool.query(
        'select xact_commit::float8 as count from pg_stat_database where datname = current_database()',
      );
      return { count: rows[0].count, at: performance.now() };
    };
    // Connections tell what they did up to a minute later, that of the start too: the first of these windows may be full of it.
    const rate = async () => {
      const before = await committed();
      await new Promise((resolve) => setTimeout(resolve, 10_000));
      const after = await committed();
      return (after.count - before.count) / ((after.at - before.at) / 1_000);
    };
    await expect.poll(rate, { timeout: 150_000, interval: 1 }).toBeLessThan(10);
  } finally {
    await loge.stop();
    await database.close();
    rmSync(dataDir, { recursive: true });
  }
}, 300_000);
