import { openAccount } from './harness/accounts.ts';
import { arriveAs, keepSession, newPerson, openSession, register } from './harness/people.ts';
import { expect, inSoak, test } from './harness/test.ts';

test(
  'an admin searches, filters and pages through the accounts; the address keeps the view',
  inSoak,
  async ({ page, server }) => {
    for (let index = 0; index < 25; index += 1)
      await register(server, newPerson(index % 2 ? 'viewer' : 'streamer'));
    await arriveAs(page, server, 'admin');
    await page.goto('/admin-dashboard/users');
    await expect(page.getByRole('table', { name: 'Comptes' }).getByRole('row')).not.toHaveCount(1);
    await page.getByLabel('Rôle').selectOption('streamer');
    await expect(page).toHaveURL(/role=streamer/);
    await expect(page.getByRole('table').getByText('Viewer', { exact: true })).toHaveCount(0);
    await page.getByLabel('Rôle').selectOption('');
    await page.getByRole('link', { name: /suivant/i }).click();
    await expect(page).toHaveURL(/page=2/);
    await page.goBack();
    await expect(page).not.toHaveURL(/page=2/);
    await page.getByLabel('Rechercher un compte').fill('introuvable-à-coup-sûr');
    await page.getByLabel('Rechercher un compte').press('Enter');
    await expect(page.getByText('Aucun compte ne correspond')).toBeVisible();
  },
);

test(
  'what stands above a list and cannot be read says so, and leaves the list',
  inSoak,
  async ({ page, server, expectErrors }) => {
    expectErrors(/Failed to load resource/);
    await arriveAs(page, server, 'admin');
    const parts = [
      ['users', 'admin_request_details', 'Les demandes d’accès', 'Rechercher un compte'],
      ['payments', 'admin_failed_payouts', 'Les versements', 'Rechercher un paiement'],
    ] as const;
    await Promise.all(
      parts.map(async ([path, part, lost, list]) => {
        const tab = await page.context().newPage();
        await tab.route(`**/rest/v1/${part}*`, (route) => route.abort());
        await tab.goto(`/admin-dashboard/${path}`);
        await expect(tab.getByRole('alert').filter({ hasText: lost })).toBeVisible();
        await expect(tab.getByLabel(list).first()).toBeVisible();
        await tab.close();
      }),
    );
  },
);

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test(
    'the filters of the accounts are a sheet, and the address keeps them',
    inSoak,
    async ({ page, server }) => {
      await register(server, newPerson('streamer'));
      await arriveAs(page, server, 'admin');
      await page.goto('/admin-dashboard/users');
      await expect(page.getByLabel('Rôle')).toBeHidden();
      await page.getByRole('button', { name: 'Filtres' }).click();
      const sheet = page.getByRole('dialog', { name: 'Filtrer les comptes' });
      await sheet.getByLabel('Rôle').selectOption('streamer');
      await expect(page).toHaveURL(/role=streamer/);
      await sheet.getByRole('button', { name: /^Voir \d+ comptes?$/ }).click();
      await expect(sheet).toBeHidden();
      await expect(page.getByRole('button', { name: 'Filtres (1)' })).toBeFocused();
      await expect(page.getByRole('table', { name: 'Comptes' }).getByText('Streamer')).not.toHaveCount(0);
      await page.getByRole('button', { name: 'Filtres (1)' }).click();
      await sheet.getByRole('button', { name: 'Retirer les filtres' }).click();
      await expect(page).not.toHaveURL(/role=/);
    },
  );
});

test('an admin changes a role: the person’s own dashboard is another from then on', async ({
  page,
  server,
  browser,
}) => {
  const person = newPerson('viewer');
  await register(server, person);
  await arriveAs(page, server, 'admin');
  await openAccount(page, person);
  await page.getByRole('button', { name: 'Changer le rôle', exact: true }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog')).last();
  await dialog.getByLabel('Nouveau rôle').selectOption('streamer');
  await dialog.getByLabel('Motif').fill('Ouvre ses heures');
  await dialog.getByRole('button', { name: 'Changer le rôle', exact: true }).click();
  await expect(page.getByText(/Rôle changé/).first()).toBeVisible();
  await page.getByRole('link', { name: 'Ouvrir la fiche' }).click();
  await expect(page.getByRole('region', { name: 'Historique' })).toContainText('Ouvre ses heures');

  const theirs = await browser.newPage({ baseURL: server.url });
  await keepSession(theirs, await openSession(server, person));
  await theirs.goto('/dashboard');
  await expect(theirs).toHaveURL('/streamer-dashboard');
  await theirs.close();
});
