import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { insertSession } from '#database/seed/factories.ts';
import { purgeExpired } from '#platform/auth/purge.ts';
import { ask, codeOf, openProduct } from '#product/testing/product-server.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { endSignIn, exportData, listEvents, readSignIn, revokeLogin } from './contract.ts';
import { forgetDevices } from './sign-in-alerts.ts';

const product = await openProduct();

describe('a sign-in from a browser that was never used', () => {
  const told = (address: string) =>
    readMails(product.database.pool, "kind = 'account.new_device' and to_address = $1", [address]);
  const enter = async (personId: string, device: string, at = new Date()) => {
    const [row] = await product.rows(
      `insert into auth.sessions (user_id, user_agent, ip, device, created_at)
       values ($1, 'Mozilla/5.0 (Windows NT 10.0) Firefox/145.0', '192.0.2.7', sha256($2::text::bytea), $3) returning id`,
      [personId, device, at],
    );
    return row?.id as string;
  };
  const secretOf = (mail: { text: string } | undefined) =>
    /unknown-sign-in\/([0-9a-f]{64})/.exec(mail?.text ?? '')?.[1] ?? '';
  const visitor = { client: product.client() };

  test('is told once, however many begin at once, and the first browser of an account is not', async () => {
    const me = await product.join();
    expect(await told(me.email)).toEqual([]);
    await Promise.all(Array.from({ length: 8 }, () => enter(me.id, 'laptop')));
    await enter(me.id, 'laptop');
    const mails = await told(me.email);
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toMatch(/Firefox sur Windows.*192\.0\.2\.7/s);
    // A program sends no cookie: its next version is the same device, another program is not.
    await insertSession(product.database.pool, me.id, { userAgent: 'Mozilla/5.0 (X11) Firefox/141.0.2' });
    expect(await told(me.email)).toHaveLength(1);
    await insertSession(product.database.pool, me.id, { userAgent: 'curl/8.5.0' });
    expect(await told(me.email)).toHaveLength(2);
  });

  test('is told to nobody else, nor where there is no address, and no more than ten times an hour', async () => {
    const [me, other] = [await product.join(), await product.join()];
    await enter(other.id, 'shared computer');
    await enter(me.id, 'shared computer');
    expect([await told(me.email), await told(other.email)].map((mails) => mails.length)).toEqual([1, 1]);
    for (let one = 0; one < 12; one++) await enter(me.id, `machine ${one}`);
    expect(await told(me.email)).toHaveLength(10);
    await enter(me.id, 'much later', new Date(Date.now() + 3_700_000));
    expect(await told(me.email)).toHaveLength(11);
    await product.rows('update auth.users set email = null where id = $1', [other.id]);
    expect(await enter(other.id, 'without an address')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('ends by the link of its mail: that session alone, by who presses and not by who opens', async () => {
    const me = await product.join();
    const [mine, theirs] = [await enter(me.id, 'my laptop'), await enter(me.id, 'a stranger')];
    const token = secretOf((await told(me.email))[1]);
    const open = async () =>
      (await product.rows('select id from auth.sessions where user_id = $1', [me.id])).map(({ id }) => id);
    expect(await ask(visitor, readSignIn, { token })).toMatchObject({
      device: 'Firefox sur Windows',
      ip: '192.0.2.7',
      endedAt: null,
    });
    expect(await open()).toHaveLength(3);
    await Promise.all(Array.from({ length: 4 }, () => ask(visitor, endSignIn, { token })));
    expect((await open()).toSorted()).toEqual([me.sessionId, mine].toSorted());
    expect(await ask(visitor, readSignIn, { token })).toMatchObject({ endedAt: expect.any(String) });
    expect(await open()).not.toContain(theirs);
    // The browser is forgotten with it: it is told again.
    await enter(me.id, 'a stranger');
    expect(await told(me.email)).toHaveLength(3);
    const { events } = await ask(me, listEvents, {});
    expect(events.filter(({ kind }) => kind === 'sign_in_disowned')).toHaveLength(1);
  });

  test('does not end by an invented secret', async () => {
    for (const contract of [readSignIn, endSignIn]) {
      expect(await codeOf(visitor, contract, { token: 'f'.repeat(64) })).toBe('sign_in_not_found');
      expect(await codeOf(visitor, contract, { token: "' or true --" })).toBe('invalid_input');
    }
  });

  test('and its browser are forgotten in time', async () => {
    const me = await product.join();
    const old = new Date(Date.now() - 401 * 86_400_000);
    await enter(me.id, 'an old telephone', old);
    await forgetDevices({ pool: product.database.pool, now: new Date() });
    const count = 'select count(*)::int as count from private';
    expect(await product.rows(`${count}.known_devices where person_id = $1`, [me.id])).toEqual([
      { count: 1 },
    ]);
    expect(await product.rows(`${count}.sign_in_alerts where person_id = $1`, [me.id])).toEqual([
      { count: 0 },
    ]);
  });
});

test('recent events are one’s own, of 90 days, newest first, without what tells a person nothing', async () => {
  const [me, other] = [await product.join(), await product.join()];
  const log = (personId: string, action: string, traits: object, daysAgo: number) =>
    product.rows(
      `insert into auth.audit_log_entries (payload, ip_address, created_at)
       values (jsonb_build_object('action', $2::text, 'actor_id', $1::text, 'traits', $3::jsonb), '192.0.2.7', now() - make_interval(days => $4))`,
      [personId, action, traits, daysAgo],
    );
  await log(me.id, 'login', { method: 'password' }, 2);
  await log(me.id, 'verification_attempted', { factor_type: 'totp', refused: true }, 1);
  await log(me.id, 'challenge_created', {}, 1);
  await log(me.id, 'user_modified', {}, 1);
  await log(me.id, 'user_updated_password', {}, 91);
  await log(other.id, 'login', { method: 'passkey' }, 0);
  const session = await insertSession(product.database.pool, me.id);
  await ask(me, revokeLogin, { loginId: session });
  expect((await ask(me, listEvents, {})).events).toMatchObject([
    { kind: 'session_ended', ip: null },
    { kind: 'factor_refused', detail: 'totp', ip: '192.0.2.7' },
    { kind: 'signed_in', detail: 'password' },
  ]);
  expect(await codeOf({ client: product.client() }, listEvents, {})).toBe('unauthenticated');
});

test('what happened to an account is kept for the year that the privacy page promises, and then deleted', async () => {
  const page = await readFile(join(import.meta.dirname, '../content/texts/confidentialite.md'), 'utf8');
  expect(page).toContain('l’historique, un an');
  const me = await product.join();
  for (const [action, daysAgo] of Object.entries({ login: 364, logout: 366 }))
    await product.rows(
      `insert into auth.audit_log_entries (payload, created_at)
       values (jsonb_build_object('action', $2::text, 'actor_id', $1::text), now() - make_interval(days => $3))`,
      [me.id, action, daysAgo],
    );
  await purgeExpired(product.database.pool, new Date());
  expect((await ask(me, exportData, {})).signInHistory).toMatchObject([{ action: 'login' }]);
});
