import type { Page } from '@playwright/test';
import { arriveAs, asService } from './harness/people.ts';
import { twoColours } from './harness/pictures.ts';
import { expect, test } from './harness/test.ts';

test('a picture that is dropped goes on after a cut line, and is pasted or taken as well', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(/ERR_INTERNET_DISCONNECTED/);
  await arriveAs(page, server, 'viewer');
  await page.goto('/viewer-dashboard/settings');
  const asked: string[] = [];
  await page.route(/\/upload\/resumable/, async (route) => {
    const method = route.request().method();
    const isFirstPiece = method === 'PATCH' && !asked.includes('PATCH');
    asked.push(method);
    if (!isFirstPiece) return route.continue();
    // The line is cut while the first piece is on it.
    await page.context().setOffline(true);
    await route.abort('internetdisconnected');
  });
  const bytes = [...(await twoColours())];
  const choose = page.locator('button', { hasText: 'Choisir une photo' });
  await choose.evaluate((button, sent) => {
    const brought = new DataTransfer();
    brought.items.add(new File([new Uint8Array(sent)], 'vacances.jpg', { type: 'image/jpeg' }));
    button.dispatchEvent(new DragEvent('drop', { dataTransfer: brought, bubbles: true, cancelable: true }));
  }, bytes);
  const dialog = page.getByRole('dialog', { name: 'Cadrer la photo' });
  await dialog.getByRole('button', { name: 'Enregistrer l’image' }).click();
  await expect(dialog.getByRole('status')).toHaveText(/^La ligne est coupée/);
  expect(asked).toEqual(['POST', 'PATCH']);
  await page.context().setOffline(false);
  await expect(page.getByText('Photo enregistrée', { exact: true }).first()).toBeVisible();
  // The upload that was begun is asked how far it is, and gets the rest: no second one is begun.
  expect(asked).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH']);

  const change = page.locator('button', { hasText: 'Changer de photo' });
  await change.evaluate((button, sent) => {
    const copied = new DataTransfer();
    copied.items.add(new File([new Uint8Array(sent)], 'image.jpg', { type: 'image/jpeg' }));
    button.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: copied, bubbles: true, cancelable: true }),
    );
  }, bytes);
  await dialog.getByRole('button', { name: 'Annuler' }).click();
  await expect(dialog).toBeHidden();

  await page.getByRole('button', { name: 'Prendre une photo', exact: true }).click();
  const camera = page.getByRole('dialog', { name: 'Prendre une photo' });
  await camera.getByRole('button', { name: 'Prendre la photo', exact: true }).click();
  await expect(dialog.getByRole('img', { name: /Cadrage/ })).toBeVisible();
});

test('two tabs that change a photo at once leave one that is there', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(/status of 400/, /Image non enregistrée/);
  const { id } = await arriveAs(page, server, 'viewer');
  const later = await page.context().newPage();
  const photo = { name: 'moi.jpg', mimeType: 'image/jpeg', buffer: await twoColours() };
  const choose = async (tab: Page) => {
    await tab.goto('/viewer-dashboard/settings');
    await tab.getByLabel('Choisir une photo', { exact: true }).and(tab.locator('input')).setInputFiles(photo);
    return tab.getByRole('dialog', { name: 'Cadrer la photo' });
  };
  const dialogs = [await choose(page), await choose(later)] as const;
  const save = { name: 'Enregistrer l’image' };
  // The first tab has stored its photo, and the row does not name it yet.
  const stored = Promise.withResolvers<void>();
  const named = Promise.withResolvers<void>();
  await page.route(/\/rest\/v1\/profiles/, async (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    stored.resolve();
    await named.promise;
    return route.continue();
  });
  await dialogs[0].getByRole('button', save).click();
  await stored.promise;
  await dialogs[1].getByRole('button', save).click();
  await expect(later.getByText('Photo enregistrée', { exact: true }).first()).toBeVisible();
  const shown = async () => {
    const rows = await asService(server, `/rest/v1/profiles?id=eq.${id}&select=avatar_url`);
    const [{ avatar_url: url }] = rows as [{ avatar_url: string }];
    return { url, status: (await page.request.get(new URL(url, server.url).href)).status() };
  };
  const { url: second } = await shown();
  named.resolve();
  // Its photo made room for the other: it is told so, and can be saved again.
  await expect(dialogs[0].getByRole('alert')).toHaveText(/Réessayez/);
  expect(await shown()).toEqual({ url: second, status: 200 });
  await page.unrouteAll();
  await dialogs[0].getByRole('button', save).click();
  await expect(page.getByText('Photo enregistrée', { exact: true }).first()).toBeVisible();
  const last = await shown();
  expect(last.status).toBe(200);
  expect(last.url).not.toBe(second);
});
