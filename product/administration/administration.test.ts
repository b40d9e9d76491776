import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { insertAdminRequest, insertSession } from '#database/seed/factories.ts';
import { listLogins } from '#product/accounts/contract.ts';
import type { TeamRole } from '#product/shared/team-roles.ts';
import {
  ask,
  codeOf,
  openProduct,
  type ProductServer,
  type SignedIn,
  send,
  startProduct,
} from '#product/testing/product-server.ts';
import { asCaller, SessionEnded } from '#server/postgres/as-caller.ts';
import {
  changeRole,
  decideAdminRequest,
  listDevices,
  restorePerson,
  signOutEverywhere,
  suspendPerson,
} from './contract.ts';

const reason = 'Pour une bonne raison';
const nobody = '00000000-0000-4000-8000-000000000000';

const product = await openProduct();
const admin = await product.join({ role: 'admin' });

describe('administration', () => {
  const entries = (subjectId: string) =>
    product.rows(
      'select actor_id, action, before, after, reason from audit_log where subject_id = $1 order by id',
      [subjectId],
    );
  const colleagueWith = async (duty: TeamRole): Promise<SignedIn> => {
    const colleague = await product.join({ role: 'admin' });
    await product.rows('update public.team_roles set role = $2 where person_id = $1', [colleague.id, duty]);
    return colleague;
  };
  const mailsTo = async (address: string) =>
    (
      await product.rows('select kind from mail.messages where to_address = $1 order by created_at', [
        address,
      ])
    ).map(({ kind }) => kind);
  const readsAs = (who: SignedIn) =>
    asCaller(
      product.database.pool,
      { role: 'authenticated', claims: { sub: who.id, role: 'authenticated', session_id: who.sessionId } },
      async (db) => (await db.query('select id from profiles')).rowCount,
    );

  test.each([
    ['change-role', changeRole, { personId: nobody, role: 'viewer', reason }],
    ['suspend-person', suspendPerson, { personId: nobody, until: null, reason }],
    ['restore-person', restorePerson, { personId: nobody, reason }],
    ['sign-out-everywhere', signOutEverywhere, { personId: nobody, reason }],
    ['decide-admin-request', decideAdminRequest, { requestId: nobody, decision: 'approve', reason }],
  ] as const)('%s is for admins only, whatever the token says', async (_name, contract, body) => {
    const pretender = await product.join({
      email: `admin-${contract.name.slice(15)}@loge.test`,
      role: 'streamer',
    });
    await product.rows(`update auth.users set raw_user_meta_data = '{"role": "admin"}' where id = $1`, [
      pretender.id,
    ]);
    const token = await product.keys.sign({
      sub: pretender.id,
      role: 'authenticated',
      session_id: pretender.sessionId,
      user_metadata: { role: 'admin' },
      app_metadata: { role: 'admin' },
    });
    expect(await codeOf({ client: product.client(token) }, contract, body as never)).toBe('forbidden');
    expect(await codeOf({ client: product.client() }, contract, body as never)).toBe('unauthenticated');
    expect((await send(admin, contract, body as never)).refusal?.status).toBe(404);
    expect((await send(admin, contract, { ...body, reason: '  ' } as never)).refusal).toMatchObject({
      code: 'invalid_input',
      fields: { reason: 'Indiquez un motif' },
    });
  });

  test('an admin changes a role: it applies at once, and the log has the former role, the new one and the reason', async () => {
    const person = await product.join();
    expect(await readsAs(person)).toBe(1);
    await ask(admin, changeRole, { personId: person.id, role: 'admin', reason });
    expect(await readsAs(person)).toBeGreaterThan(1);
    expect(await codeOf(admin, changeRole, { personId: person.id, role: 'admin', reason })).toBe(
      'role_unchanged',
    );
    await ask(admin, changeRole, { personId: person.id, role: 'streamer', reason });
    expect(await readsAs(person)).toBe(1);
    expect(await entries(person.id)).toEqual([
      {
        actor_id: admin.id,
        action: 'administration/change-role',
        before: { role: 'viewer' },
        after: { role: 'admin' },
        reason,
      },
      {
        actor_id: admin.id,
        action: 'administration/change-role',
        before: { role: 'admin' },
        after: { role: 'streamer' },
        reason,
      },
    ]);
  });

  test('an admin neither demotes nor suspends themself', async () => {
    expect(await codeOf(admin, changeRole, { personId: admin.id, role: 'viewer', reason })).toBe(
      'cannot_act_on_self',
    );
    expect(await codeOf(admin, suspendPerson, { personId: admin.id, until: null, reason })).toBe(
      'cannot_act_on_self',
    );
  });

  describe('suspension', () => {
    test('ends rest and function access at once, and notifies the person', async () => {
      const person = await product.join({ role: 'streamer' });
      // A token without a session must end as well: the ban is what refuses it.
      const bare = await product.keys.sign({ sub: person.id, role: 'authenticated' });
      expect(await readsAs(person)).toBe(1);
      expect(await codeOf({ client: product.client(bare) }, listLogins, {})).toBeNull();
      const until = new Date(Date.now() + 3_600_000).toISOString();
      await ask(admin, suspendPerson, { personId: person.id, until, reason });
      await expect(readsAs(person)).rejects.toBeInstanceOf(SessionEnded);
      expect(await codeOf(person, listLogins, {})).toBe('unauthenticated');
      expect(await codeOf({ client: product.client(bare) }, listLogins, {})).toBe('unauthenticated');
      expect(await product.rows('select from auth.sessions where user_id = $1', [person.id])).toEqual([]);
      expect(await mailsTo(person.email)).toEqual(['account.suspended']);
      expect(await codeOf(admin, suspendPerson, { personId: person.id, until: null, reason })).toBe(
        'already_suspended',
      );
    });

    test('ends by itself at its end, and may then be followed by another', async () => {
      const person = await product.join();
      const until = new Date(Date.now() + 3_600_000).toISOString();
      await ask(admin, suspendPerson, { personId: person.id, until, reason });
      product.clock.ahead = 2 * 3_600_000;
      await ask(admin, suspendPerson, { personId: person.id, until: null, reason });
      product.clock.ahead = 0;
      const suspensions = await product.rows(
        'select until, lifted_at from suspensions where person_id = $1 order by created_at',
        [person.id],
      );
      expect(suspensions).toEqual([
        { until: new Date(until), lifted_at: new Date(until) },
        { until: null, lifted_at: null },
      ]);
    });

    test('cannot end before it begins', async () => {
      const person = await product.join();
      const until = new Date(Date.now() - 1000).toISOString();
      expect(await codeOf(admin, suspendPerson, { personId: person.id, until, reason })).toBe(
        'suspension_in_past',
      );
    });

    test('is taken back by restoring', async () => {
      const person = await product.join();
      expect(await codeOf(admin, restorePerson, { personId: person.id, reason })).toBe('not_suspended');
      await ask(admin, suspendPerson, { personId: person.id, until: null, reason });
      await ask(admin, restorePerson, { personId: person.id, reason: 'Une erreur' });
      const sessionId = await insertSession(product.database.pool, person.id, {
        userAgent: 'Mozilla/5.0 (X11) Firefox/140.0',
      });
      expect(await readsAs({ ...person, sessionId })).toBe(1);
      expect(await mailsTo(person.email)).toEqual(['account.suspended', 'account.restored']);
      expect((await entries(person.id)).map((entry) => [entry.after.state, entry.reason])).toEqual([
        ['suspended', reason],
        ['active', 'Une erreur'],
      ]);
    });
  });

  test('signing somebody out everywhere ends each session, and nothing else', async () => {
    const person = await product.join();
    await insertSession(product.database.pool, person.id);
    expect(await ask(admin, signOutEverywhere, { personId: person.id, reason })).toEqual({
      personId: person.id,
      endedSessions: 2,
    });
    expect(await codeOf(person, listLogins, {})).toBe('unauthenticated');
    const sessionId = await insertSession(product.database.pool, person.id);
    expect(await readsAs({ ...person, sessionId })).toBe(1);
  });

  test('the browsers of a person are read by whom they could be signed out by, without where they are', async () => {
    const person = await product.join();
    await insertSession(product.database.pool, person.id);
    const { devices, factors } = await ask(admin, listDevices, { personId: person.id });
    expect([devices.length, factors]).toEqual([2, 0]);
    expect(Object.keys(devices[0] ?? {})).toEqual(['name', 'since', 'lastActiveAt']);
    for (const duty of ['support', 'moderation'] as const) {
      const colleague = await colleagueWith(duty);
      expect((await ask(colleague, listDevices, { personId: person.id })).devices).toHaveLength(2);
      // Those of a colleague are for who may act upon one.
      expect(await codeOf(colleague, listDevices, { personId: admin.id })).toBe('forbidden');
      expect((await ask(colleague, listDevices, { personId: colleague.id })).devices).toHaveLength(1);
    }
    const strangers = [
      await colleagueWith('finance'),
      await colleagueWith('read_only'),
      person,
      await product.join({ role: 'streamer' }),
    ];
    for (const stranger of strangers)
      expect(await codeOf(stranger, listDevices, { personId: person.id })).toBe('forbidden');
    expect(await codeOf(admin, listDevices, { personId: nobody })).toBe('person_not_found');
  });

  describe('requests to be an admin', () => {
    test.each([
      ['approve', 'admin', 'approved'],
      ['refuse', 'viewer', 'refused'],
    ] as const)('%s leaves the role %s', async (decision, role, state) => {
      const person = await product.join();
      const requestId = await insertAdminRequest(product.database.pool, person.id);
      expect(await ask(admin, decideAdminRequest, { requestId, decision, reason })).toEqual({
        requestId,
        personId: person.id,
        state,
      });
      expect(await product.rows('select role from profiles where id = $1', [person.id])).toEqual([{ role }]);
      expect(
        await product.rows('select state, decided_by, reason from admin_requests where id = $1', [requestId]),
      ).toEqual([{ state, decided_by: admin.id, reason }]);
      expect(await mailsTo(person.email)).toEqual(['account.admin_request_decided']);
      expect(await entries(person.id)).toMatchObject([{ after: { role, adminRequest: state }, reason }]);
    });

    test('a request from an unconfirmed address cannot be granted, but can be refused', async () => {
      const person = await product.join({ confirmedAt: null });
      const requestId = await insertAdminRequest(product.database.pool, person.id);
      expect(await codeOf(admin, decideAdminRequest, { requestId, decision: 'approve', reason })).toBe(
        'admin_request_unconfirmed',
      );
      expect(await product.rows('select role from profiles where id = $1', [person.id])).toEqual([
        { role: 'viewer' },
      ]);
      expect(await ask(admin, decideAdminRequest, { requestId, decision: 'refuse', reason })).toMatchObject({
        state: 'refused',
      });
    });

    test('changing the role to admin answers a pending one', async () => {
      const person = await product.join();
      const requestId = await insertAdminRequest(product.database.pool, person.id);
      await ask(admin, changeRole, { personId: person.id, role: 'admin', reason });
      expect(await codeOf(admin, decideAdminRequest, { requestId, decision: 'refuse', reason })).toBe(
        'admin_request_decided',
      );
    });

    test('when two admins decide at the same moment, one of them does', async () => {
      const second = await product.join({ role: 'admin' });
      for (let round = 0; round < 10; round++) {
        const person = await product.join();
        const requestId = await insertAdminRequest(product.database.pool, person.id);
        const codes = await Promise.all([
          codeOf(admin, decideAdminRequest, { requestId, decision: 'approve', reason }),
          codeOf(second, decideAdminRequest, { requestId, decision: 'refuse', reason }),
          codeOf(admin, decideAdminRequest, { requestId, decision: 'refuse', reason }),
        ]);
        expect(codes.filter((code) => code === null)).toHaveLength(1);
        expect(codes.filter((code) => code === 'admin_request_decided')).toHaveLength(2);
        expect(await entries(person.id)).toHaveLength(1);
      }
    });
  });
});

