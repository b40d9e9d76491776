// Long because every answer of the auth service to a session is a test of the same store.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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
    });
    expect(store.state()).toMatchObject({ user: { role: 'viewer' }, requestedRole: 'admin' });
  });
});

describe('Session states', () => {
  const factors = [{ id: 'f1', status: 'verified', factor_type: 'totp' }];
  const withFactors = () => {
    const session = sessionOf('camille@exemple.fr');
    return { ...session, user: { ...session.user, factors } };
  };
  const answers = platform(profile, (method, path) => {
    if (path === '/auth/v1/factors/f1/challenge') return Response.json({ id: 'c1', expires_at: 0 });
    if (path === '/auth/v1/factors/f1/verify') return Response.json(withFactors());
    if (path === '/auth/v1/verify') return Response.json(sessionOf('camille@exemple.fr'));
    return method === 'POST' && path === '/auth/v1/logout' ? new Response(null, { status: 204 }) : undefined;
  });

  test('signed out, signed in, token refreshed, MFA verified, password recovery: each is reached by what the client does', async () => {
    const bench = benchOf(answers);
    const { store, actions } = bench;
    store.start();
    expect(store.state()).toEqual({ status: 'signed-out' });
    await actions.signIn('camille@exemple.fr', 'abricot-vert');
    expect(store.state()).toMatchObject({ status: 'signed-in', phase: 'signed-in' });
    const { auth } = await bench.supabase();
    await auth.refreshSession();
    expect(store.state()).toMatchObject({ status: 'signed-in', phase: 'token-refreshed' });
    // Nothing else may be read than before, so nothing is fetched again.
    expect(bench.renewed()).toBe(0);
    await auth.mfa.challengeAndVerify({ factorId: 'f1', code: '123456' });
    expect(store.state()).toMatchObject({ status: 'signed-in', phase: 'mfa-verified' });
    expect(bench.renewed()).toBe(1);
    await actions.verifyCode('camille@exemple.fr', '123456', 'recovery');
    expect(store.state()).toMatchObject({ status: 'signed-in', phase: 'password-recovery' });
    await actions.signOut();
    expect(store.state()).toEqual({ status: 'signed-out' });
  });
});

