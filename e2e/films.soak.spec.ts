import { randomBytes } from 'node:crypto';
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

test('a streamer films themself, chooses the poster with the keyboard and writes captions; everybody sees it', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server);
  await keepSession(page, await openSession(server, streamer));
  await page.goto('/streamer-dashboard/settings');
  const section = page.getByRole('region', { name: 'Film de présentation' });
  await section.getByRole('button', { name: 'Filmer maintenant' }).click();
  const recorder = page.getByRole('dialog', { name: 'Filmer votre présentation' });
  await recorder.getByRole('button', { name: 'Commencer' }).click();
  await expect(recorder.getByRole('timer')).toHaveText(/^0:0[1-9] \/ 1:00$/);
  await recorder.getByRole('button', { name: 'Arrêter' }).click();

  const dialog = page.getByRole('dialog', { name: 'Votre film' });
  const slider = dialog.getByRole('slider', { name: 'Image d’affiche' });
  const first = await slider.inputValue();
  await slider.press('ArrowRight');
  await slider.press('ArrowRight');
  await expect(slider).not.toHaveValue(first);
  await dialog.getByRole('button', { name: 'Enregistrer le film' }).press('Enter');
  await expect(page.getByText('Film ajouté à votre page', { exact: true }).first()).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(section.locator('video')).toHaveAttribute('src', /^\/storage\/v1\/object\/public\/clips\//);

  await section.getByRole('button', { name: 'Ajouter des sous-titres' }).click();
  const captions = page.getByRole('dialog', { name: 'Sous-titres' });
  await captions.getByRole('textbox').fill('Bonjour');
  await captions.getByRole('button', { name: 'Enregistrer les sous-titres' }).click();
  await expect(captions.getByText(/^Ligne 1 :/)).toBeVisible();
  await captions.getByRole('textbox').fill('0:00 Bonjour <b>à tous</b>');
  await captions.getByRole('button', { name: 'Enregistrer les sous-titres' }).click();
  await expect(page.getByText('Sous-titres enregistrés', { exact: true }).first()).toBeVisible();

  await page.goto(`/streamer/${streamer.handle}`);
  const film = page.getByRole('region', { name: 'Film de présentation' }).locator('video');
  await expect(film).toHaveAttribute('poster', /^\/storage\/v1\/render\/image\/public\/clips\//);
  // Its recorder named no length and made no index: the server did, so one can jump.
  const jumped = await film.evaluate(async (video: HTMLVideoElement) => {
    const next = (event: string) =>
      new Promise<void>((resolve) => video.addEventListener(event, () => resolve(), { once: true }));
    const isPaused = video.paused;
    const loaded = next('loadedmetadata');
    video.preload = 'metadata';
    video.load();
    await loaded;
    const there = next('seeked');
    video.currentTime = video.duration / 2;
    await there;
    return { isPaused, isFinite: Number.isFinite(video.duration), share: video.currentTime / video.duration };
  });
  expect(jumped).toEqual({ isPaused: true, isFinite: true, share: expect.closeTo(0.5, 1) });

  const address = new URL((await film.getAttribute('src')) ?? '', server.url).href;
  const part = await page.request.get(address, { headers: { range: 'bytes=4-7' } });
  expect([part.status(), (await part.body()).length]).toEqual([206, 4]);
  expect(part.headers()).toMatchObject({
    'content-type': 'video/webm',
    'cache-control': 'max-age=300, must-revalidate',
    'content-security-policy': expect.stringContaining('sandbox'),
    'x-content-type-options': 'nosniff',
  });
  const track = await film.locator('track').getAttribute('src');
  const words = await page.request.get(new URL(track ?? '', server.url).href);
  expect(words.headers()['content-type']).toBe('text/vtt');
  expect(await words.text()).toContain('Bonjour &lt;b&gt;à tous&lt;/b&gt;');
});

test('a film is paused and goes on, and goes on by itself after the line was cut', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  const streamer = await openStreamer(server);
  await keepSession(page, await openSession(server, streamer));
  await page.goto('/streamer-dashboard/settings');
  const asked: string[] = [];
  const paused = Promise.withResolvers<void>();
  await page.route(/\/upload\/resumable/, async (route) => {
    const method = route.request().method();
    asked.push(method);
    const pieces = asked.filter((one) => one === 'PATCH').length;
    if (method === 'PATCH' && pieces === 1) {
      // On its way until it is paused, which ends the request from this side.
      await paused.promise;
      return route.abort('aborted');
    }
    if (method === 'PATCH' && pieces === 2) {
      await page.context().setOffline(true);
      return route.abort('internetdisconnected');
    }
    return route.continue();
  });
  const section = page.getByRole('region', { name: 'Film de présentation' });
  await section
    .locator('input[type=file]')
    .setInputFiles(join(import.meta.dirname, '../web/public/demo/maxence-le-goff-film.webm'));
  const dialog = page.getByRole('dialog', { name: 'Votre film' });
  await dialog.getByRole('button', { name: 'Enregistrer le film' }).click();
  await dialog.getByRole('button', { name: 'Mettre en pause' }).click();
  const said = dialog.getByRole('status');
  await expect(said).toHaveText(/^En pause à \d+ %$/);
  paused.resolve();
  expect(asked.slice(0, 2)).toEqual(['POST', 'PATCH']);
  await dialog.getByRole('button', { name: 'Reprendre' }).click();
  await expect(said).toHaveText(/^La ligne est coupée/);
  expect(asked).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH']);
  await page.context().setOffline(false);
  await expect(page.getByText('Film ajouté à votre page', { exact: true }).first()).toBeVisible();
  // The film was begun once; its poster follows as an upload of its own.
  expect(asked.slice(4, 7)).toEqual(['HEAD', 'PATCH', 'POST']);
  await expect(section.locator('video')).toHaveAttribute('src', /^\/storage\/v1\/object\/public\/clips\//);
});

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
