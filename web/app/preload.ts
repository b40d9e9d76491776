import { matchRoutes, type RouteObject } from 'react-router';
import type { Page } from '#web/app/page.tsx';

const isPage = (component: unknown): component is Page =>
  typeof component === 'function' && 'preload' in component && typeof component.preload === 'function';

/**
 * Fetches what the first address needs, so that the first render is the page itself: React holds a fallback that it has once shown for 300 ms
 * (its throttle), which is longer than the page takes. Until then the document says 'Loading...'. A fetch that fails is not lost: the page
 * tries again as it is shown, and its error goes to the error boundary.
 */
export async function preloadPages(routes: RouteObject[], pathname: string): Promise<void> {
  const pages = (matchRoutes(routes, pathname) ?? []).map(({ route }) => route.Component).filter(isPage);
  await Promise.allSettled(pages.map((page) => page.preload()));
}
