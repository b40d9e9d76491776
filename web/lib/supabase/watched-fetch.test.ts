import { expect, test } from 'vitest';
import { watchFetch } from '#web/lib/supabase/watched-fetch.ts';

const answering = (status: number, headers: Record<string, string> = {}) =>
  (async () => new Response(null, { status, headers })) as typeof fetch;

test('a 429 tells how long to wait', async () => {
  const watched = watchFetch(answering(429, { 'retry-after': '42' }), () => {});
  expect(watched.retryAfter()).toBeNull();
  await watched.fetch('https://loge.example/auth/v1/token');
  expect(watched.retryAfter()).toBe(42);
});

test('a 429 without a delay, or with a date, tells nothing rather than something wrong', async () => {
  const watched = watchFetch(answering(429, { 'retry-after': 'Sat, 21 Nov 2026 06:00:00 GMT' }), () => {});
  await watched.fetch('https://loge.example/auth/v1/otp');
  expect(watched.retryAfter()).toBeNull();
});

test('a 401 on data means that the session may have ended; on the auth service it does not', async () => {
  let refused = 0;
  const watched = watchFetch(answering(401), () => {
    refused += 1;
  });
  await watched.fetch('https://loge.example/auth/v1/token?grant_type=password');
  expect(refused).toBe(0);
  await watched.fetch(new URL('https://loge.example/rest/v1/profiles'));
  await watched.fetch(new Request('https://loge.example/functions/v1/accounts/export'));
  expect(refused).toBe(2);
});

test('a refresh that must wait is a passing failure to the client, and no other 429 is', async () => {
  const { fetch } = watchFetch(answering(429, { 'retry-after': '7' }), () => {});
  const refresh = await fetch('https://loge.example/auth/v1/token?grant_type=refresh_token', {
    method: 'POST',
  });
  expect([refresh.status, refresh.headers.get('retry-after')]).toEqual([503, '7']);
  const password = await fetch('https://loge.example/auth/v1/token?grant_type=password', { method: 'POST' });
  expect(password.status).toBe(429);
});
