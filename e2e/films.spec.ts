import { randomBytes } from 'node:crypto';
import { asService, keepSession, openSession } from './harness/people.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, test } from './harness/test.ts';

test('a file that is no film, or in no form that browsers play, is refused in French', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server);
  await keepSession(page, await openSession(server, streamer));
  await page.goto('/streamer-dashboard/settings');
  const section = page.getByRole('region', { name: 'Film de présentation' });
  const choose = section.locator('input[type=file]');
  await choose.setInputFiles({ name: 'film.avi', mimeType: 'video/x-msvideo', buffer: Buffer.from('RIFF') });
  await expect(section.getByRole('alert')).toHaveText(/ni un MP4 ni un WebM/);
  await choose.setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: Buffer.from('no film') });
  const dialog = page.getByRole('dialog', { name: 'Votre film' });
  await expect(dialog.getByRole('alert')).toHaveText(/ne peut pas lire ce film/);
  await expect(dialog.getByRole('button', { name: 'Enregistrer le film' })).toBeDisabled();
});

test('a card shows its film to who points at it, and to nobody who wants no motion or saves data', async ({
  page,
  server,
}) => {
  const displayName = `Solveig ${randomBytes(4).toString('hex')}`;
  const streamer = await openStreamer(server, { page: { display_name: displayName } });
  const film_url = '/demo/maxence-le-goff-film.webm';
  const row = { streamer_id: streamer.id, film_url, width: 640, height: 360, seconds: 8 };
  await asService(server, '/rest/v1/films', { method: 'POST', body: row });
  // Whether the line is paid by the megabyte, as the browser says it: from the address, so that one page can say either.
  await page.addInitScript(() => {
    const connection = { saveData: location.hash === '#saving' };
    Object.defineProperty(Navigator.prototype, 'connection', { get: () => connection });
  });
  await page.clock.install();
  const card = page.getByRole('article').filter({ hasText: displayName });
  const link = card.getByRole('link', { name: displayName, exact: true });
  // Until the search knows them: two seconds at most.
  await expect(async () => {
    await page.goto(`/browse?q=${encodeURIComponent(displayName)}`);
    await expect(link).toBeVisible({ timeout: 3_000 });
  }).toPass();
  const film = card.locator('video');
  // The tests' browser asks for less motion.
  await card.hover();
  await page.clock.runFor(1_000);
  await expect(film).toHaveCount(0);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.mouse.move(0, 0);
  await card.hover();
  await page.clock.runFor(1_000);
  await expect(film).toHaveJSProperty('muted', true);
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await page.mouse.move(0, 0);
  await expect(film).toHaveCount(0);
  await page.keyboard.press('Tab');
  await link.focus();
  await page.clock.runFor(1_000);
  await expect(film).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(film).toHaveCount(0);
  await page.goto(`/browse?q=${encodeURIComponent(displayName)}#saving`);
  await page.reload();
  await expect(link).toBeVisible();
  await card.hover();
  await page.clock.runFor(1_000);
  await expect(film).toHaveCount(0);
  await page.keyboard.press('Tab');
  await link.focus();
  await page.clock.runFor(1_000);
  await expect(film).toHaveCount(0);
});
