import { type BrowserContext, expect as base, type Page } from '@playwright/test';
import { withoutSecret } from '#product/shared/pages.ts';

/** The path that a page said last in its console (« Page vue »), once it is drawn; none since its document was asked for. */
const viewed = new WeakMap<Page, string>();
const followed = new WeakSet<BrowserContext>();

/** Notes which page is drawn in each tab of a context. */
export function followViews(context: BrowserContext): void {
  followed.add(context);
  // Per page, for a request of the context whose tab is not open yet belongs to no frame that could be asked.
  const forgets = (page: Page) =>
    page.on('request', (request) => {
      if (request.isNavigationRequest() && request.frame() === page.mainFrame()) viewed.delete(page);
    });
  context.pages().forEach(forgets);
  context.on('page', forgets);
  context.on('console', (message) => {
    const page = message.page();
    const path = /^Page vue\s:\s(\/\S*)$/.exec(message.text())?.[1];
    if (page && path !== undefined) viewed.set(page, path);
  });
}

/** Whether what an address shows is one of Loge's pages, and not a document of the server. */
const isOurs = async (page: Page): Promise<boolean> => (await page.locator('#root').count()) > 0;

/**
 * Playwright's `expect`, whose `toHaveURL` also waits until the page of that address is drawn. The address changes first: on a busy machine what a
 * test does in between would still meet the page before, and be lost with it.
 */
export const expect = base.extend({
  async toHaveURL(page: Page, address: string | RegExp, options?: { timeout?: number }) {
    if (this.isNot) {
      await base(page).not.toHaveURL(address, options);
      return { pass: false, message: () => '' };
    }
    await base(page).toHaveURL(address, options);
    if (followed.has(page.context()) && (await isOurs(page)))
      await base
        .poll(() => viewed.get(page) === withoutSecret(new URL(page.url()).pathname), {
          message: `the page of ${page.url()} is drawn`,
        })
        .toBe(true);
    return { pass: true, message: () => '' };
  },
});
