import { expect, test, vi } from 'vitest';
import { watchFetch } from '#web/lib/supabase/watched-fetch.ts';

const unwatched = { onRefused: () => undefined, onWaiting: () => undefined };
const answering = (status: number, headers: Record<string, string> = {}) =>
  (async () => new Response(null, { status, headers })) as typeof fetch;

test('a 429 tells how long to wait', async () => {
  const watched = watchFetch(answering(429, { 'retry-after': '42' }), unwatched);
  expect(watched.retryAfter()).toBeNull();
  await watched.fetch('https://loge.example/auth/v1/token');
  expect(watched.retryAfter()).toBe(42);
});

test('a 429 without a delay, or with a date, tells nothing rather than something wrong', async () => {
  const watched = watchFetch(answering(429, { 'retry-after': 'Sat, 21 Nov 2026 06:00:00 GMT' }), unwatched);
  await watched.fetch('https://loge.example/auth/v1/otp');
  expect(watched.retryAfter()).toBeNull();
});

test('a 401 on data means that the session may have ended; on the auth service it does not', async () => {
  let refused = 0;
  const watched = watchFetch(answering(401), {
    ...unwatched,
    onRefused: () => {
      refused += 1;
    },
  });
  await watched.fetch('https://loge.example/auth/v1/token?grant_type=password');
  expect(refused).toBe(0);
  await watched.fetch(new URL('https://loge.example/rest/v1/profiles'));
  await watched.fetch(new Request('https://loge.example/functions/v1/accounts/export'));
  expect(refused).toBe(2);
});

test('a refresh that must wait is sent again after as long as was asked, and no other call is', async () => {
  vi.useFakeTimers();
  const began = Date.now();
  const askedAt: number[] = [];
  const told: boolean[] = [];
  const send = (async (input) => {
    if (!String(input).includes('refresh_token')) return new Response(null, { status: 429 });
    askedAt.push(Date.now() - began);
    return askedAt.length < 3
      ? new Response(null, { status: 429, headers: { 'retry-after': '7' } })
      : new Response(null, { status: 200 });
  }) as typeof fetch;
  const { fetch } = watchFetch(send, { ...unwatched, onWaiting: (waiting) => told.push(waiting) });
  const refresh = fetch('https://loge.example/auth/v1/token?grant_type=refresh_token', { method: 'POST' });
  await vi.advanceTimersByTimeAsync(20_000);
  expect([(await refresh).status, askedAt, told]).toEqual([200, [0, 7_000, 14_000], [true, true, false]]);
  const password = await fetch('https://loge.example/auth/v1/token?grant_type=password', { method: 'POST' });
  expect(password.status).toBe(429);
  vi.useRealTimers();
});
