import { randomBytes } from 'node:crypto';
import type { Page } from '@playwright/test';
import { asService, newPerson, register } from './people.ts';
import type { LogeServer } from './server.ts';
import { holdBack } from './slow.ts';
import { openStreamer } from './streamers.ts';
import { expect } from './test.ts';

/** The pages whose first lines the server writes into their HTML; the third is that of a streamer who is new, Inès Première. */
export async function pagesWithFirstLines(server: LogeServer): Promise<string[]> {
  const handle = `premiere-${randomBytes(4).toString('hex')}`;
  const { user } = await register(server, newPerson('streamer'));
  await asService(server, `/rest/v1/streamers?id=eq.${user.id}`, {
    method: 'PATCH',
    body: {
      handle,
      display_name: 'Inès Première',
      headline: 'La scène, du trac au rappel',
      categories: ['coaching'],
      languages: ['fr'],
      published_at: new Date().toISOString(),
    },
  });
  const offers = [
    { title: 'Partie commentée', description: 'Votre partie, coup par coup.' },
    { title: 'Analyse', price_cents: 2_000 },
  ];
  const { handle: bookable } = await openStreamer(server, { offers });
  return ['/', '/browse', `/streamer/${handle}`, `/book-session/${bookable}`];
}

/** Its head is read before its scripts have come, and stays where it is, word for word, when they are there. */
export async function expectHeadFirst(page: Page, path: string, width: number): Promise<void> {
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
