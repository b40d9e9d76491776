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
  // Never longer than that, so that who waits is let in soon after the server is back.
  expect(askedAt).toEqual([0, 200, 600, 1_400, 2_200]);
});
