import type { RouteObject } from 'react-router';
import { type PageModule, page } from '#web/app/page.tsx';
import type { RouteHandle } from '#web/app/root.tsx';

const titled = (title: string): RouteHandle => ({ title });

/** A page at its path, loaded when it is first shown. */
export const route = (path: string, title: string, load: () => Promise<PageModule>): RouteObject => ({
  path,
  handle: titled(title),
  Component: page(load),
});

/** The page at the path of the route around it. */
export const indexRoute = (title: string, load: () => Promise<PageModule>): RouteObject => ({
  index: true,
  handle: titled(title),
  Component: page(load),
});
