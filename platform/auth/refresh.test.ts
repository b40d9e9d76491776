import { processLock } from '@supabase/supabase-js';
import { describe, expect, test } from 'vitest';
import { type AuthServer, newEmail, openAuth, PASSWORD, startAuth } from './testing/server.ts';

interface Answer {
  status: number;
  headers: Headers;
  token: string;
  access: string;
  code: string | undefined;
}

async function refresh(server: AuthServer, token: string): Promise<Answer> {
  const answer = await server.call('POST', '/token?grant_type=refresh_token', {
    body: { refresh_token: token },
  });
  const body = (await answer.json()) as { refresh_token: string; access_token: string; error_code?: string };
  return {
    status: answer.status,
    headers: answer.headers,
    token: body.refresh_token,
    access: body.access_token,
    code: body.error_code,
  };
}

async function newSession(server: AuthServer) {
  const email = newEmail();
  const { data } = await server.client().auth.signUp({ email, password: PASSWORD });
  return { email, user: data.user!, token: data.session!.refresh_token, access: data.session!.access_token };
}

function sharedStorage() {
  const memory = new Map<string, string>();
  return {
    getItem: (key: string) => memory.get(key) ?? null,
    setItem: (key: string, value: string) => void memory.set(key, value),
    removeItem: (key: string) => void memory.delete(key),
  };
}

const server = await openAuth({ autoconfirm: true });

