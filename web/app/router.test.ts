import { matchRoutes } from 'react-router';
import { describe, expect, test } from 'vitest';
import { PAGES } from '#product/shared/pages.ts';
import { PAGE_DATA } from '#web/app/page-data.ts';
import { PUBLIC_PAGE_DATA } from '#web/app/public-page-data.ts';
import { routes } from '#web/app/router.tsx';

const found = (path: string) => matchRoutes(routes, path) ?? [];
const titleOf = (path: string): unknown => found(path).at(-1)?.route.handle?.title;
/** The rule of the guard around a path, or null where there is none. */
const guardOf = (path: string): unknown =>
  found(path)
    .map(({ route }) => route.element)
    .filter((element) => typeof element === 'object' && element !== null && 'props' in element)
    .map((element) => element.props)[0] ?? null;

const below = (area: string, pages: string) => [area, ...pages.split(', ').map((page) => `${area}/${page}`)];

describe('Public routes', () => {
  test.each([
    '/',
    '/auth',
    '/auth/callback',
    '/browse',
    '/streamer/42',
    '/book-session/42',
    '/forgot-password',
    '/reset-password',
  ])('%s has no guard', (path) => {
    expect(titleOf(path)).toEqual(expect.any(String));
    expect(titleOf(path)).not.toBe('Page introuvable');
    expect(guardOf(path)).toBeNull();
  });
});

describe('Guarded routes', () => {
  test.each(['/dashboard', '/conference/setup', '/conference/room/7'])('%s: any signed-in user', (path) => {
    expect(titleOf(path)).toEqual(expect.any(String));
    expect(guardOf(path)).toEqual({});
  });

  test.each(below('/viewer-dashboard', 'bookings, payments, settings'))('%s: viewer or admin', (path) => {
    expect(titleOf(path)).toEqual(expect.any(String));
    expect(guardOf(path)).toEqual({ allowedRoles: ['viewer', 'admin'] });
  });

  test.each(
    below(
      '/streamer-dashboard',
      'bookings, calendar, availability, earnings, statistics, settings, revenue-simulator',
    ),
  )('%s: streamer or admin', (path) => {
    expect(titleOf(path)).toEqual(expect.any(String));
    expect(guardOf(path)).toEqual({ allowedRoles: ['streamer', 'admin'] });
  });

  test.each(
    below(
      '/admin-dashboard',
      'users, streamers, sessions, payments, messages, moderation, content, analytics, system, reports, settings',
    ),
  )('%s: admin only', (path) => {
    expect(titleOf(path)).toEqual(expect.any(String));
    expect(guardOf(path)).toEqual({ requiredRole: 'admin' });
  });
});

test.each(['/nulle-part', '/viewer-dashboard/nulle-part', '/streamer', '/auth/ailleurs'])(
  'Any other path shows a not-found page: %s',
  (path) => {
    expect(titleOf(path)).toBe('Page introuvable');
  },
);

test('every page of the table has its route and its title, and every module of a page has its place in the table', () => {
  for (const { path, title } of PAGES) expect(titleOf(path.replace(/:\w+/g, '42')), path).toBe(title);
  const modules = Object.keys(import.meta.glob(['../pages/**/*-page.tsx', '../features/admin/*/*-page.tsx']));
  const named = [...PAGES.map(({ page }) => page), 'pages/not-found/not-found'].map(
    (name) => `../${name}-page.tsx`,
  );
  expect(modules.filter((module) => !named.includes(module))).toEqual([]);
});

test('every page that says it has data has it, and no other', () => {
  const said = PAGES.filter(({ data }) => data).map(({ page }) => page);
  expect(Object.keys({ ...PUBLIC_PAGE_DATA, ...PAGE_DATA }).toSorted()).toEqual(
    [...new Set(said)].toSorted(),
  );
});
