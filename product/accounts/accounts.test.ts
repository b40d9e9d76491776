import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { insertSession } from '#database/seed/factories.ts';
import { purgeDeletedAccounts } from '#product/deletion/purge-deleted.ts';
import { ask, codeOf, openProduct, PASSWORD, send, startProduct } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { asCaller, SessionEnded } from '#server/postgres/as-caller.ts';
import {
  cancelDeletion,
  completeProfile,
  exportData,
  listLogins,
  requestDeletion,
  revokeLogin,
} from './contract.ts';

const product = await openProduct();
// An admin who stays, so that others may go.
await product.join({ role: 'admin' });

describe('one’s own account', () => {
  const mailsTo = async (address: string) =>
    (
      await product.rows('select kind from mail.messages where to_address = $1 order by created_at', [
        address,
      ])
    ).map(({ kind }) => kind);

  test('somebody who came by another account chooses role and names once', async () => {
    const me = await product.join();
    const names = { firstName: 'Éloïse', lastName: 'Marchetti' };
    const wish = { role: 'streamer', ...names } as const;
    expect(await codeOf(me, completeProfile, wish)).toBe('profile_complete');
    await product.rows('update profiles set role = null where id = $1', [me.id]);
    // All at once: one of them is the choice.
    const answers = await Promise.allSettled(
      (['streamer', 'viewer', 'streamer'] as const).map((role) =>
        ask(me, completeProfile, { ...wish, role }),
      ),
    );
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const profiles = await product.rows('select first_name, last_name from profiles where id = $1', [me.id]);
    expect(profiles).toEqual([{ first_name: 'Éloïse', last_name: 'Marchetti' }]);
  });

  test('who asks to be an admin is one at once only where the deployment is open', async () => {
    const newcomer = async () => {
      const me = await product.join();
      await product.rows('update profiles set role = null where id = $1', [me.id]);
      const names = { firstName: 'Dominique', lastName: 'Delorme' };
      const wish = { role: 'admin', ...names } as const;
      const { role } = await ask(me, completeProfile, wish);
      const requests = await product.rows('select state from admin_requests where person_id = $1', [me.id]);
      return { role, requests };
    };
    const setting = 'update private.deployments set admin_signup = $1';
    await product.rows(setting, ['approval']);
    expect(await newcomer()).toEqual({ role: 'viewer', requests: [{ state: 'pending' }] });
    await product.rows(setting, ['open']);
    expect(await newcomer()).toEqual({ role: 'admin', requests: [] });
    await product.rows(setting, ['approval']);
  });

  test('nobody but the team is called as the team is, however they write it', async () => {
    const me = await product.join();
    const rename = (first: string, last: string) =>
      product.rows('update profiles set first_name = $2, last_name = $3 where id = $1', [me.id, first, last]);
    for (const [first = '', last = ''] of [
      ['Équipe', 'Loge'],
      ['Loge', 'Remboursements'],
      ['Camille', 'Admin'],
      ['L0g3', 'Support'],
    ])
      await expect(rename(first, last)).rejects.toThrow("Loge's team");
    await rename('Marc', 'Logeais');
    await product.rows('update profiles set role = null where id = $1', [me.id]);
    for (const [lastName, field] of [
      ['Loge', 'lastName'],
      ['site\u2024com', 'lastName'],
    ] as const)
      expect(
        Object.keys(
          (await send(me, completeProfile, { role: 'viewer', firstName: 'Support', lastName })).refusal
            ?.fields ?? {},
        ),
      ).toEqual([field]);
  });

  test('an account whose given name is the team’s begins without one', async () => {
    const email = `faux-${String(Date.now())}@exemple.test`;
    await product.rows(
      `insert into auth.users (email, raw_user_meta_data) values ($1, '{"role":"viewer","first_name":"Support","last_name":"Loge"}')`,
      [email],
    );
    expect(
      await product.rows(
        'select first_name, last_name from profiles p join auth.users u using (id) where u.email = $1',
        [email],
      ),
    ).toEqual([{ first_name: null, last_name: null }]);
  });

  describe('sessions', () => {
    test('a person sees where they are signed in, this device first, in words', async () => {
      const me = await product.join();
      const phone =
        'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';
      await insertSession(product.database.pool, me.id, { userAgent: phone, ip: '192.0.2.7' });
      await product.join();
      const { logins } = await ask(me, listLogins, {});
      expect(logins).toMatchObject([
        { id: me.sessionId, device: 'Firefox sur Linux', current: true },
        { device: 'Safari sur iPhone', ip: '192.0.2.7', current: false },
      ]);
    });

    test('a session whose time is over is not listed', async () => {
      const me = await product.join();
      const over = await insertSession(product.database.pool, me.id);
      await product.rows("update auth.sessions set not_after = now() - interval '1 s' where id = $1", [over]);
      expect((await ask(me, listLogins, {})).logins).toHaveLength(1);
    });

    test('a person ends a session, and its access ends at once', async () => {
      const me = await product.join();
      const other = await insertSession(product.database.pool, me.id);
      const identity = { role: 'authenticated', claims: { sub: me.id, session_id: other } };
      await asCaller(product.database.pool, identity, (db) => db.query('select'));
      await ask(me, revokeLogin, { loginId: other });
      await expect(
        asCaller(product.database.pool, identity, (db) => db.query('select')),
      ).rejects.toBeInstanceOf(SessionEnded);
      expect((await ask(me, listLogins, {})).logins).toHaveLength(1);
    });

    test('nobody ends somebody else’s session, nor learns that it exists', async () => {
      const [me, other] = [await product.join(), await product.join()];
      expect(await codeOf(me, revokeLogin, { loginId: other.sessionId })).toBe('login_not_found');
      expect((await ask(other, listLogins, {})).logins).toHaveLength(1);
    });
  });

  describe('export', () => {
    test('holds everything about the person and no secret', async () => {
      const me = await product.join({ firstName: 'Éloïse', lastName: 'Marchetti', role: 'streamer' });
      await insertSession(product.database.pool, me.id, { ip: '192.0.2.9' });
      await ask(me, requestDeletion, { password: PASSWORD });
      await ask(me, cancelDeletion, {});
      await product.rows(
        `insert into public.identity_requests (streamer_id, year, sessions, credited_cents, asked_at) values ($1, 2026, 25, 95000, now())`,
        [me.id],
      );
      const data = await ask(me, exportData, {});
      expect(data).toMatchObject({
        account: { id: me.id, email: me.email },
        profile: { role: 'streamer', first_name: 'Éloïse', last_name: 'Marchetti' },
        identities: [{ provider: 'email' }],
        sessions: [{ id: me.sessionId }],
        adminRequests: [],
        deletionRequest: null,
        history: [
          { action: 'accounts/request-deletion', by: 'self', about_self: true },
          { action: 'accounts/cancel-deletion', by: 'self', about_self: true },
        ],
        // The second session began in a browser that was not known.
        mails: [{ kind: 'account.new_device' }, { kind: 'account.deletion_requested' }],
        devices: [{}, {}],
        signInAlerts: [{ ip: '192.0.2.9', ended_at: null }],
        identityRequest: { year: 2026, sessions: 25, credited_cents: 95_000, completed_at: null },
      });
      expect(JSON.stringify(data)).not.toMatch(/argon2|encrypted_password|token_hash/);
    });

    test('is one’s own only', async () => {
      const [me, other] = [await product.join(), await product.join()];
      expect(JSON.stringify(await ask(me, exportData, {}))).not.toContain(other.id);
    });
  });

  describe('deletion', () => {
    test('starts 30 days of grace, ends the other sessions, and sends a mail and an audit entry', async () => {
      const me = await product.join({ role: 'streamer' });
      await insertSession(product.database.pool, me.id, { userAgent: 'Mozilla/5.0 (X11) Firefox/140.0' });
      const { deletesAt } = await ask(me, requestDeletion, { password: PASSWORD });
      expect((Date.parse(deletesAt) - Date.now()) / 86_400_000).toBeCloseTo(30, 2);
      expect((await ask(me, listLogins, {})).logins).toMatchObject([{ current: true }]);
      expect(await mailsTo(me.email)).toEqual(['account.deletion_requested']);
      const [mail] = await readMails(product.database.pool, 'to_address = $1', [me.email]);
      expect(mail?.text).toContain('http://loge.test/streamer-dashboard/settings');
      expect(
        await product.rows('select action, reason from audit_log where subject_id = $1', [me.id]),
      ).toEqual([{ action: 'accounts/request-deletion', reason: 'Demande de la personne' }]);
      expect(await codeOf(me, requestDeletion, { password: PASSWORD })).toBe('deletion_already_requested');
    });

    test('needs the password, and five wrong ones block it for a quarter of an hour', async () => {
      const me = await product.join();
      for (let attempt = 1; attempt <= 5; attempt++) {
        expect(await codeOf(me, requestDeletion, { password: 'faux' })).toBe('wrong_password');
      }
      const { refusal } = await send(me, requestDeletion, { password: PASSWORD });
      expect(refusal).toMatchObject({ status: 429, code: 'too_many_attempts' });
      expect(await product.rows('select from deletion_requests where person_id = $1', [me.id])).toEqual([]);
      product.clock.ahead = 16 * 60_000;
      expect(await codeOf(me, requestDeletion, { password: PASSWORD })).toBeNull();
      product.clock.ahead = 0;
    });

    test('an account without a password cannot confirm by one', async () => {
      const me = await product.join({ passwordHash: null });
      expect(await codeOf(me, requestDeletion, { password: 'x' })).toBe('password_missing');
    });

    test('may be taken back, once', async () => {
      const me = await product.join();
      await ask(me, requestDeletion, { password: PASSWORD });
      await ask(me, cancelDeletion, {});
      expect(await product.rows('select from deletion_requests where person_id = $1', [me.id])).toEqual([]);
      expect(await codeOf(me, cancelDeletion, {})).toBe('deletion_not_requested');
    });

    test('the last admin cannot leave', async () => {
      const alone = await startProduct();
      try {
        const admin = await alone.join({ role: 'admin' });
        expect(await codeOf(admin, requestDeletion, { password: PASSWORD })).toBe('last_admin');
        for (let round = 0; round < 5; round++) {
          const others = await Promise.all([1, 2, 3].map(() => alone.join({ role: 'admin' })));
          const all = [admin, ...others];
          const codes = await Promise.all(
            all.map((who) => codeOf(who, requestDeletion, { password: PASSWORD })),
          );
          // All ask at once: everybody but one may leave.
          expect(codes.sort()).toEqual(['last_admin', null, null, null]);
          await alone.database.pool.query(`update profiles set role = 'viewer' where id <> $1`, [admin.id]);
          await alone.database.pool.query('delete from deletion_requests');
        }
      } finally {
        await alone.close();
      }
    });
  });

  describe('after the grace', () => {
    const purge = (now: Date) =>
      purgeDeletedAccounts({
        pool: product.database.pool,
        logger: pino({ level: 'silent' }),
        now,
        signal: new AbortController().signal,
      });

    test('everything of the account goes; a farewell mail and an entry without a name remain', async () => {
      const me = await product.join({ firstName: 'Lucas', lastName: 'Perrin' });
      await ask(me, requestDeletion, { password: PASSWORD });
      const day = (days: number) => new Date(Date.now() + days * 86_400_000);
      await purge(day(29));
      expect(await product.rows('select from profiles where id = $1', [me.id])).toHaveLength(1);
      await Promise.all([purge(day(31)), purge(day(31))]);
      expect(await codeOf(me, listLogins, {})).toBe('unauthenticated');
      expect(await product.rows('select from auth.users where id = $1', [me.id])).toEqual([]);
      expect(await product.rows('select from profiles where id = $1', [me.id])).toEqual([]);
      expect(await mailsTo(me.email)).toEqual(['account.deletion_done']);
      const entries = await product.rows('select * from audit_log where subject_id = $1 order by id', [
        me.id,
      ]);
      expect(entries.map(({ action }) => action)).toEqual([
        'accounts/request-deletion',
        'accounts/purge-deleted',
      ]);
      expect(JSON.stringify(entries)).not.toMatch(/Lucas|Perrin|person-/);
    });

    test('a person who took the deletion back stays', async () => {
      const me = await product.join();
      await ask(me, requestDeletion, { password: PASSWORD });
      await ask(me, cancelDeletion, {});
      await purge(new Date(Date.now() + 40 * 86_400_000));
      expect(await product.rows('select from profiles where id = $1', [me.id])).toHaveLength(1);
    });
  });
});