describe('"Failed refresh: a retryable error keeps the session; a non-retryable error removes it"', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  const away: Readonly<Record<string, () => Response>> = {
    '503': () => new Response(null, { status: 503 }),
    '500 with a body': () => Response.json({ msg: 'no' }, { status: 500 }),
    'a proxy’s page': () => new Response('<html>', { status: 502 }),
    'a limit': () => Response.json({ error_code: 'over_request_rate_limit' }, { status: 429 }),
    'no answer at all': () => {
      throw new TypeError('Failed to fetch');
    },
  };
  /** A session whose token expired an hour ago. */
  const stale = () => ({
    ...sessionOf('camille@exemple.fr'),
    expires_at: Math.floor(Date.now() / 1000) - 3_600,
  });
  const opened = (failure: () => Response) => {
    const server = { isBack: false };
    const bench = benchOf((_, path) => {
      if (!server.isBack) return failure();
      return platform()('GET', path);
    }, stale());
    bench.storage.setItem('loge-profile', JSON.stringify({ personId: 'p1', row: profile }));
    bench.store.start();
    return { ...bench, server };
  };

  test.each(Object.entries(away))(
    'the page that opens meanwhile shows the person as they were last known: %s',
    async (_, failure) => {
      const { store, server, renewed, storage } = opened(failure);
      await vi.advanceTimersByTimeAsync(10);
      const known = { status: 'signed-in', user: { role: 'streamer', firstName: 'Camille' } };
      expect([store.isWaiting(), store.state()]).toEqual([
        true,
        expect.objectContaining({ status: 'signed-in' }),
      ]);
      expect(store.state()).toMatchObject(known);
      // However long it lasts, far beyond the half minute after which the client would ask as a visitor.
      await vi.advanceTimersByTimeAsync(10 * 60_000);
      expect([store.isWaiting(), store.state()]).toMatchObject([true, known]);
      expect(storage.getItem('sb-loge-auth-token')).not.toBeNull();
      server.isBack = true;
      await vi.advanceTimersByTimeAsync(1_500);
      expect([store.isWaiting(), store.state(), renewed()]).toMatchObject([false, known, 1]);
    },
  );

  test('nothing is asked as a visitor meanwhile: the call waits, and is answered as the person’s', async () => {
    const { supabase, asked, server } = opened(away['503']!);
    const answer = (await supabase()).from('profiles').select('*').eq('id', 'p1').single();
    const done = answer.then(({ data }) => data);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked.filter((request) => !request.includes('refresh_token'))).toEqual([]);
    server.isBack = true;
    await vi.advanceTimersByTimeAsync(1_500);
    expect(await done).toMatchObject({ id: 'p1' });
  });

  test('a server that takes long to answer is told as one that cannot be reached, until it answers', async () => {
    let answer: (response: Response) => void = () => undefined;
    const bench = benchOf(platform(), stale());
    const hanging = new Promise<Response>((resolve) => {
      answer = resolve;
    });
    bench.hang(hanging);
    bench.store.start();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(bench.store.isWaiting()).toBe(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect([bench.store.isWaiting(), bench.store.state().status]).toEqual([true, 'signed-in']);
    answer(Response.json(sessionOf('camille@exemple.fr')));
    await vi.advanceTimersByTimeAsync(100);
    expect([bench.store.isWaiting(), bench.store.state().status]).toEqual([false, 'signed-in']);
  });

  test('a refusal ends it, also after a wait', async () => {
    const server = { isBack: false };
    const bench = benchOf(
      () =>
        server.isBack
          ? Response.json({ error_code: 'refresh_token_not_found', msg: 'no' }, { status: 400 })
          : new Response(null, { status: 503 }),
      stale(),
    );
    bench.store.start();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(bench.store.state().status).toBe('signed-in');
    server.isBack = true;
    await vi.advanceTimersByTimeAsync(1_500);
    expect([bench.store.state(), bench.store.isWaiting()]).toEqual([{ status: 'signed-out' }, false]);
    expect(bench.storage.getItem('sb-loge-auth-token')).toBeNull();
    expect(bench.storage.getItem('loge-profile')).toBeNull();
  });

  test('one may leave meanwhile, and stays out when the server is back', async () => {
    const { store, actions, server, storage, forgotten } = opened(away['503']!);
    await vi.advanceTimersByTimeAsync(2_000);
    await actions.signOut();
    expect([store.state(), forgotten()]).toEqual([{ status: 'signed-out' }, 1]);
    server.isBack = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect([store.state(), storage.getItem('sb-loge-auth-token')]).toEqual([{ status: 'signed-out' }, null]);
  });
});

test('a password of public leaks brings advice, at sign-up and at sign-in, and no other does', async () => {
  let weak_password: object | undefined = { message: 'weak', reasons: ['pwned'] };
  const bench = benchOf(
    platform(profile, (_, path) =>
      path === '/auth/v1/token' || path === '/auth/v1/signup'
        ? Response.json({ ...sessionOf('camille@exemple.fr'), weak_password })
        : undefined,
    ),
  );
  const details = { email: 'a@b.fr', password: 'azerty', firstName: 'Al', lastName: 'Bo' };
  await bench.actions.signUp({ ...details, role: 'viewer' });
  expect(bench.advised()).toBe(1);
  await bench.actions.signIn('a@b.fr', 'azerty');
  expect(bench.advised()).toBe(2);
  weak_password = undefined;
  await bench.actions.signIn('a@b.fr', 'rideau-rouge-1867');
  expect(bench.advised()).toBe(2);
});
