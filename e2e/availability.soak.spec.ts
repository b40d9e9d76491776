import type { Page } from '@playwright/test';
import { openAs } from './harness/streamers.ts';
import { answered, expect, test } from './harness/test.ts';

const HOURS = '/streamer-dashboard/availability';

const told = (page: Page, title: string): Promise<void> =>
  expect(page.getByText(title, { exact: true }).first()).toBeVisible();

test('of two tabs the second learns of the first, and chooses', async ({
  page,
  server,
  context,
  expectErrors,
}) => {
  expectErrors(answered(409));
  await openAs(page, server, {});
  await page.goto(HOURS);
  await page.getByLabel('Réserver au plus tard').selectOption('0');
  const other = await context.newPage();
  await other.goto(HOURS);
  await other.getByLabel('Jusqu’à', { exact: true }).selectOption('90');
  await other.getByRole('button', { name: 'Enregistrer', exact: true }).click();
  await told(other, 'Horaires enregistrés');
  await other.close();

  const bar = page.getByRole('region', { name: 'Modifications non enregistrées' });
  // Told live, or at the latest when saving.
  const save = bar.getByRole('button', { name: 'Enregistrer', exact: true });
  await expect(async () => {
    if (await save.isEnabled()) await save.click({ timeout: 1000 });
    await expect(bar.getByRole('alert')).toContainText('enregistrés ailleurs', { timeout: 3000 });
  }).toPass();
  await bar.getByRole('button', { name: 'Prendre ceux qui sont enregistrés' }).click();
  await expect(bar).toBeHidden();
  await expect(page.getByLabel('Jusqu’à', { exact: true })).toHaveValue('90');
  await expect(page.getByLabel('Réserver au plus tard')).toHaveValue('1440');
});

test('a calendar that cannot be read says so, and closes nothing', async ({ page, server, expectErrors }) => {
  expectErrors(answered(422));
  await openAs(page, server, { page: { notice_minutes: 0 } });
  await page.goto(`${HOURS}?view=calendars`);
  const form = page.getByRole('form', { name: 'Relier un agenda' });
  await form.getByLabel('Nom').fill('Perso');
  await form.getByLabel('Adresse iCal').fill('ftp://agenda.exemple.fr/a.ics');
  await form.getByRole('button', { name: 'Relier l’agenda' }).click();
  await expect(form.getByText('Cette adresse n’est pas celle d’un calendrier')).toBeVisible();
  await form.getByLabel('Adresse iCal').fill('https://agenda.invalid/a.ics');
  await form.getByRole('button', { name: 'Relier l’agenda' }).click();
  const list = page.getByRole('list', { name: 'Agendas reliés' });
  await expect(list).toContainText('Illisible');
  await expect(list).toContainText('Le site de cette adresse est introuvable');
  const preview = page.getByRole('region', { name: 'Ce que voit un viewer' });
  await expect(
    preview.getByRole('list', { name: 'Créneaux libres' }).getByRole('listitem').first(),
  ).toBeVisible();
  await list.getByRole('button', { name: 'Délier Perso' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Délier l’agenda' }).click();
  await expect(page.getByText('Aucun agenda relié.')).toBeVisible();
});
