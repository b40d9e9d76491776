import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { asService, keepSession, openSession } from './harness/people.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, test } from './harness/test.ts';

test('a tab that was opened before another tab stored a film takes nothing of it away', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server);
  await keepSession(page, await openSession(server, streamer));
  const film = join(import.meta.dirname, '../web/public/demo/priya-raman-film.webm');
  const choose = async (tab: Page) => {
    await tab
      .getByRole('region', { name: 'Film de présentation' })
      .locator('input[type=file]')
      .setInputFiles(film);
    return tab.getByRole('dialog', { name: 'Votre film' });
  };
  const later = await page.context().newPage();
  for (const tab of [page, later]) await tab.goto('/streamer-dashboard/settings');
  const dialogs = [await choose(page), await choose(later)] as const;
  await dialogs[0].getByRole('button', { name: 'Enregistrer le film' }).click();
  await expect(page.getByText('Film ajouté à votre page', { exact: true }).first()).toBeVisible();
  // The other tab knows of no film: its upload is given up after the page was looked through for leftovers.
  const held = Promise.withResolvers<void>();
  await later.route(/\/upload\/resumable/, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    await held.promise;
    return route.abort('aborted');
  });
  await dialogs[1].getByRole('button', { name: 'Enregistrer le film' }).click();
  await dialogs[1].getByRole('button', { name: 'Mettre en pause' }).click();
  await dialogs[1].getByRole('button', { name: 'Annuler' }).click();
  held.resolve();
  await expect(dialogs[1].getByRole('progressbar')).toBeHidden();
  await later.unrouteAll();
  const rows = () => asService(server, `/rest/v1/films?streamer_id=eq.${streamer.id}&select=film_url`);
  const [{ film_url: first }] = (await rows()) as [{ film_url: string }];
  expect((await page.request.get(new URL(first, server.url).href)).status()).toBe(200);
  // Sent after all, it takes the place of the first, whose files go.
  await dialogs[1].getByRole('button', { name: 'Enregistrer le film' }).click();
  await expect(later.getByText('Film ajouté à votre page', { exact: true }).first()).toBeVisible();
  const [{ film_url: second }] = (await rows()) as [{ film_url: string }];
  expect(second).not.toBe(first);
  expect((await page.request.get(new URL(second, server.url).href)).status()).toBe(200);
  expect((await page.request.get(new URL(first, server.url).href)).status()).toBe(400);
});
