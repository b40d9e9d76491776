import type { Page } from '@playwright/test';
import { expectNoAxeViolations, TELEPHONE } from './harness/axe.ts';
import { expectAllInside, LYING, show } from './harness/room-scenes.ts';
import { expect, inSoak, test } from './harness/test.ts';

test(
  'the fullest room fits a telephone either way up, and axe has nothing to say',
  inSoak,
  async ({ page }) => {
    await page.setViewportSize(TELEPHONE);
    await show(page, 'group-12');
    await expectAllInside(page);
    await expectNoAxeViolations(page);
    await page.setViewportSize(LYING);
    await expectAllInside(page);
  },
);

test('a host lets in, puts out and ends, and keeps the focus; the keys do what their list says', async ({
  page,
}) => {
  await show(page, 'lobby');
  const bell = page.getByRole('region', { name: 'À la porte' });
  await expect(bell).toContainText('Sami Dupré attend à la porte');
  await bell.getByRole('button', { name: 'Faire entrer' }).click();
  await expect(bell).toContainText('Léo Pastel');
  await page.keyboard.press('p');
  const people = page.getByRole('complementary', { name: 'Personnes' });
  await people.getByRole('button', { name: 'Refuser Nadia Forest' }).click();
  await expect(people.getByText('Nadia Forest')).toBeHidden();
  await expectNoAxeViolations(page);

  // Somebody is put out from their own tile: the focus does not fall out of the room.
  const tile = page.getByRole('button', { name: 'Théo Brume : options' }).first();
  await tile.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Faire sortir' }).press('Enter');
  await expect(page.getByRole('alertdialog')).toContainText('à la minute près');
  await page.getByRole('button', { name: 'Faire sortir', exact: true }).click();
  await expect(page.getByRole('group', { name: 'Théo Brume' })).toBeHidden();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Raccourcis clavier' });
  await expect(keys.locator('dt')).toHaveCount(14);
  await expectNoAxeViolations(page);
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await page.keyboard.press('l');
  await expect(page.getByRole('button', { name: 'Baisser la main' })).toBeVisible();
  await page.keyboard.press('c');
  await page.getByLabel('Écrire un message').fill('Bienvenue');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('log')).toContainText(/Vous.*Bienvenue/s);

  await page.getByRole('button', { name: 'Autres commandes' }).click();
  await page.getByRole('menuitem', { name: 'Terminer pour tous' }).click();
  const ending = page.getByRole('alertdialog', { name: 'Terminer pour tous ?' });
  // What is left of an hour for 18 euros, however many minutes it took to come here.
  const said = (await ending.textContent()) ?? '';
  const left = Number(/Il reste (\d+)\smin/.exec(said)?.[1]);
  const back = (left * 0.3).toFixed(2).replace('.', ',');
  expect(said).toMatch(new RegExp(`remboursé\\s: ${back}\\s€ sur 18,00\\s€`));
  await ending.getByRole('button', { name: 'Terminer pour tous' }).click();
  await expect(page.getByRole('heading', { name: 'Vous avez terminé la session' })).toBeVisible();
});

/** Counts what the page asks of the browser's screen, without giving it. Runs in the page, before anything else. */
const countScreens = () => {
  const asked: string[] = [];
  HTMLVideoElement.prototype.requestPictureInPicture = function () {
    asked.push(`apart: ${this.getAttribute('aria-label')}`);
    return Promise.reject(new Error('only counted'));
  };
  Element.prototype.requestFullscreen = function () {
    asked.push(`full: ${this.tagName} ${this.getAttribute('aria-label') ?? ''}`.trim());
    return Promise.resolve();
  };
  for (const name of ['pictureInPictureEnabled', 'fullscreenEnabled'])
    Object.defineProperty(Document.prototype, name, { get: () => true });
  Object.assign(window, { asked });
};
const askedOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { asked: string[] }).asked.splice(0));

