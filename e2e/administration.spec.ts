import type { Page } from '@playwright/test';
import {
  arriveAs,
  keepSession,
  newPerson,
  openSession,
  type Person,
  register,
  signIn,
} from './harness/people.ts';
import { expect, test } from './harness/test.ts';

async function openAccount(page: Page, person: Person): Promise<void> {
  await page.goto('/admin-dashboard/users');
  await page.getByLabel('Rechercher un compte').fill(person.email);
  await page.getByLabel('Rechercher un compte').press('Enter');
  await expect(page.getByText('1 compte trouvé')).toBeAttached();
  await page.getByRole('button', { name: /^Ouvrir le compte/ }).click();
  await expect(page.getByRole('dialog', { name: 'Compte' })).toContainText(person.email);
}

/** Opens the action's own window, gives the reason, confirms. */
async function act(page: Page, open: string, confirm: string, reason = 'Vu avec l’équipe'): Promise<void> {
  await page.getByRole('button', { name: open, exact: true }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog')).last();
  await dialog.getByLabel('Motif').fill(reason);
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
}

test('an admin searches, filters and pages through the accounts; the address keeps the view', async ({
  page,
  server,
}) => {
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
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('the filters of the accounts are a sheet, and the address keeps them', async ({ page, server }) => {
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
  });
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
  await expect(page.getByRole('dialog', { name: 'Compte' })).toContainText('Ouvre ses heures');

  const theirs = await browser.newPage({ baseURL: server.url });
  await signIn(theirs, person);
  await expect(theirs).toHaveURL('/streamer-dashboard');
  await theirs.close();
});

test('a person whom an admin suspends is out at once and cannot come back, until restored', async ({
  page,
  server,
  browser,
}) => {
  const person = newPerson('viewer');
  await register(server, person);
  const theirs = await browser.newPage({ baseURL: server.url });
  await keepSession(theirs, await openSession(server, person));
  await theirs.goto('/viewer-dashboard');
  await expect(theirs.getByRole('heading', { level: 1 })).toBeVisible();

  await arriveAs(page, server, 'admin');
  await openAccount(page, person);
  await act(page, 'Suspendre', 'Suspendre le compte');
  await expect(page.getByText('Compte suspendu').first()).toBeVisible();

  await theirs.goto('/viewer-dashboard/settings');
  await expect(theirs).toHaveURL(/\/auth/);
  await signIn(theirs, person);
  await expect(theirs.getByRole('alert')).toContainText(/suspendu/i);

  await act(page, 'Rétablir le compte', 'Rétablir le compte');
  await expect(page.getByText('Compte rétabli').first()).toBeVisible();
  await signIn(theirs, person);
  await expect(theirs).toHaveURL('/viewer-dashboard');
  await theirs.close();
});

test('"sign out everywhere" ends every session of a person', async ({ page, server, browser }) => {
  const person = newPerson('streamer');
  await register(server, person);
  const theirs = await browser.newPage({ baseURL: server.url });
  await keepSession(theirs, await openSession(server, person));
  await arriveAs(page, server, 'admin');
  await openAccount(page, person);
  await act(page, 'Déconnecter partout', 'Déconnecter partout');
  await expect(page.getByText(/sessions? terminées?/).first()).toBeVisible();
  await theirs.goto('/streamer-dashboard');
  await expect(theirs).toHaveURL(/\/auth/);
  await theirs.close();
});
