import { expect, test } from 'vitest';
import { pathAfterSignIn } from '#web/features/auth/after-sign-in.ts';

test.each([
  ['viewer', '/viewer-dashboard'],
  ['streamer', '/streamer-dashboard'],
  ['admin', '/admin-dashboard'],
] as const)('After login each role is sent to its own dashboard: %s', (role, path) => {
  expect(pathAfterSignIn(role, null)).toBe(path);
});

test('somebody who was on the way to a page gets there', () => {
  expect(pathAfterSignIn('viewer', '/conference/room/7')).toBe('/conference/room/7');
  expect(pathAfterSignIn('admin', '/streamer-dashboard/earnings')).toBe('/streamer-dashboard/earnings');
});

test('not to a page that their role does not see, and not out of the page', () => {
  expect(pathAfterSignIn('viewer', '/streamer-dashboard/earnings')).toBe('/viewer-dashboard');
  expect(pathAfterSignIn('streamer', '/admin-dashboard')).toBe('/streamer-dashboard');
  expect(pathAfterSignIn('viewer', 'https://ailleurs.example')).toBe('/viewer-dashboard');
});
