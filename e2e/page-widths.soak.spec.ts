import { ROLES } from '#product/shared/roles.ts';
import { expectFitsEveryWidth } from './harness/axe.ts';
import { arriveAs } from './harness/people.ts';
import { addressesOf } from './harness/routes.ts';
import { openAs } from './harness/streamers.ts';
import { answered, test } from './harness/test.ts';

/** Pages with nothing on them yet; full ones are in full-page-widths.soak.spec.ts. */
test.describe('at 320, 360, 390, 768 and 1440 px nothing is cut off, nothing jumps and axe has nothing to say', () => {
  test.setTimeout(180_000);

  test('on every public page of section 2, signed out', async ({ page, expectErrors }) => {
    expectErrors(answered(404), answered(400)); // a profile that does not exist, an unknown path, and a decision without its id
    for (const route of [...addressesOf('public'), '/auth?mode=signup', '/nulle-part']) {
      await expectFitsEveryWidth(page, route);
    }
  });

  for (const role of ROLES) {
    test(`on every page of section 2 that opens for a ${role}`, async ({ page, server }) => {
      await arriveAs(page, server, role);
      // An admin opens the other dashboards too, and finds what their own people do.
      for (const route of ['/', '/browse', ...addressesOf('conference', role)]) {
        await expectFitsEveryWidth(page, route);
      }
    });
  }

  test('on every view of the hours and of the settings of a streamer', async ({ page, server }) => {
    await openAs(page, server, {});
    for (const path of [
      'availability',
      'availability?view=dates',
      'availability?view=calendars',
      'settings',
      'offers',
      'settings?tab=account',
      'settings?tab=payouts',
    ]) {
      await expectFitsEveryWidth(page, `/streamer-dashboard/${path}`);
    }
  });
});