describe('refreshing', () => {
  test('a token is exchanged for a new one in the same session', async () => {
    const { token, access, user } = await newSession(server);
    const next = await refresh(server, token);
    expect(next.status).toBe(200);
    expect(next.token).toMatch(/^[a-z0-9]{12}$/);
    expect(next.token).not.toBe(token);
    const [before, after] = [await server.keys.verify(access), await server.keys.verify(next.access)];
    expect(after).toMatchObject({
      sub: user.id,
      session_id: before.session_id,
      amr: before.amr,
      aal: 'aal1',
    });
    expect(next.headers.get('sb-auth-user-id')).toBe(user.id);
    expect(next.headers.get('sb-auth-session-id')).toBe(before.session_id);
    expect(next.headers.get('sb-auth-refresh-token-prefix')).toBe(token.slice(0, 5));
    expect(next.headers.get('sb-auth-refresh-token-reuse')).toBeNull();
  });

  test('the database holds no refresh token', async () => {
    const { token } = await newSession(server);
    const { rows } = await server.database.pool.query('select r::text as text from auth.refresh_tokens r');
    expect(rows.some(({ text }) => text.includes(token))).toBe(false);
    expect(rows.some(({ text }) => text.includes(Buffer.from(token).toString('hex')))).toBe(false);
  });

  test('the parent of the active token gets the active token again, at any time', async () => {
    const { token } = await newSession(server);
    const next = await refresh(server, token);
    server.clock.ahead = 3_600_000;
    const again = await refresh(server, token);
    server.clock.ahead = 0;
    expect(again.token).toBe(next.token);
    expect(again.headers.get('sb-auth-refresh-token-reuse')).toBe('true');
  });

  test('an older token is exchanged within ten seconds of its use, and the younger ones live on', async () => {
    const { token } = await newSession(server);
    const second = await refresh(server, token);
    const third = await refresh(server, second.token);
    server.clock.ahead = 9_000;
    const late = await refresh(server, token);
    expect(late.status).toBe(200);
    expect(late.token).not.toBe(third.token);
    server.clock.ahead = 60_000;
    expect((await refresh(server, third.token)).status).toBe(200);
    server.clock.ahead = 0;
  });

  test('an older token presented later is theft: the session’s tokens end, for thief and owner', async () => {
    const { token, access } = await newSession(server);
    const second = await refresh(server, token);
    const third = await refresh(server, second.token);
    server.clock.ahead = 11_000;
    const stolen = await refresh(server, token);
    expect([stolen.status, stolen.code]).toEqual([400, 'refresh_token_already_used']);
    const owner = await refresh(server, third.token);
    expect([owner.status, owner.code]).toEqual([400, 'refresh_token_already_used']);
    server.clock.ahead = 0;
    const { session_id } = await server.keys.verify(access);
    const { rows } = await server.database.pool.query(
      'select bool_and(revoked) as revoked from auth.refresh_tokens where session_id = $1',
      [session_id],
    );
    expect(rows).toEqual([{ revoked: true }]);
    const { rows: entries } = await server.database.pool.query(
      `select payload from auth.audit_log_entries where payload ->> 'action' = 'token_revoked'
       and payload -> 'traits' ->> 'session_id' = $1`,
      [session_id],
    );
    expect(entries.length).toBeGreaterThan(0);
  });

  test('twenty at once with one token end in one active token, known to each of them', async () => {
    const { token, access } = await newSession(server);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(server, token)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map((answer) => answer.token)).size).toBe(1);
    const { session_id } = await server.keys.verify(access);
    const { rows } = await server.database.pool.query(
      'select count(*)::int as active from auth.refresh_tokens where session_id = $1 and not revoked',
      [session_id],
    );
    expect(rows).toEqual([{ active: 1 }]);
  });

  test('a session that somebody else holds locked is answered 409 and not waited for without end', async () => {
    const { token, access } = await newSession(server);
    const { session_id } = await server.keys.verify(access);
    const holder = await server.database.pool.connect();
    await holder.query('begin');
    await holder.query('select from auth.sessions where id = $1 for update', [session_id]);
    const answer = await refresh(server, token);
    await holder.query('rollback');
    holder.release();
    expect([answer.status, answer.code]).toEqual([409, 'conflict']);
    expect((await refresh(server, token)).status).toBe(200);
  });

  test.each([
    ['take turns, as browsers let them', { lock: processLock }],
    ['know nothing of each other', {}],
  ])('two tabs that share a storage and %s refresh at once and both stay in', async (_, options) => {
    const { email } = await newSession(server);
    const storage = sharedStorage();
    const tab = () => server.client({ persistSession: true, storage, storageKey: 'shared', ...options });
    const [one, two] = [tab(), tab()];
    await one.auth.signInWithPassword({ email, password: PASSWORD });
    const signedIn = (await two.auth.getSession()).data.session!;
    const [first, second] = await Promise.all([
      one.auth.refreshSession({ refresh_token: signedIn.refresh_token }),
      two.auth.refreshSession({ refresh_token: signedIn.refresh_token }),
    ]);
    // Of two answers that arrive at once auth-js keeps one and drops the other, which names the same token.
    const errors = [first.error, second.error].filter((error) => error?.name !== 'AuthRefreshDiscardedError');
    expect(errors.every((error) => error === null) && errors.length > 0).toBe(true);
    const kept = (await one.auth.getSession()).data.session!;
    expect((await two.auth.getSession()).data.session!.refresh_token).toBe(kept.refresh_token);
    expect(kept.refresh_token).not.toBe(signedIn.refresh_token);
    server.clock.ahead = 60_000;
    expect((await one.auth.refreshSession()).error).toBeNull();
    expect((await two.auth.getUser()).error).toBeNull();
    server.clock.ahead = 0;
  });

  test('a client whose clock is hours off can refresh and stays signed in', async () => {
    const { email } = await newSession(server);
    const storage = sharedStorage();
    const client = server.client({ persistSession: true, storage, storageKey: 'skewed' });
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    const kept = JSON.parse(storage.getItem('skewed')!) as { expires_at: number };
    // To a clock that runs ahead the token looks expired the moment it arrives.
    storage.setItem('skewed', JSON.stringify({ ...kept, expires_at: kept.expires_at - 3 * 3600 }));
    const { data, error } = await client.auth.getSession();
    expect(error).toBeNull();
    expect((await client.auth.getUser(data.session!.access_token)).error).toBeNull();
  });

  test('a refresh during a restart keeps the session and succeeds afterwards', async () => {
    const { email } = await newSession(server);
    const client = server.client();
    await client.auth.signInWithPassword({ email, password: PASSWORD });
    await server.down();
    const during = client.auth.refreshSession();
    await new Promise((resolve) => setTimeout(resolve, 500));
    await server.up();
    const { data, error } = await during;
    // auth-js tries again by itself for as long as the failure is one of the network.
    expect(error).toBeNull();
    expect((await client.auth.getUser(data.session!.access_token)).error).toBeNull();
  });

  test.each([
    ['an unknown token', 'abcdefabcdef', 'refresh_token_not_found'],
    ['a malformed token', 'nonsense!', 'validation_failed'],
    ['no token', '', 'validation_failed'],
  ])('%s is refused', async (_, token, code) => {
    const answer = await refresh(server, token);
    expect([answer.status, answer.code]).toEqual([400, code]);
  });

  test('a banned person’s refresh is refused with that reason', async () => {
    const { token, user } = await newSession(server);
    await server.database.pool.query(
      `update auth.users set banned_until = now() + interval '1 day' where id = $1`,
      [user.id],
    );
    const answer = await refresh(server, token);
    expect([answer.status, answer.code]).toEqual([400, 'user_banned']);
  });

  test('what was changed in the account is in the new access token', async () => {
    const { token, user } = await newSession(server);
    await server.admin().auth.admin.updateUserById(user.id, { app_metadata: { team: 'rouge' } });
    const next = await refresh(server, token);
    expect(await server.keys.verify(next.access)).toMatchObject({ app_metadata: { team: 'rouge' } });
  });
});

describe('sessions with an end', () => {
  test('a session ends after its time box, or when it was left alone', async () => {
    const server = await startAuth({ autoconfirm: true, sessionTimebox: 7200, sessionInactivity: 3600 });
    const idle = await newSession(server);
    const busy = await newSession(server);
    server.clock.ahead = 3_000_000;
    const { token } = await refresh(server, busy.token);
    server.clock.ahead = 3_700_000;
    expect((await refresh(server, idle.token)).code).toBe('session_expired');
    const again = await refresh(server, token);
    expect(again.status).toBe(200);
    server.clock.ahead = 7_100_000;
    const last = await refresh(server, again.token);
    expect(last.status).toBe(200);
    server.clock.ahead = 7_300_000;
    expect((await refresh(server, last.token)).code).toBe('session_expired');
    await server.close();
  });
});
