import type { RouteObject } from 'react-router';
import { expect, test } from 'vitest';
import { isKnownPath } from '#domain/discovery/known-paths.ts';
import { routes } from '#web/app/router.tsx';

/** Every path that some route of the router stands for, with a value for each parameter. */
function pathsOf(all: readonly RouteObject[], base = ''): string[] {
  return all.flatMap((route) => {
    if (route.path === '*') return [];
    const path = [base, route.path]
      .filter(Boolean)
      .join('/')
      .replace(/\/+/g, '/')
      .replace(/:\w+/g, 'quelqu-un');
    return route.children ? pathsOf(route.children, path) : [path === '' ? '/' : path.replace(/^\/?/, '/')];
  });
}

test('the server knows every page of the router, and answers 404 to nothing that is there', () => {
  const paths = pathsOf(routes);
  expect(paths).toContain('/streamer/quelqu-un');
  expect(paths.length).toBeGreaterThan(25);
  expect(paths.filter((path) => !isKnownPath(path))).toEqual([]);
});

test.each(['/nulle-part', '/streamer', '/streamer/a/b', '/admin-dashboard/nulle-part', '/authx'])(
  '%s is no page',
  (path) => {
    expect(isKnownPath(path)).toBe(false);
  },
);
