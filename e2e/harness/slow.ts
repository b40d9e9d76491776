import type { Page, Route } from '@playwright/test';

/**
 * Holds real requests back until told to let them go: the answer stays the server's own.
 * @returns lets all that wait go, and those to come
 */
export async function holdBack(page: Page, url: string | RegExp): Promise<() => Promise<void>> {
  const { promise: gate, resolve: open } = Promise.withResolvers<void>();
  const hold = async (route: Route) => {
    await gate;
    await route.continue();
  };
  await page.route(url, hold);
  return async () => {
    open();
    await page.unroute(url, hold);
  };
}
