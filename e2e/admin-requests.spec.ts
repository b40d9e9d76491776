import { asService, newPerson, register, signIn, signUp } from './harness/people.ts';
import { answered, expect, test } from './harness/test.ts';

test.use({ serverEnv: { ADMIN_SIGNUP: 'approval' } });

test('who asks to be an admin is a viewer until an admin agrees', async ({
  page,
  server,
  browser,
  expectErrors,
}) => {
  expectErrors(answered(403));
  const admin = newPerson('viewer');
  const { user } = await register(server, admin);
  await asService(server, `/rest/v1/profiles?id=eq.${user.id}`, { method: 'PATCH', body: { role: 'admin' } });
  await asService(server, `/rest/v1/team_roles?person_id=eq.${user.id}`, {
    method: 'PATCH',
    body: { role: 'all' },
  });

  const candidate = newPerson('admin');
  await signUp(page, candidate);
  await expect(page.getByRole('heading', { name: 'Votre demande d’accès est envoyée' })).toBeVisible();
  await page.getByRole('button', { name: 'Continuer vers mon espace' }).click();
  await expect(page).toHaveURL('/viewer-dashboard');

  const theirs = await browser.newPage({ baseURL: server.url });
  await signIn(theirs, admin);
  await expect(theirs).toHaveURL('/admin-dashboard');
  await theirs.goto('/admin-dashboard/users');
  await theirs.getByRole('button', { name: /^Accepter la demande d/ }).click();
  const dialog = theirs.getByRole('alertdialog').or(theirs.getByRole('dialog')).last();
  await dialog.getByLabel('Motif').fill('Fondatrice');
  await dialog.getByRole('button', { name: 'Donner l’accès', exact: true }).click();
  await expect(theirs.getByText('Accès donné').first()).toBeVisible();
  await theirs.close();

  await page.goto('/dashboard');
  await expect(page).toHaveURL('/admin-dashboard');
});
