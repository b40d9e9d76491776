import { ROLES } from '#domain/account/roles.ts';
import { expectNoAxeViolations, expectPageFits } from './harness/axe.ts';
import { arriveAs } from './harness/people.ts';
import { addressesOf } from './harness/routes.ts';
import { answered, expect, test } from './harness/test.ts';

/** Pages on which people arrive are loaded at the width of a desk too. Full pages are in dashboards.spec.ts. */
const FIRST: ReadonlySet<string> = new Set(['/', '/browse', '/viewer-dashboard', '/streamer-dashboard']);

test.describe('at 320, 360 and 390 px nothing is cut off, and at 390 and 1440 px axe has nothing to say and nothing scrolls sideways', () => {
  test.setTimeout(180_000);

  test('on every public page of section 2, signed out', async ({ page, expectErrors }) => {
    expectErrors(answered(404), answered(400)); // a profile that does not exist, an unknown path, and a decision without its id
    for (const route of [...addressesOf('public'), '/auth?mode=signup', '/nulle-part']) {
      await expectPageFits(page, route);
    }
  });

  for (const role of ROLES) {
    test(`on every page of section 2 that opens for a ${role}`, async ({ page, server }) => {
      await arriveAs(page, server, role);
      // An admin opens the other dashboards too, and finds what their own people do.
      for (const route of ['/', '/browse', ...addressesOf('conference', role)]) {
        await expectPageFits(page, route, { atDesk: FIRST.has(route) });
      }
    });
  }
});

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
