import type { Page } from '@playwright/test';
import { TELEPHONE } from './harness/axe.ts';
import { expectHeadFirst, pagesWithFirstLines } from './harness/first-lines.ts';
import { holdBack } from './harness/slow.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, inSoak, test } from './harness/test.ts';

test('each page shows its head before its scripts, and nothing moves when they are there', async ({
  page,
  server,
}) => {
  for (const path of await pagesWithFirstLines(server)) await expectHeadFirst(page, path, TELEPHONE.width);
});

/**
 * The selectors of the page's style sheets that match something in its document, which holds no rule
 * of theirs. Runs in the page.
 */
const missingRules = async (): Promise<string[]> => {
  const selectorsOf = (rules: CSSRuleList): string[] =>
    Array.from(rules).flatMap((rule) => [
      // Apart from the commas within brackets.
      ...(rule instanceof CSSStyleRule ? rule.selectorText.split(/,\s*(?![^([]*[)\]])/) : []),
      ...('cssRules' in rule ? selectorsOf(rule.cssRules as CSSRuleList) : []),
    ]);
  const written = new Set(
    Array.from(document.querySelectorAll('style'), ({ sheet }) =>
      sheet ? selectorsOf(sheet.cssRules) : [],
    ).flat(),
  );
  const { styles }: { styles: string[] } = JSON.parse(
    document.getElementById('loge-first')?.textContent ?? '{}',
  );
  const matches = (selector: string): boolean => {
    // What stands for a part of an element, or for what a reader does to it.
    const bare = selector.replace(
      /::?(?:before|after|backdrop|marker|placeholder|selection|file-selector-button|-[\w-]+|hover|active|focus(?:-\w+)?)(?:\([^)]*\))?/g,
      '',
    );
    return bare.trim() !== '' && CSS.supports(`selector(${bare})`) && document.querySelector(bare) !== null;
  };
  const missing: string[] = [];
  for (const href of styles) {
    const sheet = new CSSStyleSheet();
    await sheet.replace(await (await fetch(href)).text());
    missing.push(
      ...selectorsOf(sheet.cssRules).filter((selector) => !written.has(selector) && matches(selector)),
    );
  }
  return missing;
};

test('a document holds every rule of the page’s style sheets that what it shows needs', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(/ERR_FAILED/); // its scripts, which are held off
  await page.route(/assets\/.*\.js/, (route) => route.abort());
  for (const path of [...(await pagesWithFirstLines(server)), '/aide', '/auth']) {
    await page.goto(path);
    expect(await page.evaluate(missingRules), path).toEqual([]);
  }
  await page.unrouteAll({ behavior: 'wait' });
});

/** When the largest text or picture of a page was painted, so far, in milliseconds from its start. */
const largestPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );

for (const width of [TELEPHONE.width, 1_440])
  test(
    `at ${String(width)} px the booker has painted its largest text before its scripts, in what 400 kbit/s bring within 2.5 s`,
    inSoak,
    async ({ page, server }) => {
      const offers = [
        { title: 'Partie commentée', description: 'Votre partie, coup par coup.' },
        { title: 'Analyse', price_cents: 2_000 },
      ];
      const { handle } = await openStreamer(server, { offers });
      await page.setViewportSize({ width, height: 900 });
      const release = await holdBack(page, /assets\/.*\.js/);
      // The same words in another font are a little wider or narrower.
      const releaseFonts = await holdBack(page, /\.woff2/);
      await page.goto(`/book-session/${handle}`, { waitUntil: 'commit' });
      await expect(page.locator('#root[inert] h1')).toHaveText('Réserver avec Nour Écarlate');
      await expect(
        page.locator('#root[inert]').getByText('Partie commentée').filter({ visible: true }),
      ).toHaveCount(1);
      // 400 kbit/s, of which a second goes to the connection and to the first byte.
      const bytes = await page.evaluate(
        () => performance.getEntriesByType('navigation')[0]?.toJSON().encodedBodySize as number,
      );
      expect(bytes).toBeLessThan(1.5 * 50_000);
      // All of it is painted, in as many frames as a slow machine takes.
      await expect.poll(async () => (await largestPaint(page)) > 0).toBe(true);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      const releasedAt = await page.evaluate(() => performance.now());
      release();
      const grid = page.getByRole('grid');
      await expect(grid).not.toHaveAttribute('aria-busy');
      await expect(page.locator('#root:not([inert]) h1')).toBeVisible();
      expect(await largestPaint(page), 'what is painted later is no larger').toBeLessThan(releasedAt);
      releaseFonts();
      await page.unrouteAll({ behavior: 'wait' });
    },
  );

/** Presses what its document shows of the home page, while the scripts of the page are on their way. */
async function pressEarly(page: Page, selector: string): Promise<() => void> {
  // What was pressed too long ago is not pressed again: here no time passes, however busy the machine is.
  await page.clock.setFixedTime(new Date());
  const release = await holdBack(page, /assets\/main.*\.js/);
  await page.goto('/', { waitUntil: 'commit' });
  // The script that keeps a press is there once it has asked for the others.
  await page.locator('link[rel="modulepreload"][href*="/main"]').waitFor({ state: 'attached' });
  const thing = page.locator(`#root[inert] ${selector}`).filter({ visible: true }).first();
  const box = await thing.boundingBox();
  if (!box) throw new Error(`Nothing to press: ${selector}`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  expect(new URL(page.url()).pathname).toBe('/');
  return release;
}

for (const [what, selector, path] of [
  ['the button of a form', 'button[type="submit"]', '/browse'],
  ['a link', 'header a[href="/browse"]', '/browse'],
] as const)
  test(
    `${what} that is pressed before the scripts are there is pressed once they are`,
    inSoak,
    async ({ page }) => {
      const release = await pressEarly(page, selector);
      let documents = 0;
      page.on('request', (request) => {
        if (request.isNavigationRequest()) documents += 1;
      });
      release();
      await expect(page).toHaveURL(path);
      await expect(page.locator('#root:not([inert]) h1')).toBeVisible();
      expect(documents, 'documents that were fetched for it').toBe(0);
    },
  );

test('who has read on before the scripts are there stays where they read', inSoak, async ({ page }) => {
  const release = await pressEarly(page, 'h1');
  await page.mouse.wheel(0, 900);
  const scrolled = () => page.evaluate(() => window.scrollY);
  await expect.poll(scrolled).toBe(900);
  release();
  await expect(page.locator('#root:not([inert]) h1')).toBeVisible();
  await expect.poll(scrolled).toBeGreaterThan(800);
});

test(
  'a page that loses the network before its scripts are there says so, and can still be read',
  inSoak,
  async ({ page, context, expectErrors }) => {
    expectErrors(/ERR_INTERNET_DISCONNECTED/, /La page n’a pas démarré/);
    const release = await pressEarly(page, 'button[type="submit"]');
    await context.setOffline(true);
    release();
    await expect(page.getByRole('alert')).toContainText('Vérifiez votre connexion à internet');
    await expect(page.locator('#root[inert] h1')).toBeVisible();
    await expect(page.locator('#loge-loading')).toHaveCount(0);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Recharger la page' }).click();
    await expect(page.locator('#root:not([inert]) h1')).toBeVisible();
  },
);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a page says who is on it, and what Loge needs', async ({ page, server }) => {
    const [, , profile = ''] = await pagesWithFirstLines(server);
    await page.goto(profile);
    await expect(page.locator('h1')).toHaveText('Inès Première');
    expect(await page.locator('noscript').innerHTML()).toContain('Loge a besoin de JavaScript');
  });
});
