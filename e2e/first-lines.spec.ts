import { asService, newPerson, register } from './harness/people.ts';
import { holdBack } from './harness/slow.ts';
import { expect, test } from './harness/test.ts';

const PROFILE = '/streamer/premiere-ligne';
const PAGES = ['/', '/browse', PROFILE];

test.beforeAll(async ({ server }) => {
  const { user } = await register(server, newPerson('streamer'));
  await asService(server, `/rest/v1/streamers?id=eq.${user.id}`, {
    method: 'PATCH',
    body: {
      handle: 'premiere-ligne',
      display_name: 'Inès Première',
      headline: 'La scène, du trac au rappel',
      categories: ['coaching'],
      languages: ['fr'],
      published_at: new Date().toISOString(),
    },
  });
});

for (const path of PAGES) {
  test(`${path} shows its head before its scripts, and nothing moves when they are there`, async ({
    page,
  }) => {
    for (const width of [320, 390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const release = await holdBack(page, /assets\/.*\.js/);
      const releaseFonts = await holdBack(page, /\.woff2/);
      await page.goto(path, { waitUntil: 'commit' });
      const written = page.locator('#root[inert] h1');
      await expect(written).toBeVisible();
      await expect(page.locator('#loge-loading')).toHaveText('Loading...');
      // Painted in a font of the system first, and then in our own.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
      releaseFonts();
      await page.evaluate(() => document.fonts.ready);
      const before = { text: await written.textContent(), box: await written.boundingBox() };
      await page.evaluate(() => {
        new PerformanceObserver((list) => {
          const shifted = list
            .getEntries()
            .reduce((sum, entry) => sum + ('value' in entry ? Number(entry.value) : 0), 0);
          const root = document.documentElement;
          root.dataset.moved = String(Number(root.dataset.moved ?? 0) + shifted);
        }).observe({ type: 'layout-shift', buffered: true });
      });
      release();
      const live = page.locator('#root:not([inert]) h1');
      await expect(live).toBeVisible();
      await expect(live).toHaveText(before.text ?? '');
      await expect(page.locator('#loge-loading')).toHaveCount(0);
      // Who is free today comes later to the home page, below these lines.
      if (path !== '/') await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
      const after = await live.boundingBox();
      expect(Math.abs((after?.y ?? 0) - (before.box?.y ?? 0)), `${path} at ${width}`).toBeLessThan(2);
      const moved = Number(await page.evaluate(() => document.documentElement.dataset.moved ?? '0'));
      expect(moved, `layout shift of ${path} at ${width}`).toBeLessThan(0.05);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a page says who is on it, and what Loge needs', async ({ page }) => {
    await page.goto(PROFILE);
    await expect(page.locator('h1')).toHaveText('Inès Première');
    expect(await page.locator('noscript').innerHTML()).toContain('Loge a besoin de JavaScript');
  });
});
