import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createFunctions } from '#platform/functions/functions.ts';
import { createGateway } from '#platform/gateway/gateway.ts';
import { loadKeys } from '#platform/gateway/keys.ts';
import {
  changeRole,
  endViewing,
  openViewing,
  setTeamRoles,
  signOutEverywhere,
} from '#product/administration/contract.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { readStatistics } from '#product/insight/contract.ts';
import { readEarnings, readPayout } from '#product/payments/earnings-contract.ts';
import { anyone } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';
import { ask, codeOf } from '#product/testing/product-server.ts';
import { type Database, openDatabase } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { parseSettings } from '#server/settings.ts';
import { type Loge, startLoge } from '#server/start.ts';
import { createCommands } from './commands.ts';

const reason = 'Une question sur un paiement';
const key = 'sb_publishable_of_the_viewing_test';
const VIEWER = 'viewer@loge.test';
const STREAMER = 'streamer@loge.test';

/** Names and contracts are all that is asked of the commands here: none of them runs. */
const CONTRACTS = (await createCommands({} as ProductDeps)).map(({ contract: each }) => each);

describe('seeing Loge as somebody else', () => {
  let database: Database;
  let dataDir: string;
  let loge: Loge;
  let joined = 0;

  const clientOf = (token?: string): SupabaseClient =>
    createClient(loge.origin, key, {
      auth: { persistSession: false, autoRefreshToken: false },
      ...(token === undefined ? {} : { accessToken: async () => token }),
    });
  const rows = async (sql: string, values: unknown[] = []) => (await database.pool.query(sql, values)).rows;
  const signUp = async (email: string, role: string) => {
    const client = clientOf();
    const data = { role, first_name: 'Ana', last_name: 'Roux' };
    const { data: made, error } = await client.auth.signUp({
      email,
      password: 'rideau-rouge-31',
      options: { data },
    });
    if (error) throw error;
    // Who works in the team has said that they are of age.
    await rows('insert into public.ages (person_id, birth_date, declared_at) values ($1, null, now())', [
      made.user!.id,
    ]);
    return { client, id: made.user!.id };
  };
  /** Another admin, with the roles given, so that tests do not take each other's. */
  const join = async (...roles: string[]) => {
    const { client, id } = await signUp(`admin-${++joined}@loge.test`, 'admin');
    await rows('delete from public.team_roles where person_id = $1', [id]);
    for (const role of roles)
      await rows('insert into public.team_roles (person_id, role) values ($1, $2)', [id, role]);
    return { client, id };
  };
  const personOf = async (email: string): Promise<string> =>
    (await rows('select id from auth.users where email = $1', [email]))[0]!.id;
  const view = async (admin: { client: SupabaseClient }, email: string) => {
    const opened = await ask(admin, openViewing, { personId: await personOf(email), reason });
    return { ...opened, client: clientOf(opened.token) };
  };
  const request = (path: string, token: string, method = 'GET', body?: unknown) =>
    fetch(`${loge.origin}${path}`, {
      method,
      headers: { apikey: key, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const isOver = async (token: string) =>
    (await request('/rest/v1/profiles?select=id', token)).status === 401;

  beforeAll(async () => {
    database = await createTestDatabase('empty');
    dataDir = mkdtempSync(joinPath(tmpdir(), 'loge-viewing-'));
    const settings = parseSettings({
      NODE_ENV: 'test',
      PORT: '0',
      DATA_DIR: dataDir,
      DATABASE_URL: connectionUrl(database),
      SUPABASE_PUBLISHABLE_KEY: key,
      DEMO_DATA: 'false',
      ADMIN_SIGNUP: 'open',
      AUTH_RATE_LIMITS: 'false',
    });
    loge = await startLoge(settings, pino({ level: 'silent' }));
    await signUp(VIEWER, 'viewer');
    await signUp(STREAMER, 'streamer');
  });
  afterAll(async () => {
    await loge.stop();
    await database.close();
    rmSync(dataDir, { recursive: true });
  });

  test('reads the rows of the person and of nobody else, as the person does', async () => {
    const admin = await join('support');
    const id = await personOf(VIEWER);
    const { client, person } = await view(admin, VIEWER);
    expect(person).toMatchObject({ id, email: VIEWER });
    const { data, error } = await client.from('profiles').select('id, role');
    expect([data, error]).toEqual([[{ id, role: 'viewer' }], null]);
    expect((await client.from('admin_people').select('id')).data).toEqual([]);
  });

  test('the person is told by a notification and by mail, and the log keeps who and why', async () => {
    const admin = await join('all');
    const email = 'camille.viewing@loge.test';
    const { id } = await signUp(email, 'viewer');
    await view(admin, email);
    expect(await rows('select kind, data from public.notifications where person_id = $1', [id])).toEqual([
      { kind: 'account_viewed', data: { event: 'account_viewed', reason } },
    ]);
    expect(
      await rows(
        "select to_address, event ->> 'reason' as reason from mail.messages where kind = 'account.viewed' and to_address = $1",
        [email],
      ),
    ).toEqual([{ to_address: email, reason }]);
    expect(
      await rows(
        "select actor_id, reason from public.audit_log where action = 'administration/open-viewing' and subject_id = $1",
        [id],
      ),
    ).toEqual([{ actor_id: admin.id, reason }]);
  });

  test.each(CONTRACTS)('$name is refused, unless its contract opens it', async ({ name, viewing }) => {
    const { token } = await shared();
    const answer = await request(`/functions/v1/${name}`, token, 'POST', {});
    const { code } = (await answer.json()) as { code?: string };
    if (viewing) expect([name, code === 'looking_only']).toEqual([name, false]);
    else expect([name, answer.status, code]).toEqual([name, 403, 'looking_only']);
  });

  test('what a streamer earns and their statistics are read as they read them, their payouts are not', async () => {
    const email = 'ventes@loge.test';
    const streamer = await signUp(email, 'streamer');
    const { client, person } = await view(await join('support'), email);
    const seen = { id: person.id, client };
    const today = new Date().toISOString().slice(0, 10);
    const days = { first: today, last: today };
    await rows("update public.streamers set zone = 'America/Montreal' where id = $1", [streamer.id]);
    // Its months end with the moment of the question.
    const { thisMonth, lastMonth, ...earnings } = await ask(streamer, readEarnings, {});
    expect(await ask(seen, readEarnings, {})).toMatchObject(earnings);
    expect(earnings.zone).toBe('America/Montreal');
    expect([thisMonth.shareCents, lastMonth.shareCents]).toEqual([0, 0]);
    const statistics = { days, before: null, offerId: null, step: 'day' } as const;
    expect(await ask(seen, readStatistics, statistics)).toEqual(
      await ask(streamer, readStatistics, statistics),
    );
    expect(await codeOf(seen, readPayout, { payoutId: crypto.randomUUID() })).toBe('looking_only');
    expect(await codeOf(streamer, readPayout, { payoutId: crypto.randomUUID() })).not.toBe('looking_only');
  });

  test('every write of a row is refused', async () => {
    const { token, person } = await shared();
    const { rows: tables } = await database.pool.query<{ name: string }>(
      `select distinct c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v')
         and has_any_column_privilege('authenticated', c.oid, 'select')`,
    );
    expect(tables.length).toBeGreaterThan(50);
    for (const { name } of tables) {
      for (const [method, body] of [
        ['POST', {}],
        ['PATCH', {}],
        ['DELETE', undefined],
      ] as const) {
        const { status } = await request(`/rest/v1/${name}?limit=0`, token, method, body);
        expect([method, name, status >= 400]).toEqual([method, name, true]);
      }
    }
    // What the person themself may write, and would.
    const renamed = await request(`/rest/v1/profiles?id=eq.${person.id}`, token, 'PATCH', {
      first_name: 'Prise',
    });
    expect([renamed.status, ((await renamed.json()) as { code: string }).code]).toEqual([405, '25006']);
    const [profile] = await rows('select first_name from public.profiles where id = $1', [person.id]);
    expect(profile!.first_name).not.toBe('Prise');
  });

  test('the auth service knows nobody by it: no change, no new token, no way back in', async () => {
    const { token, client } = await shared();
    for (const [method, path, body] of [
      ['GET', '/user', undefined],
      ['PUT', '/user', { password: 'un autre mot de passe' }],
      ['PUT', '/user', { data: { role: 'admin' } }],
      ['POST', '/logout?scope=global', undefined],
      ['GET', '/reauthenticate', undefined],
      ['POST', '/factors', { factor_type: 'totp' }],
      ['GET', '/user/identities/authorize?provider=github', undefined],
      ['DELETE', `/user/identities/${crypto.randomUUID()}`, undefined],
      ['POST', '/token?grant_type=refresh_token', { refresh_token: token }],
      ['POST', '/token?grant_type=refresh_token', { refresh_token: 'none' }],
      ['GET', '/admin/users', undefined],
    ] as const) {
      const { status } = await request(`/auth/v1${path}`, token, method, body);
      expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true]);
    }
    expect((await client.from('profiles').select('id')).error).toBeNull();
  });

  test('files, private files and addresses of files stay closed', async () => {
    const { token } = await shared();
    for (const [method, path] of [
      ['GET', '/storage/v1/object/authenticated/attachments/a/b.png'],
      ['POST', '/storage/v1/object/avatars/a/b.png'],
      ['POST', '/storage/v1/object/sign/attachments/a/b.png'],
      ['POST', '/storage/v1/object/list/avatars'],
      ['DELETE', '/storage/v1/object/avatars/a/b.png'],
      ['GET', '/storage/v1/bucket'],
      ['GET', `/documents/${crypto.randomUUID()}.pdf`],
    ] as const) {
      const { status } = await request(path, token, method, method === 'POST' ? {} : undefined);
      expect([method, path, status >= 400 && status < 500]).toEqual([method, path, true]);
    }
  });

  test('no channel of the realtime service is joined', async () => {
    const { client, token } = await shared();
    await client.realtime.setAuth(token);
    const channel = client
      .channel('viewing')
      .on('postgres_changes', { event: '*', schema: 'public', table: 'bookings' }, () => undefined);
    const status = await new Promise((resolve) => channel.subscribe(resolve));
    await client.removeAllChannels();
    expect(status).not.toBe('SUBSCRIBED');
  });

  test('nobody of the team is seen, nor oneself; support opens it and finance does not', async () => {
    const [support, finance, other] = [await join('support'), await join('finance'), await join('read_only')];
    const viewer = await personOf(VIEWER);
    expect(await codeOf(support, openViewing, { personId: other.id, reason })).toBe('person_of_team');
    expect(await codeOf(support, openViewing, { personId: support.id, reason })).toBe('cannot_act_on_self');
    expect(await codeOf(support, openViewing, { personId: crypto.randomUUID(), reason })).toBe(
      'person_not_found',
    );
    expect(await codeOf(support, openViewing, { personId: viewer, reason: '' })).toBe('invalid_input');
    expect(await codeOf(finance, openViewing, { personId: viewer, reason })).toBe('forbidden');
    expect(await codeOf({ client: clientOf() }, openViewing, { personId: viewer, reason })).toBe(
      'unauthenticated',
    );
  });

  test('one who becomes an admin meanwhile opens no door of the team', async () => {
    const [admin, chief] = [await join('support'), await join('all')];
    const email = 'promue@loge.test';
    const { id } = await signUp(email, 'viewer');
    const { client } = await view(admin, email);
    await ask(chief, changeRole, { personId: id, role: 'admin', reason });
    await ask(chief, setTeamRoles, { personId: id, roles: ['all'], reason });
    expect((await client.from('admin_people').select('id')).data).toEqual([]);
  });

  test('one whose role within the team is taken at the same moment opens nothing', async () => {
    const admin = await join('support');
    const personId = await personOf(VIEWER);
    const chief = await database.pool.connect();
    const code = await (async () => {
      try {
        await chief.query('begin');
        await chief.query('select private.count_active_admins()');
        await chief.query("update public.team_roles set role = 'finance' where person_id = $1", [admin.id]);
        const opening = codeOf(admin, openViewing, { personId, reason });
        const waits = async () => {
          while ((await rows('select from pg_locks where not granted')).length === 0) await setImmediate();
        };
        await Promise.race([opening, waits()]);
        await chief.query('commit');
        return await opening;
      } finally {
        chief.release();
      }
    })();
    expect(code).toBe('forbidden');
  });

  describe('ends at once', () => {
    test('when it is left', async () => {
      const admin = await join('support');
      const { token } = await view(admin, VIEWER);
      expect(await isOver(token)).toBe(false);
      await ask(admin, endViewing, {});
      expect(await isOver(token)).toBe(true);
    });
    test('when another is opened', async () => {
      const admin = await join('support');
      const { token } = await view(admin, VIEWER);
      const next = await view(admin, STREAMER);
      expect([await isOver(token), await isOver(next.token)]).toEqual([true, false]);
    });
    test('when the admin signs out, of this device or by another admin', async () => {
      const [admin, other, chief] = [await join('support'), await join('support'), await join('all')];
      const [mine, theirs] = [await view(admin, VIEWER), await view(other, VIEWER)];
      await admin.client.auth.signOut({ scope: 'local' });
      expect([await isOver(mine.token), await isOver(theirs.token)]).toEqual([true, false]);
      await ask(chief, signOutEverywhere, { personId: other.id, reason });
      expect(await isOver(theirs.token)).toBe(true);
    });
    test('when the role within the team is taken', async () => {
      const [admin, chief] = [await join('support'), await join('all')];
      const { token } = await view(admin, VIEWER);
      await ask(chief, setTeamRoles, { personId: admin.id, roles: ['finance'], reason });
      expect(await isOver(token)).toBe(true);
    });
    test('when its quarter of an hour is over, which nothing makes longer', async () => {
      const admin = await join('support');
      const { token, until } = await view(admin, VIEWER);
      expect(new Date(until).getTime() - Date.now()).toBeLessThanOrEqual(15 * 60_000);
      await expect(
        rows("update auth.viewings set not_after = created_at + interval '16 minutes'"),
      ).rejects.toThrow('viewings_short_check');
      await rows(
        "update auth.viewings set created_at = created_at - interval '16 minutes', not_after = not_after - interval '16 minutes'",
      );
      expect(await isOver(token)).toBe(true);
    });
  });

  test('a command that may be shown writes nothing, whatever it tries', async () => {
    const tries = serve({
      contract: contract('testing/write-row', z.strictObject({}), z.object({}), {
        access: anyone,
        viewing: true,
      }),
      async run({ db }) {
        await db.query('insert into private.written values ($1)', ['a']);
        return {};
      },
    });
    await rows('create table private.written (word text)');
    const keys = await loadKeys({
      dataDir,
      publishableKey: key,
      secretKey: null,
      jwtPrivateKeys: [],
      secretsKey: null,
      jwtSecret: null,
    });
    const alone = await openDatabase(
      { databaseUrl: connectionUrl(database), dataDir, poolSize: 2 },
      pino({ level: 'silent' }),
    );
    const host = createFunctions({
      pool: alone.pool,
      gateway: createGateway(keys, ['anon', 'authenticated']),
      commands: [tries],
      refusalOf: () => null,
      placeOf: () => 'here',
      logger: pino({ level: 'silent' }),
    });
    const { token } = await view(await join('support'), VIEWER);
    const answer = await host.request('/testing/write-row', {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${token}` },
      body: '{}',
    });
    expect(answer.status).toBe(500);
    expect(await rows('select from private.written')).toEqual([]);
    await alone.close();
  });

  let opened: ReturnType<typeof view> | null = null;
  /** One viewing for the tests that only try what it may not do. */
  const shared = () => {
    opened ??= join('support').then((admin) => view(admin, VIEWER));
    return opened;
  };
});
