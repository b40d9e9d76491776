import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeReturnPath, withReturnPath } from '#web/lib/return-path.ts';

describe('where to return after signing in', () => {
  test.each([
    ['/viewer-dashboard', '/viewer-dashboard'],
    ['/book-session/42?date=2026-03-12#place', '/book-session/42?date=2026-03-12#place'],
    ['/a/../conference/setup', '/conference/setup'],
  ])('%s is a path of the page', (target, path) => {
    expect(safeReturnPath(target)).toBe(path);
  });

  test.each([
    null,
    undefined,
    '',
    'viewer-dashboard',
    'https://ailleurs.example/',
    '//ailleurs.example',
    '/\\ailleurs.example',
    '/.//ailleurs.example',
    '/\t/ailleurs.example',
    'javascript:alert(1)',
    '/auth?next=/',
    '/auth/callback?code=1',
    '/forgot-password',
    '/reset-password',
  ])('%s is refused', (target) => {
    expect(safeReturnPath(target)).toBeNull();
  });

  test('whatever is given, the result stays on the page’s own origin', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.stringMatching(/^\/[\\/.\t a-z]*$/)), (target) => {
        const path = safeReturnPath(target);
        if (path !== null) expect(new URL(path, 'https://loge.example').origin).toBe('https://loge.example');
      }),
    );
  });
});

describe('the way to the sign-in page', () => {
  test('remembers where one was going', () => {
    expect(withReturnPath('/auth', '/viewer-dashboard/settings?x=1')).toBe(
      '/auth?next=%2Fviewer-dashboard%2Fsettings%3Fx%3D1',
    );
    expect(withReturnPath('/auth?tab=signup', '/conference/setup')).toBe(
      '/auth?tab=signup&next=%2Fconference%2Fsetup',
    );
  });

  test('does not remember what leads nowhere else', () => {
    expect(withReturnPath('/auth', '/')).toBe('/auth');
    expect(withReturnPath('/auth', '/dashboard')).toBe('/auth');
  });
});
