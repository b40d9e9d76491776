import { expect, test } from 'vitest';
import { arrivalPath } from '#web/app/arriving-link.ts';

const arrive = (path: string) => arrivalPath(new URL(path, 'https://loge.example'));

test.each([
  ['/?code=abc', '/auth/callback?code=abc'],
  [
    '/#access_token=a&refresh_token=b&type=signup',
    '/auth/callback#access_token=a&refresh_token=b&type=signup',
  ],
  [
    '/?error_code=otp_expired#error_code=otp_expired',
    '/auth/callback?error_code=otp_expired#error_code=otp_expired',
  ],
  ['/#message=Confirmation+link+accepted', '/auth/callback#message=Confirmation+link+accepted'],
  ['/browse#error_code=otp_expired', '/auth/callback#error_code=otp_expired'],
])('what a mail brings to %s is handled at %s', (path, handled) => {
  expect(arrive(path)).toBe(handled);
});

test.each(['/', '/browse?code=promo', '/#contenu', '/auth/callback?code=abc', '/reset-password?code=abc'])(
  '%s is left as it is',
  (path) => {
    expect(arrive(path)).toBeNull();
  },
);
