import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { phaseOf } from '#web/features/auth/auth-state.ts';
import { type Answers, benchOf, sessionOf } from '#web/features/auth/testing/platform.ts';

const profile = { id: 'p1', role: 'streamer', avatar_url: null, first_name: 'Camille', last_name: 'Roux' };

/** A platform with one account, whose profile row is as given. */
const platform =
  (
    row: Response | Record<string, unknown> = profile,
    others: Answers = () => undefined,
    email = 'camille@exemple.fr',
  ): Answers =>
  (method, path) => {
    const other = others(method, path);
    if (other) return other;
    if (path === '/auth/v1/token') return Response.json(sessionOf(email));
    if (path === '/rest/v1/profiles') return row instanceof Response ? row : Response.json(row);
    return path === '/auth/v1/logout' ? new Response(null, { status: 204 }) : undefined;
  };

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe('the session of the page', () => {
  test('a visitor is known to be signed out without loading the client', () => {
    const { store, asked } = benchOf(platform());
    expect(store.state()).toEqual({ status: 'loading' });
    store.start();
    expect(store.state()).toEqual({ status: 'signed-out' });
    expect(asked).toEqual([]);
  });

  test('Successful login: the profile is loaded and the user becomes authenticated', async () => {
    const { store, actions, asked } = benchOf(platform());
    store.start();
    await actions.signIn('camille@exemple.fr', 'abricot-vert');
    expect(store.state()).toEqual({
      status: 'signed-in',
      phase: 'signed-in',
      recovery: false,
      requestedRole: null,
      factor: 'none',
      newcomer: null,
      user: {
        id: 'p1',
        email: 'camille@exemple.fr',
        role: 'streamer',
        isAuthenticated: true,
        avatarUrl: null,
        firstName: 'Camille',
        lastName: 'Roux',
      },
    });
    expect(asked).toEqual([
      'POST /auth/v1/token?grant_type=password',
      'GET /rest/v1/profiles?select=*&id=eq.p1',
    ]);
  });

  test.each([500, 502, 503])(
    'a profile that is answered %d is read again, as after a lost line',
    async (status) => {
      vi.useFakeTimers();
      let reads = 0;
      const { actions, toasts } = benchOf(
        platform(profile, (_, path) => {
          if (path !== '/rest/v1/profiles') return undefined;
          reads += 1;
          return reads < 3
            ? Response.json({ message: 'away' }, { status, headers: { 'retry-after': '5' } })
            : undefined;
        }),
      );
      const user = actions.signIn('camille@exemple.fr', 'abricot-vert');
      await vi.advanceTimersByTimeAsync(10_000);
      expect(await user).toMatchObject({ role: 'streamer' });
      expect([reads, toasts]).toEqual([3, []]);
      vi.useRealTimers();
    },
  );

  test('a profile that could not be read is read again when the session shows itself again', async () => {
    let isClosed = true;
    const { store, actions, supabase } = benchOf(
      platform(profile, (_, path) =>
        path === '/rest/v1/profiles' && isClosed
          ? Response.json({ code: '42501' }, { status: 403 })
          : undefined,
      ),
    );
    store.start();
    await actions.signIn('camille@exemple.fr', 'abricot-vert');
    expect(store.state()).toMatchObject({ user: { role: 'viewer' } });
    isClosed = false;
    await (await supabase()).auth.refreshSession();
    await vi.waitFor(() => expect(store.state()).toMatchObject({ user: { role: 'streamer' } }));
  });

  test('Profile load failure: destructive toast, and the person is signed in all the same', async () => {
    const failing = Response.json({ code: '42501', message: 'permission denied' }, { status: 403 });
    const { store, actions, toasts } = benchOf(platform(failing));
    store.start();
    await actions.signIn('camille@exemple.fr', 'abricot-vert');
    expect(toasts).toEqual(['Erreur: Impossible de charger votre profil utilisateur']);
    expect(store.state()).toMatchObject({ status: 'signed-in', user: { role: 'viewer' } });
  });

  test.each([
    ['admin@exemple.fr', 'admin'],
    ['mon.streamer@exemple.fr', 'streamer'],
    ['camille@exemple.fr', 'viewer'],
  ])(
    'When the profile has no role at login, the role is guessed from the e-mail: %s gives %s',
    async (email, role) => {
      const { actions } = benchOf(platform({ ...profile, role: null }, undefined, email));
      expect(await actions.signIn(email, 'abricot-vert')).toMatchObject({ role });
    },
  );

  test('Login or signup error: logged and re-thrown to the caller', async () => {
    const refusal = () => Response.json({ error_code: 'invalid_credentials', msg: 'no' }, { status: 400 });
    const { store, actions } = benchOf(
      platform(profile, (_, path) => (path.startsWith('/auth/') ? refusal() : undefined)),
    );
    store.start();
    await expect(actions.signIn('camille@exemple.fr', 'non')).rejects.toMatchObject({
      code: 'invalid_credentials',
    });
    await expect(
      actions.signUp({
        email: 'a@b.fr',
        password: 'abricot',
        role: 'viewer',
        firstName: 'Al',
        lastName: 'Bo',
        age: 'adult',
      }),
    ).rejects.toMatchObject({ code: 'invalid_credentials' });
    expect(console.error).toHaveBeenCalledTimes(2);
    expect(store.state()).toEqual({ status: 'signed-out' });
  });

  test.each([204, 401, 403, 404])(
    'Logout clears the session and the profile; sign-out answered %d is ignored',
    async (status) => {
      const answer = () =>
        status === 204 ? new Response(null, { status }) : Response.json({ msg: 'no' }, { status });
      const bench = benchOf(
        platform(profile, (_, path) => (path === '/auth/v1/logout' ? answer() : undefined)),
      );
      bench.store.start();
      await bench.actions.signIn('camille@exemple.fr', 'abricot-vert');
      await bench.actions.signOut('global');
      expect(bench.store.state()).toEqual({ status: 'signed-out' });
      expect(bench.forgotten()).toBe(1);
      expect(bench.asked).toContain('POST /auth/v1/logout?scope=global');
    },
  );

  test('signing the others out keeps this session', async () => {
    const { store, actions, asked } = benchOf(platform());
    await actions.signIn('camille@exemple.fr', 'abricot-vert');
    await actions.signOut('others');
    expect(asked).toContain('POST /auth/v1/logout?scope=others');
    expect(store.state().status).toBe('signed-in');
  });

  test('a session that the platform ended is left, with a sentence', async () => {
    const gone = () => Response.json({ error_code: 'session_not_found', msg: 'gone' }, { status: 403 });
    const bench = benchOf(
      platform(profile, (_, path) => {
        if (path === '/auth/v1/user') return gone();
        return path === '/rest/v1/bookings'
          ? Response.json({ code: 'PGRST301' }, { status: 401 })
          : undefined;
      }),
    );
    bench.store.start();
    await bench.actions.signIn('camille@exemple.fr', 'abricot-vert');
    await (await bench.supabase()).from('bookings').select('id');
    await vi.waitFor(() => expect(bench.store.state()).toEqual({ status: 'signed-out' }));
    expect(bench.toasts).toEqual([
      'Session terminée: Vous avez été déconnecté. Reconnectez-vous pour continuer.',
    ]);
  });

  test('a token that has expired by the platform’s clock, and not by this machine’s, is renewed', async () => {
    let renewed = false;
    const bench = benchOf(
      platform(profile, (_, path) => {
        if (path === '/auth/v1/user')
          return Response.json({ error_code: 'bad_jwt', msg: 'token is expired' }, { status: 403 });
        if (path === '/auth/v1/token' && bench.asked.at(-1)?.includes('refresh_token')) {
          renewed = true;
          return Response.json(sessionOf('camille@exemple.fr'));
        }
        return path === '/rest/v1/bookings'
          ? Response.json({ code: 'PGRST303' }, { status: 401 })
          : undefined;
      }),
    );
    bench.store.start();
    await bench.actions.signIn('camille@exemple.fr', 'abricot-vert');
    await (await bench.supabase()).from('bookings').select('id');
    await vi.waitFor(() => expect(renewed).toBe(true));
    expect(bench.store.state()).toMatchObject({ status: 'signed-in' });
    expect(bench.toasts).toEqual([]);
  });

  test('a recovery code opens a session that may set a new password, once', async () => {
    const { store, actions } = benchOf(
      platform(profile, (_, path) =>
        path === '/auth/v1/verify' ? Response.json(sessionOf('camille@exemple.fr')) : undefined,
      ),
    );
    store.start();
    await actions.verifyCode('camille@exemple.fr', '123456', 'recovery');
    expect(store.state()).toMatchObject({ status: 'signed-in', phase: 'password-recovery', recovery: true });
    store.endRecovery();
    expect(store.state()).toMatchObject({ status: 'signed-in', recovery: false });
  });

  test('an address that was changed is known at once, without reading the profile again', async () => {
    const { store, actions, asked } = benchOf(
      platform(profile, (_, path) =>
        path === '/auth/v1/verify' ? Response.json(sessionOf('neuve@exemple.fr')) : undefined,
      ),
    );
    await actions.signIn('camille@exemple.fr', 'abricot-vert');
    expect(await actions.verifyCode('neuve@exemple.fr', '123456', 'email_change')).toMatchObject({
      email: 'neuve@exemple.fr',
    });
    expect(store.state()).toMatchObject({ user: { email: 'neuve@exemple.fr', firstName: 'Camille' } });
    expect(asked.filter((request) => request.includes('profiles'))).toHaveLength(1);
  });

  test('a role that was requested and not granted is remembered', async () => {
    const asking = sessionOf('camille@exemple.fr', { role: 'admin' });
    const { store, actions } = benchOf(
      platform({ ...profile, role: 'viewer' }, (_, path) =>
        path === '/auth/v1/signup' ? Response.json(asking) : undefined,
      ),
    );
    await actions.signUp({
      email: 'camille@exemple.fr',
      password: 'abricot',
      role: 'admin',
      firstName: 'Camille',
      lastName: 'Roux',
      age: 'adult',
    });
    expect(store.state()).toMatchObject({ user: { role: 'viewer' }, requestedRole: 'admin' });
  });
});

test.each([
  ['SIGNED_IN', 'signed-in'],
  ['TOKEN_REFRESHED', 'token-refreshed'],
  ['PASSWORD_RECOVERY', 'password-recovery'],
  ['MFA_CHALLENGE_VERIFIED', 'mfa-verified'],
  ['SIGNED_OUT', null],
])('Session states: %s leads to %s', (event, phase) => {
  expect(phaseOf(event)).toBe(phase);
});
