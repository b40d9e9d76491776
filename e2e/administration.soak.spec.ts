import type { Page } from '@playwright/test';
import { openAccount } from './harness/accounts.ts';
import { arriveAs, keepSession, newPerson, openSession, register, signIn } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

/** Opens the action's own window, gives the reason, confirms. */
async function act(page: Page, open: string, confirm: string, reason = 'Vu avec l’équipe'): Promise<void> {
  await page.getByRole('button', { name: open, exact: true }).click();
  const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog')).last();
  await dialog.getByLabel('Motif').fill(reason);
  await dialog.getByRole('button', { name: confirm, exact: true }).click();
}

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
