import { dashboardOf, ROLES } from '#product/shared/roles.ts';
import { forgetSession, newPerson, signIn, signUp } from './harness/people.ts';
import { answered, expect, inSoak, test } from './harness/test.ts';

for (const role of ROLES) {
  test(`"After login each role is sent to its own dashboard": a new ${role}, then again after signing out`, async ({
    page,
  }) => {
    const person = newPerson(role);
    await signUp(page, person);
    await expect(page).toHaveURL(dashboardOf(role));
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();

    await page.getByRole('button', { name: new RegExp(person.firstName) }).click();
    await page.getByRole('menuitem', { name: 'Se déconnecter' }).click();
    await expect(page).toHaveURL('/');
    // "Logout clears the session and the profile."
    expect(await page.evaluate(() => localStorage.getItem('sb-localhost-auth-token'))).toBeNull();
    await page.goto('/dashboard');
    await expect(page).toHaveURL(/\/auth\b/);

    await signIn(page, person);
    await expect(page).toHaveURL(dashboardOf(role));
  });
}

test('"The session is kept in browser local storage": a reload keeps one signed in', async ({ page }) => {
  await signUp(page, newPerson());
  await expect(page).toHaveURL('/viewer-dashboard');
  await page.reload();
  await expect(page).toHaveURL('/viewer-dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});

test('"Login or signup error: Logged and re-thrown to the caller": a wrong password is a French sentence', async ({
  page,
  expectErrors,
}) => {
  const person = newPerson();
  await signUp(page, person);
  await expect(page).toHaveURL('/viewer-dashboard');
  await forgetSession(page);

  const logged: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text());
  });
  expectErrors(answered(400), /connexion|AuthApiError|Invalid login/i);
  await signIn(page, { ...person, password: 'trois corbeaux bleus' });
  await expect(page.getByRole('alert')).toContainText(/mot de passe/i);
  await expect(page).toHaveURL('/auth');
  expect(logged.some((text) => /Invalid login credentials/.test(text))).toBe(true);
});

test(
  'an address that has an account is told so on the field of the address, or by mail',
  inSoak,
  async ({ page, expectErrors }) => {
    const person = newPerson();
    await signUp(page, person);
    await expect(page).toHaveURL('/viewer-dashboard');
    await forgetSession(page);
    expectErrors(/./);
    await signUp(page, { ...person, password: 'cinq corbeaux verts' });
    await expect(page.getByText(/Un compte existe déjà|déjà/).first()).toBeVisible();
  },
);

test(
  '"role one of admin, streamer, viewer": sign-up works with the keyboard alone',
  inSoak,
  async ({ page }) => {
    const person = newPerson();
    await page.goto('/auth?mode=signup');
    await page.getByRole('radio').first().focus();
    await page.keyboard.press('Space');
    for (const text of [person.firstName, person.lastName, person.email]) {
      await page.keyboard.press('Tab');
      await page.keyboard.type(text);
    }
    const typeInto = async (label: string) => {
      for (let presses = 0; presses < 4; presses += 1) {
        await page.keyboard.press('Tab');
        const name = await page.evaluate(
          () => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent,
        );
        if (name?.startsWith(label)) return page.keyboard.type(person.password);
      }
      throw new Error(`Tab never reached ${label}`);
    };
    await typeInto('Mot de passe');
    await typeInto('Confirmer le mot de passe');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/viewer-dashboard');
  },
);
