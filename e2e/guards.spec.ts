import { dashboardOf, ROLES } from '#product/shared/roles.ts';
import { expectFitsTelephone } from './harness/axe.ts';
import { arriveAs, arriveInDemo } from './harness/people.ts';
import { addressesFor, addressesOf } from './harness/routes.ts';
import { holdBack } from './harness/slow.ts';
import { expect, test } from './harness/test.ts';

test.use({ serverEnv: { DEMO_DATA: 'true' } });

test('"With no user it redirects to /auth": from every guarded route', async ({ page }) => {
  test.slow();
  for (const route of addressesOf('dashboard', 'viewer', 'streamer', 'admin', 'conference')) {
    await page.goto(route);
    await expect(page, route).toHaveURL(/\/auth(\?|$)/);
  }
});

for (const role of ROLES) {
  test(`"Otherwise access is allowed": a ${role} sees the pages of the table of section 6, and their own, full, fit a telephone`, async ({
    page,
    server,
  }) => {
    test.slow();
    await arriveInDemo(page, server, `${role}@loge.test`);
    // A meeting's pages are the same for everybody.
    const judged = new Set(addressesOf(role, ...(role === 'viewer' ? (['conference'] as const) : [])));
    for (const route of addressesFor(role)) {
      if (judged.has(route)) await expectFitsTelephone(page, route);
      else {
        await page.goto(route);
        await expect(page.getByRole('heading', { level: 1 }), route).toBeVisible();
      }
      await expect(page, route).toHaveURL(route);
    }
  });

  test(`/dashboard: "Entry page that redirects", a ${role} to ${dashboardOf(role)}`, async ({
    page,
    server,
  }) => {
    await arriveAs(page, server, role);
    await page.goto('/dashboard');
    await expect(page).toHaveURL(dashboardOf(role));
  });
}

for (const role of ['viewer', 'streamer'] as const) {
  test(`"If a required role is given and the user's role differs, the user is sent to their own dashboard": a ${role} at the admin's`, async ({
    page,
    server,
  }) => {
    await arriveAs(page, server, role);
    for (const route of ['/admin-dashboard', '/admin-dashboard/users']) {
      await page.goto(route);
      await expect(page).toHaveURL(dashboardOf(role));
    }
  });

  const other = role === 'viewer' ? '/streamer-dashboard' : '/viewer-dashboard';
  test(`"where the allowed roles do not match, nothing is shown": a ${role} at ${other}`, async ({
    page,
    server,
  }) => {
    await arriveAs(page, server, role);
    const profile = page.waitForResponse(/\/rest\/v1\/profiles/);
    await page.goto(other);
    await profile;
    await expect(page.getByText('Vérification de votre session')).toBeHidden();
    await expect(page.getByRole('heading')).toHaveCount(0);
    await expect(page.getByRole('main')).toBeEmpty();
    // The page is empty; the frame around it leads back.
    await expect(page.getByRole('banner').getByRole('link', { name: 'Loge, accueil' })).toBeVisible();
    await expect(page).toHaveURL(other);
  });
}

test('"while authentication loads, it shows a spinner and waits"', async ({ page, server }) => {
  await arriveAs(page, server, 'viewer');
  const release = await holdBack(page, /\/rest\/v1\/profiles/);
  await page.goto('/viewer-dashboard');
  await expect(page.getByRole('status').filter({ hasText: 'Vérification de votre session' })).toBeVisible();
  await expect(page).toHaveURL('/viewer-dashboard');
  await expect(page.getByRole('heading')).toHaveCount(0);
  release();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
