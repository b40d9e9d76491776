import { expectFitsTelephone, expectNoAxeViolations } from './harness/axe.ts';
import { addressesOf } from './harness/routes.ts';
import { answered, expect, test } from './harness/test.ts';

// The pages behind a login are in guards.spec.ts, every width and state in page-widths.soak.spec.ts.
for (const route of [...addressesOf('public'), '/auth?mode=signup', '/nulle-part']) {
  test(`${route} fits a telephone, signed out, and axe has nothing to say`, async ({
    page,
    expectErrors,
  }) => {
    expectErrors(answered(404), answered(400)); // a profile that does not exist, an unknown path, and a decision without its id
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
