import { PAGES } from '#product/shared/pages.ts';
import { ROLES } from '#product/shared/roles.ts';
import { expectFootAboveBar, expectTextsBelow } from './harness/legal.ts';
import { arriveAs } from './harness/people.ts';
import { test } from './harness/test.ts';

const plainPaths = (area: (typeof PAGES)[number]['area']) =>
  PAGES.filter((page) => page.area === area && !page.path.includes(':')).map(({ path }) => path);

test('every public page has each text at its foot', async ({ page }) => {
  for (const path of plainPaths('public').filter((path) => path !== '/auth/callback')) {
    await page.goto(path);
    await expectTextsBelow(page);
  }
});

for (const role of ROLES)
  test(`every page of the ${role} has each text at its foot`, async ({ page, server }) => {
    await arriveAs(page, server, role);
    for (const path of plainPaths(role)) {
      await page.goto(path);
      await expectTextsBelow(page);
    }
  });

for (const role of ['streamer', 'admin'] as const)
  test(`the dashboard of the ${role} has each text at its foot, above the bar of a telephone`, async ({
    page,
    server,
  }) => {
    await expectFootAboveBar(page, server, role);
  });
