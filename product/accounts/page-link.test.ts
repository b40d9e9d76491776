import { expect, test } from 'vitest';
import type { MailArrival } from '#platform/auth/mail-port.ts';
import { pageLink } from './page-link.ts';

const site = 'https://loge.test';
const link = (type: MailArrival['type'], redirectTo: string, at = site) =>
  pageLink({ tokenHash: 'abc', type, redirectTo }, at);
const spends = (type: string) => `token_hash=abc&type=${type}`;

test.each<[MailArrival['type'], string, string]>([
  ['signup', `${site}/`, `/auth/callback?${spends('signup')}`],
  ['signup', site, `/auth/callback?${spends('signup')}`],
  ['magiclink', `${site}/auth/callback`, `/auth/callback?${spends('magiclink')}`],
  [
    'magiclink',
    `${site}/auth/callback?next=%2Fbrowse%3Fq%3D1`,
    `/auth/callback?next=%2Fbrowse%3Fq%3D1&${spends('magiclink')}`,
  ],
  ['magiclink', `${site}/browse?q=1`, `/auth/callback?next=%2Fbrowse%3Fq%3D1&${spends('magiclink')}`],
  [
    'email_change',
    `${site}/auth/callback?flow=email-change`,
    `/auth/callback?flow=email-change&${spends('email_change')}`,
  ],
  ['recovery', `${site}/reset-password`, `/reset-password?${spends('recovery')}`],
  ['recovery', `${site}/`, `/reset-password?${spends('recovery')}`],
  ['invite', `${site}/`, `/reset-password?${spends('invite')}`],
  // What the address says of a token is not the link's.
  [
    'signup',
    `${site}/auth/callback?token_hash=of-another&type=recovery&redirect_to=https%3A%2F%2Felsewhere.test`,
    `/auth/callback?${spends('signup')}`,
  ],
])('a %s that comes back to %s leads to the page', (type, redirectTo, expected) => {
  expect(link(type, redirectTo)).toBe(`${site}${expected}`);
});

test('somebody who came from an allowed address elsewhere is brought back there by the page', () => {
  expect(link('magiclink', 'https://app.partner.test/in?x=1')).toBe(
    `${site}/auth/callback?redirect_to=https%3A%2F%2Fapp.partner.test%2Fin%3Fx%3D1&${spends('magiclink')}`,
  );
  expect(link('recovery', 'myapp://reset')).toBe(
    `${site}/reset-password?redirect_to=myapp%3A%2F%2Freset&${spends('recovery')}`,
  );
});

test('on one machine the link leads to the name under which the page was open, whose storage has the session', () => {
  expect(link('signup', 'http://127.0.0.1:3000/', 'http://localhost:3000')).toBe(
    `http://127.0.0.1:3000/auth/callback?${spends('signup')}`,
  );
  expect(link('signup', 'http://127.0.0.1:9/', 'http://localhost:3000')).toContain(
    'http://localhost:3000/auth/callback?redirect_to=',
  );
});
