import { dashboardOf, ROLES } from '#domain/account/roles.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './harness/axe.ts';
import { arriveAs } from './harness/people.ts';
import { conferenceRoutes, publicRoutes, routesOf } from './harness/routes.ts';
import { answered, expect, test } from './harness/test.ts';

const sizes = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
];

for (const viewport of sizes) {
  test.describe(`at ${viewport.width} px axe has nothing to say and nothing scrolls sideways`, () => {
    test.use({ viewport });
    test.setTimeout(180_000);

    test('on every public page of section 2, signed out', async ({ page, expectErrors }) => {
      expectErrors(answered(404)); // nobody’s profile, and nowhere
      for (const route of publicRoutes) {
        await page.goto(route);
        await expect(page.getByRole('heading', { level: 1 }), route).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectNoAxeViolations(page);
        await expectNoSidewaysScroll(page);
      }
    });

    for (const role of ROLES) {
      test(`on every page of section 2 that opens for a ${role}`, async ({ page, server }) => {
        await arriveAs(page, server, role);
        // An admin opens the other dashboards too, and finds what their own people do.
        const own = routesOf[role].filter((route) => route.startsWith(dashboardOf(role)));
        const others = viewport.width === 390 ? ['/', '/browse', ...conferenceRoutes] : [];
        for (const route of [...others, ...own]) {
          await page.goto(route);
          await expect(page.getByRole('heading', { level: 1 }), route).toBeVisible();
          await page.waitForLoadState('networkidle');
          await expectNoAxeViolations(page);
          await expectNoSidewaysScroll(page);
        }
      });
    }
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
