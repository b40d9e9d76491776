import type { Locator, Page } from '@playwright/test';
import { answered, expect, test } from './harness/test.ts';

/** The page of the design system has a button for each kind of toast. */
async function show(page: Page, name: 'Simple' | 'Destructif' | 'Avec une action'): Promise<Locator> {
  await page.getByRole('button', { name, exact: true }).click();
  const toast = page.locator('.toast[data-state="open"]');
  await expect(toast).toBeVisible();
  // The region listens to keys and pointer a moment after the toast is there, when it also has these two stops of the Tab key.
  await expect(page.getByRole('region', { name: /Notifications/ }).locator('> [tabindex="0"]')).toHaveCount(
    2,
  );
  return toast;
}

test.beforeEach(async ({ page, expectErrors }) => {
  expectErrors(answered(404)); // the page shows what a missing picture looks like
  await page.clock.install();
  await page.goto('/dev/ui');
  await expect(page.getByRole('button', { name: 'Destructif' })).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.pauseAt(new Date(Date.now() + 60_000)); // from here time passes only when told to
});

/** Drags a toast to the right by so many pixels. */
async function swipe(page: Page, toast: Locator, pixels: number): Promise<void> {
  const box = (await toast.boundingBox())!;
  const [x, y] = [box.x + 40, box.y + 12];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let moved = 0; moved <= pixels; moved += 5) await page.mouse.move(x + moved, y);
  await page.mouse.move(x + pixels, y);
  await page.mouse.up();
}

test('"Toast limit 1 at a time": a new one takes the place of the old', async ({ page }) => {
  await show(page, 'Simple');
  const toast = await show(page, 'Destructif');
  await expect(toast).toHaveCount(1);
  await expect(toast).toContainText('Impossible de charger votre profil utilisateur');
});

test('"default duration 5000 ms"', async ({ page }) => {
  const toast = await show(page, 'Simple');
  await page.clock.runFor(4_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast).toBeHidden();
});

test('"pausing while the pointer ... is on it"', async ({ page }) => {
  const toast = await show(page, 'Simple');
  await toast.hover();
  await page.clock.runFor(20_000);
  await expect(toast).toBeVisible();
  await page.mouse.move(0, 0);
  await page.clock.runFor(5_100);
  await expect(toast).toBeHidden();
});

test('"a region that the F8 key focuses", and "pausing while ... focus is on it"', async ({ page }) => {
  const toast = await show(page, 'Simple');
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /Notifications/ }).locator('ol')).toBeFocused();
  await page.clock.runFor(20_000);
  await expect(toast).toBeVisible();
});

test('"pausing while ... the window is blurred"', async ({ page }) => {
  const toast = await show(page, 'Simple');
  await page.evaluate(() => window.dispatchEvent(new Event('blur')));
  await page.clock.runFor(20_000);
  await expect(toast).toBeVisible();
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await page.clock.runFor(5_100);
  await expect(toast).toBeHidden();
});

test('"pressing Escape dismisses it"', async ({ page }) => {
  const toast = await show(page, 'Simple');
  await page.keyboard.press('F8');
  await page.keyboard.press('Escape');
  await expect(toast).toBeHidden();
});

for (const opener of ['Fenêtre', 'Panneau']) {
  test(`"pressing Escape dismisses it": inside « ${opener} » too, which the next one closes`, async ({
    page,
  }) => {
    const toast = await show(page, 'Simple');
    await page.getByRole('button', { name: opener, exact: true }).press('Enter');
    const window = page.getByRole('dialog');
    await expect(window.locator(':focus')).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(toast).toBeHidden();
    await expect(window).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(window).toBeHidden();
  });
}

test('"swipe direction right; swipe threshold 50": 60 pixels dismiss, 40 do not', async ({ page }) => {
  const toast = await show(page, 'Simple');
  await swipe(page, toast, 40);
  await page.clock.runFor(300);
  await expect(toast).toBeVisible();
  await swipe(page, toast, 60);
  await expect(toast).toBeHidden();
});

test('"optional title, description and action, plus a close button, with a default or destructive look"', async ({
  page,
}) => {
  const simple = await show(page, 'Simple');
  await expect(simple).toHaveAttribute('data-variant', 'default');
  await simple.getByRole('button', { name: 'Fermer' }).click();
  await expect(simple).toBeHidden();
  await expect(await show(page, 'Destructif')).toHaveAttribute('data-variant', 'destructive');
  const withAction = await show(page, 'Avec une action');
  await withAction.getByRole('button', { name: 'Voir les suivants' }).click();
  await expect(page.locator('.toast[data-state="open"]')).toContainText('Voilà');
});

test('"toast region maximum width 420 px on medium screens and larger"', async ({ page }) => {
  const width = async () => (await page.locator('.toast-region').boundingBox())?.width ?? 0;
  await show(page, 'Simple');
  expect(await width()).toBe(420);
  await page.setViewportSize({ width: 768, height: 900 });
  expect(await width()).toBe(420);
  await page.setViewportSize({ width: 600, height: 900 });
  expect(await width()).toBe(600);
});

for (const [opener, kind, action, width] of [
  ['Fenêtre', 'window', 'Enregistrer', 320],
  ['Panneau', 'sheet', 'Voir les résultats', 320],
  ['Panneau', 'sheet', 'Voir les résultats', 700],
] as const) {
  test(`at ${width} px a toast stands above an open ${kind}, never on what is to be pressed in it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 });
    const toast = await show(page, 'Simple');
    await page.getByRole('button', { name: opener, exact: true }).press('Enter');
    const pressed = page.getByRole('dialog').getByRole('button', { name: action });
    await pressed.click({ trial: true });
    const [above, below] = [await toast.boundingBox(), await pressed.boundingBox()];
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
    await page.getByRole('dialog').getByRole('button', { name: 'Fermer' }).click();
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect.poll(async () => (await toast.boundingBox())?.y ?? 0).toBeGreaterThan(400);
  });
}

test('on a telephone a toast of several lines leaves the title and the cross of a tall window free', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  const toast = await show(page, 'Destructif');
  await page.getByRole('button', { name: 'Fenêtre haute', exact: true }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Fermer' }).click({ trial: true });
  const [above, below] = [await toast.boundingBox(), await dialog.getByRole('heading').boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(below?.y ?? 0);
  await dialog.getByRole('button', { name: 'Fermer' }).click();
  await expect(dialog).toBeHidden();
});

test('"a region that the F8 key focuses": as the first thing that a visitor does', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('#root:not([inert]) h1')).toBeVisible();
  await page.keyboard.press('F8');
  await expect(page.getByRole('region', { name: /Notifications/ }).locator('ol')).toBeFocused();
});
