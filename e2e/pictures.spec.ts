import { request as ask, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import sharp from 'sharp';
import { arriveAs, keepSession, openSession } from './harness/people.ts';
import { twoColours } from './harness/pictures.ts';
import { openStreamer } from './harness/streamers.ts';
import { expect, inSoak, test } from './harness/test.ts';

test('a photo is chosen, framed with the keyboard and shown as it was framed', async ({ page, server }) => {
  await arriveAs(page, server, 'viewer');
  await page.goto('/viewer-dashboard/settings');
  await page
    .getByLabel('Choisir une photo', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'vacances.jpg', mimeType: 'image/jpeg', buffer: await twoColours() });
  const dialog = page.getByRole('dialog', { name: 'Cadrer la photo' });
  const frame = dialog.getByRole('img', { name: /Cadrage/ });
  // What one came for has the focus, not the cross.
  await expect(frame).toBeFocused();
  // Half a frame to the right is as far as it goes: the left half alone is seen.
  for (let press = 0; press < 15; press += 1) await frame.press('ArrowRight');
  await dialog.getByRole('button', { name: 'Enregistrer l’image' }).press('Enter');
  await expect(page.getByText('Photo enregistrée', { exact: true }).first()).toBeVisible();
  await expect(dialog).toBeHidden();
  // The header shows it wherever one is.
  const shown = page.getByRole('button', { name: /^Mon compte/ }).locator('img');
  await expect(shown).toHaveAttribute('src', /^\/storage\/v1\/render\/image\/public\/avatars\//);
  const address = new URL((await shown.getAttribute('src')) ?? '', server.url);
  const answer = await page.request.get(address.href.replace('/render/image/public/', '/object/public/'));
  expect(answer.headers()['cache-control']).toBe('max-age=300, must-revalidate');
  const { dominant } = await sharp(await answer.body()).stats();
  const { width, height } = await sharp(await answer.body()).metadata();
  expect([width, height]).toEqual([512, 512]);
  expect(dominant.b).toBeGreaterThan(180);
  expect(dominant.r).toBeLessThan(80);
});

test('a photo that is not moved is kept as it is first shown', inSoak, async ({ page, server }) => {
  await arriveAs(page, server, 'viewer');
  await page.goto('/viewer-dashboard/settings');
  await page
    .getByLabel('Choisir une photo', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'vacances.jpg', mimeType: 'image/jpeg', buffer: await twoColours() });
  const dialog = page.getByRole('dialog', { name: 'Cadrer la photo' });
  await dialog.getByRole('button', { name: 'Enregistrer l’image' }).click();
  await expect(dialog).toBeHidden();
  const shown = page.getByRole('button', { name: /^Mon compte/ }).locator('img');
  await expect(shown).toHaveAttribute('src', /^\/storage\/v1\/render\/image\/public\/avatars\//);
  const address = new URL((await shown.getAttribute('src')) ?? '', server.url);
  const answer = await page.request.get(address.href.replace('/render/image/public/', '/object/public/'));
  // Half blue, half red: nothing is left empty.
  const { channels, isOpaque } = await sharp(await answer.body()).stats();
  expect(isOpaque).toBe(true);
  expect(channels[0]?.mean).toBeGreaterThan(80);
  expect(channels[2]?.mean).toBeGreaterThan(80);
});

test('a streamer adds a picture to their page, where everybody sees it', inSoak, async ({ page, server }) => {
  const streamer = await openStreamer(server);
  await keepSession(page, await openSession(server, streamer));
  await page.goto('/streamer-dashboard/settings');
  const section = page.getByRole('region', { name: 'Images', exact: true });
  await section
    .getByLabel('Ajouter une image', { exact: true })
    .and(page.locator('input'))
    .setInputFiles({ name: 'bureau.jpg', mimeType: 'image/jpeg', buffer: await twoColours() });
  const dialog = page.getByRole('dialog', { name: 'Cadrer l’image' });
  await dialog.getByRole('button', { name: 'Enregistrer l’image' }).click();
  await expect(page.getByText('Image ajoutée à votre page', { exact: true }).first()).toBeVisible();
  await expect(section.getByRole('img', { name: 'Galerie, 1 sur 1' })).toBeVisible();
  await page.goto(`/streamer/${streamer.handle}`);
  const shown = page.getByRole('region', { name: 'En images' }).getByRole('img');
  await expect(shown).toHaveAttribute('src', /^\/storage\/v1\/render\/image\/public\/gallery\//);
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
});

test(
  'Back while one frames a photo leaves the page, and the photo as it was',
  inSoak,
  async ({ page, server }) => {
    await arriveAs(page, server, 'viewer');
    await page.goto('/viewer-dashboard/settings');
    await page.goto('/browse');
    await page.goBack();
    const chooser = page.getByLabel('Choisir une photo', { exact: true }).and(page.locator('input'));
    await chooser.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: await twoColours() });
    const dialog = page.getByRole('dialog', { name: 'Cadrer la photo' });
    await expect(dialog).toBeVisible();
    await page.goForward();
    await expect(page).toHaveURL('/browse');
    await expect(dialog).toBeHidden();
    // Nothing of the dialog is left over the page: it scrolls and takes clicks.
    expect(await page.evaluate(() => getComputedStyle(document.body).overflow)).not.toBe('hidden');
    await page.goBack();
    await expect(page.locator('button', { hasText: 'Choisir une photo' })).toBeVisible();
    await expect(dialog).toBeHidden();
  },
);

