import type { Page, Route } from '@playwright/test';

/**
 * Holds real requests back until told to let them go: the answer stays the server's own.
 * @returns lets all that wait go, and those to come
 */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  await page.route(url, async (route: Route) => {
    await gate;
    await route.continue();
  });
  return open;
}