test(
  'each key and each window changes what it says: devices, signs, views, volume, layout',
  inSoak,
  async ({ page }) => {
    await page.addInitScript(countScreens);
    await show(page, 'group-3');
    const bar = page.getByRole('group', { name: 'Commandes de la loge' });
    const self = page.getByLabel('Votre caméra');
    const closes = async () => {
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();
    };
    await expect(self).toBeVisible();
    for (const [key, on, off] of [
      ['m', 'Couper le micro', 'Activer le micro'],
      ['v', 'Couper la caméra', 'Activer la caméra'],
      ['e', 'Partager l’écran', 'Arrêter le partage'],
      ['l', 'Lever la main', 'Baisser la main'],
    ] as const) {
      await expect(bar.getByRole('button', { name: on })).toBeVisible();
      await page.keyboard.press(key);
      await expect(bar.getByRole('button', { name: off })).toBeVisible();
      await page.keyboard.press(key);
      await expect(bar.getByRole('button', { name: on })).toBeVisible();
    }
    await page.keyboard.press('x');
    await expect(page.getByRole('group', { name: 'Vous' }).locator('.room-reaction')).toHaveCount(1);
    await page.keyboard.press('w');
    await expect(self).toBeHidden();
    await page.keyboard.press('w');
    await expect(self).toBeVisible();

    // The whole page; a picture apart: the first, then the one that is large, from its own menu too.
    await page.keyboard.press('f');
    await page.keyboard.press('i');
    expect(await askedOf(page)).toEqual(['full: HTML', 'apart: Caméra de Nour Écarlate']);
    const menu = page.getByRole('button', { name: 'Théo Brume : options' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Image dans l’image' }).click();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Plein écran' }).click();
    expect(await askedOf(page)).toEqual(['apart: Caméra de Théo Brume', 'full: DIV Théo Brume']);

    // Louder and softer for oneself alone: from the window of one, and from the devices.
    const volumes = () =>
      page.evaluate(() =>
        [...new Set([...document.querySelectorAll('audio')].map(({ volume }) => volume))].toSorted(),
      );
    await expect.poll(volumes).toEqual([1]);
    await menu.click();
    await page.getByRole('menuitem', { name: 'Volume et connexion' }).click();
    await page.getByRole('slider', { name: /^Volume de Théo Brume/ }).fill('30');
    await expect.poll(volumes).toEqual([0.3, 1]);
    await closes();
    await page.keyboard.press('r');
    const devices = page.getByRole('dialog', { name: 'Appareils et réglages' });
    await expect(devices.getByRole('slider', { name: /^Volume de Théo Brume/ })).toHaveValue('30');
    await devices.getByRole('slider', { name: /^Volume de Nour Écarlate/ }).fill('0');
    await expect.poll(volumes).toEqual([0, 0.3, 1]);
    await closes();

    await expect(page.locator('[data-large]')).toHaveCount(0);
    await page.keyboard.press('d');
    const layout = page.getByRole('dialog', { name: 'Disposition' });
    await layout.getByRole('radio', { name: 'Qui parle' }).check();
    await closes();
    await expect(page.locator('[data-large]').getByRole('group')).toHaveAccessibleName('Nour Écarlate');
    await page.keyboard.press('d');
    await layout.getByRole('radio', { name: 'Grille' }).check();
    await closes();
    await expect(page.locator('[data-large]')).toHaveCount(0);
  },
);

test.describe('on a telephone', () => {
  test.use({ viewport: TELEPHONE, hasTouch: true });

  test(
    'what has no button is in a sheet, a tile is pinned, and one’s own view folds away',
    inSoak,
    async ({ page }) => {
      await show(page, 'two');
      await page.getByRole('button', { name: 'Votre vue : options' }).click();
      await page.getByRole('menuitem', { name: 'Replier ma vue' }).click();
      await expect(page.getByLabel('Votre caméra')).toBeHidden();
      await page.getByRole('button', { name: 'Me voir' }).click();
      await expect(page.getByLabel('Votre caméra')).toBeVisible();
      await page.getByRole('button', { name: 'Autres commandes' }).click();
      const sheet = page.getByRole('dialog', { name: 'Autres commandes' });
      await expectNoAxeViolations(page);
      await sheet.getByRole('button', { name: 'Connexion en chiffres' }).click();
      await expect(page.getByRole('dialog', { name: 'Connexion' })).toContainText(/Aller-retour.*ms/);
      await page.keyboard.press('Escape');

      await show(page, 'group-3');
      await page.getByRole('button', { name: 'Inès Solaire : options' }).click();
      await page.getByRole('menuitem', { name: 'Épingler' }).click();
      await expect(page.locator('[data-large]').getByRole('group')).toHaveAccessibleName('Inès Solaire');
      await expectAllInside(page);
    },
  );
});
