import { expectFitsTelephone, expectNoAxeViolations } from './harness/axe.ts';
import { answered, expect, test } from './harness/test.ts';

// One page of each form. Those behind a login are in guards.spec.ts, all of them at every width and in every state in page-widths.soak.spec.ts.
for (const route of ['/', '/browse', '/auth', '/auth?mode=signup', '/cgu', '/contact', '/nulle-part']) {
  test(`${route} fits a telephone, signed out, and axe has nothing to say`, async ({
    page,
    expectErrors,
  }) => {
    expectErrors(answered(404)); // an unknown path
    await expectFitsTelephone(page, route);
  });
}

test('/auth with its errors shown has nothing that axe minds', async ({ page }) => {
  for (const [path, button] of [
    ['/auth', 'Se connecter'],
    ['/auth?mode=signup', 'Créer mon compte'],
  ] as const) {
    await page.goto(path);
    await page.getByRole('main').getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByText('Email invalide')).toBeVisible();
    await expectNoAxeViolations(page);
  }
});
