import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { benchOf, sessionOf } from '#web/features/auth/testing/platform.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('Refresh retries: exponential back-off starting at 200 ms', async () => {
  const began = Date.now();
  const askedAt: number[] = [];
  const { supabase } = benchOf((_, path) => {
    if (path !== '/auth/v1/token') return Response.json({ id: 'p1', role: 'viewer' });
    askedAt.push(Date.now() - began);
    // A retryable failure, as a restart behind a proxy looks; the fifth attempt gets through.
    return askedAt.length < 5
      ? new Response(null, { status: 503 })
      : Response.json(sessionOf('camille@exemple.fr'));
  });
  const refreshing = (await supabase()).auth.refreshSession({ refresh_token: 'refresh' });
  await vi.advanceTimersByTimeAsync(5_000);
  const { data, error } = await refreshing;
  expect(error).toBeNull();
  expect(data.session?.user.email).toBe('camille@exemple.fr');
  expect(askedAt).toEqual([0, 200, 600, 1_400, 3_000]);
});

test('a refresh refused by the rate limit keeps the session, although its token has expired', async () => {
  let limited = true;
  const answers = (_: string, path: string) => {
    if (path !== '/auth/v1/token') return Response.json({ id: 'p1', role: 'viewer' });
    if (limited)
      return Response.json({ code: 429, error_code: 'over_request_rate_limit', msg: 'no' }, { status: 429 });
    return Response.json(sessionOf('camille@exemple.fr'));
  };
  const bench = benchOf(answers);
  const { auth } = await bench.supabase();
  limited = false;
  await bench.actions.signIn('camille@exemple.fr', 'abricot-vert');
  limited = true;
  vi.setSystemTime(Date.now() + 2 * 3_600_000);
  const asking = auth.getSession();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await asking).error?.name).toBe('AuthRetryableFetchError');
  expect(bench.store.state().status).toBe('signed-in');
  limited = false;
  // The client remembers the failure for a while, and asks nobody.
  await vi.advanceTimersByTimeAsync(60_000);
  const again = auth.getSession();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await again).data.session?.user.email).toBe('camille@exemple.fr');
});