test(
  'what is no picture under the name of one, or empty, is refused in French, and the next one is taken',
  inSoak,
  async ({ page, server }) => {
    await arriveAs(page, server, 'viewer');
    await page.goto('/viewer-dashboard/settings');
    const chooser = page.getByLabel('Choisir une photo', { exact: true }).and(page.locator('input'));
    const alert = page.getByRole('alert').filter({ hasText: 'ne peut pas être lue' });
    const long = `${'é'.repeat(120)}.png`;
    for (const [name, buffer] of [
      ['programme.png', Buffer.from('MZ this is a program')],
      ['page.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
      [long, Buffer.from('%PDF-1.7')],
      ['vide.png', Buffer.alloc(0)],
    ] as const) {
      await chooser.setInputFiles({ name, mimeType: 'image/png', buffer });
      await expect(alert).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    }
    await chooser.setInputFiles({ name: long, mimeType: 'image/jpeg', buffer: await twoColours() });
    await expect(page.getByRole('dialog', { name: 'Cadrer la photo' })).toBeVisible();
    await expect(alert).toBeHidden();
  },
);

test.describe('a picture in the caches of browsers', () => {
  /** A cache that others share, in front of the server: it tells browsers how many seconds it has had what it sends. */
  async function sharedCache(upstream: string, age: () => number) {
    /** What browsers asked for, and the status of the answer. */
    const asked: string[] = [];
    const front = createServer((incoming, outgoing) => {
      const { method, headers, url = '' } = incoming;
      const sent = ask(new URL(url, upstream), { method, headers }, (answer) => {
        if (url.startsWith('/storage/')) asked.push(`${answer.statusCode}`);
        outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, age: String(age()) });
        answer.pipe(outgoing);
      });
      sent.on('error', () => outgoing.destroy());
      incoming.pipe(sent);
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    const { port } = front.address() as AddressInfo;
    return {
      url: `http://127.0.0.1:${port}`,
      asked,
      close: async () => {
        front.closeAllConnections();
        await new Promise((resolve) => front.close(resolve));
      },
    };
  }

  test(
    'it is kept for five minutes whatever its uploader asked for, then asked about in one short answer, and gone once it was removed',
    inSoak,
    async ({ page, server, expectErrors }) => {
      expectErrors(/status of 400/);
      const streamer = await openStreamer(server);
      const session = await openSession(server, streamer);
      const headers = {
        apikey: server.publishableKey,
        authorization: `Bearer ${session.access_token}`,
      };
      const name = `gallery/${session.user.id}/bureau`;
      const stored = await page.request.post(`${server.url}/storage/v1/object/${name}`, {
        headers: { ...headers, 'content-type': 'image/jpeg', 'cache-control': 'max-age=31536000, immutable' },
        data: await twoColours(),
      });
      expect(stored.status()).toBe(200);
      let age = 0;
      const cache = await sharedCache(server.url, () => age);
      try {
        const address = `${cache.url}/storage/v1/object/public/${name}`;
        const small = `${cache.url}/storage/v1/render/image/public/${name}?width=200`;
        // Another page each time, as on a later visit: a document keeps what it has shown.
        const see = async () => {
          await page.goto(`${cache.url}/robots.txt`);
          return page.evaluate(
            (urls) => Promise.all(urls.map(async (url) => (await fetch(url)).status)),
            [address, small],
          );
        };
        expect(await see()).toEqual([200, 200]);
        expect(cache.asked.splice(0)).toEqual(['200', '200']);
        // Within five minutes a second visit waits for nothing.
        expect(await see()).toEqual([200, 200]);
        expect(cache.asked.splice(0)).toEqual([]);

        // As long as a cache in between has had it, a browser keeps it less: five minutes are those of both together.
        age = 300;
        const client = await page.context().newCDPSession(page);
        await client.send('Network.clearBrowserCache');
        expect(await see()).toEqual([200, 200]);
        cache.asked.splice(0);
        expect(await see()).toEqual([200, 200]);
        expect(cache.asked.splice(0)).toEqual(['304', '304']);

        const removed = await page.request.delete(`${server.url}/storage/v1/object/${name}`, { headers });
        expect(removed.status()).toBe(200);
        expect(await see()).toEqual([400, 400]);
      } finally {
        await cache.close();
      }
    },
  );
});
