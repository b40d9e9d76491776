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

/** Does what makes the page write, and waits until the server has answered: a reload before that would take the write back. */
export async function written(page: Page, path: RegExp, act: () => Promise<void>): Promise<void> {
  const answer = page.waitForResponse(
    (response) =>
      path.test(new URL(response.url()).pathname) &&
      !['GET', 'OPTIONS'].includes(response.request().method()),
  );
  await act();
  await answer;
}
