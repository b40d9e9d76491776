import { expect, test } from 'vitest';
import { readLink } from './redeem.ts';

const read = (path: string) => readLink(new URL(path, 'https://loge.example'));

test('PKCE: a code in the query', () => {
  expect(read('/auth/callback?code=abc')).toEqual({ kind: 'code', code: 'abc' });
});

test('implicit: tokens in the fragment, with what the link was for', () => {
  const tokens = 'access_token=a.b.c&expires_at=1&expires_in=3600&refresh_token=r&sb=&token_type=bearer';
  expect(read(`/auth/callback#${tokens}&type=recovery`)).toEqual({
    kind: 'tokens',
    accessToken: 'a.b.c',
    refreshToken: 'r',
    purpose: 'recovery',
  });
  expect(read(`/auth/callback#${tokens}&type=other`)).toMatchObject({ kind: 'tokens', purpose: null });
});

test('an expired link, in the fragment alone or in both places', () => {
  const error =
    'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired&sb=';
  expect(read(`/auth/callback#${error}`)).toEqual({ kind: 'error', code: 'otp_expired' });
  expect(read(`/auth/callback?${error}#${error}`)).toEqual({ kind: 'error', code: 'otp_expired' });
  expect(read('/auth/callback?error=temporarily_unavailable')).toEqual({ kind: 'provider-failed' });
  const refused = 'error=access_denied&error_description=The+person+said+no';
  expect(read(`/auth/callback?${refused}#${refused}&sb=`)).toEqual({ kind: 'refused' });
  expect(read('/auth/callback?error=user_cancelled_authorize')).toEqual({ kind: 'refused' });
});

test('the first half of an e-mail change', () => {
  const message = 'Confirmation+link+accepted.+Please+proceed+to+confirm+link+sent+to+the+other+email';
  expect(read(`/auth/callback#message=${message}&sb=`)).toEqual({ kind: 'half-way' });
});

test('a hashed token in the query', () => {
  expect(read('/auth/callback?token_hash=h&type=email')).toEqual({
    kind: 'token-hash',
    tokenHash: 'h',
    purpose: 'email',
    redirectTo: null,
  });
  expect(read('/reset-password?token_hash=h&type=recovery&redirect_to=app%3A%2F%2Fin')).toMatchObject({
    purpose: 'recovery',
    redirectTo: 'app://in',
  });
});

test.each(['/auth/callback', '/auth/callback?next=/browse', '/auth/callback#access_token=only'])(
  '%s holds nothing',
  (path) => {
    expect(read(path)).toEqual({ kind: 'none' });
  },
);