describe('the last admin', () => {
  let product: ProductServer;
  beforeAll(async () => {
    product = await startProduct();
  });
  afterAll(() => product.close());

  const active = async () => {
    const { rows } = await product.database.pool.query<{ count: number }>(
      `select count(*)::int as count from profiles p join auth.users u on u.id = p.id
       where p.role = 'admin' and u.banned_until is null`,
    );
    return rows[0]!.count;
  };

  test.each(['change-role', 'suspend-person'] as const)(
    'remains when all admins act on each other at once by %s',
    async (name) => {
      for (let round = 0; round < 8; round++) {
        await product.database.pool.query("update profiles set role = 'viewer' where role = 'admin'");
        const admins = await Promise.all(Array.from({ length: 4 }, () => product.join({ role: 'admin' })));
        const attacks = admins.flatMap((from) =>
          admins.filter((to) => to !== from).map((to) => ({ from, to })),
        );
        const codes = await Promise.all(
          attacks.map(({ from, to }) =>
            name === 'change-role'
              ? codeOf(from, changeRole, { personId: to.id, role: 'viewer', reason })
              : codeOf(from, suspendPerson, { personId: to.id, until: null, reason }),
          ),
        );
        expect(await active()).toBe(1);
        // Three were demoted, each by somebody who was still an admin at that moment; those who were demoted could do nothing any more.
        expect(codes.filter((code) => code === null)).toHaveLength(3);
      }
    },
  );
});
