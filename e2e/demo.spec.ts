import { dashboardOf, ROLES } from '#domain/account/roles.ts';
import { signIn } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

test.use({ serverEnv: { DEMO_DATA: 'true' } });

/** The start of Loge prints it for newcomers. */
const passwordIn = (log: string) => /mot de passe (\S+)/.exec(log)?.[1] ?? '';

for (const role of ROLES) {
  test(`"Sample accounts exist for each role: first name is the capitalised role, last name 'Test', and a placeholder avatar image": ${role}`, async ({
    page,
    server,
  }) => {
    await signIn(page, { email: `${role}@loge.test`, password: passwordIn(server.log()) });
    await expect(page).toHaveURL(dashboardOf(role));
    const name = `${role[0]?.toUpperCase()}${role.slice(1)} Test`;
    const portrait = page.getByRole('button', { name: `Mon compte, ${name}` });
    await expect(portrait).toBeVisible();
    await expect(portrait.locator('img')).toHaveAttribute('src', new RegExp(role));
  });
}

test('an admin of the demonstration finds people of every state', async ({ page, server }) => {
  await signIn(page, { email: 'admin@loge.test', password: passwordIn(server.log()) });
  await expect(page).toHaveURL('/admin-dashboard');
  await page.goto('/admin-dashboard/users');
  await expect(page.getByRole('table', { name: 'Comptes' }).getByRole('row').nth(5)).toBeVisible();
  await page.getByLabel('État').selectOption('suspended');
  await expect(page.getByRole('table', { name: 'Comptes' }).getByText('Suspendu').first()).toBeVisible();
});
