import { answered, expect, inSoak, test } from './harness/test.ts';

// The pieces of calendars on the page of the design system, which is built for these tests.
// The server knows no such page of the product, and the page shows what a missing picture looks like.
test.beforeEach(({ expectErrors }) => expectErrors(answered(404)));

test('a month is one tab stop, and its keys are those of a calendar', async ({ page }) => {
  await page.goto('/dev/ui');
  const grid = page.getByRole('grid', { name: 'Mars 2026' }).first();
  await grid.locator('[tabindex="0"]').focus();
  const focused = page.locator(':focus');
  await expect(focused).toHaveAccessibleName(/^jeudi 12\smars/);
  for (const [key, name] of [
    ['ArrowRight', /^vendredi 13\smars/],
    ['ArrowDown', /^vendredi 20\smars/],
    ['Home', /^lundi 16\smars/],
    ['End', /^dimanche 22\smars, aucun\screneau|^dimanche 22\smars/],
    ['PageDown', /^mercredi 22\savril/],
    ['PageUp', /^dimanche 22\smars/],
  ] as const) {
    await page.keyboard.press(key);
    await expect(focused).toHaveAccessibleName(name);
  }
});

test(
  'the bookings of a week are one tab stop, and arrows go from one to the next',
  inSoak,
  async ({ page }) => {
    await page.goto('/dev/ui');
    const week = page.getByRole('region', { name: 'Semaine du 9 mars' });
    await week.getByRole('link', { name: /Exemple Un/ }).focus();
    await page.keyboard.press('ArrowDown');
    await expect(
      week.getByRole('link', { name: /^jeudi 12\smars, 18\sh\s30 à 19\sh\s30, Exemple Deux/ }),
    ).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(week.getByRole('link', { name: /Exemple Quatre/ })).toBeFocused();
    await page.keyboard.press('End');
    await expect(week.getByRole('link', { name: /Exemple Cinq/ })).toBeFocused();
  },
);

test(
  'hours are painted with the pointer and changed in the list with the keyboard',
  inSoak,
  async ({ page }) => {
    await page.goto('/dev/ui');
    const hours = page.getByRole('region', { name: 'Les heures' });
    await expect(hours.getByText(/^16\sh ouvertes/)).toBeVisible();
    const week = hours.getByRole('img', { name: /Vos heures de la semaine/ }).first();
    await week.scrollIntoViewIfNeeded();
    const box = (await week.boundingBox())!;
    const at = (day: number, hour: number) =>
      [box.x + (box.width / 7) * (day - 0.5), box.y + (box.height / 24) * (hour + 0.2)] as const;
    await page.mouse.move(...at(1, 9));
    await page.mouse.down();
    await page.mouse.move(...at(2, 10), { steps: 4 });
    await expect(hours.getByText(/Ouvrir lundi à mardi, 9\sh à 10\sh\s30/)).toBeVisible();
    await page.mouse.up();
    await expect(hours.getByText(/^19\sh ouvertes/)).toBeVisible();

    await hours.getByRole('tab', { name: 'Liste' }).first().click();
    const monday = hours.getByRole('group', { name: 'Lundi' });
    await expect(monday.getByLabel('Lundi, plage 1, de')).toHaveValue('540');
    await monday.getByRole('button', { name: 'Copier les heures du lundi' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Vers tous les jours' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(
      hours.getByRole('group', { name: 'Dimanche' }).getByLabel('Dimanche, plage 1, de'),
    ).toHaveValue('540');
    await monday.getByRole('button', { name: 'Retirer la plage 1 du lundi' }).focus();
    await page.keyboard.press('Enter');
    await expect(monday.getByText('Fermé')).toBeVisible();
  },
);
