import { ROLES } from '#product/shared/roles.ts';
import { expectFitsEveryWidth } from './harness/axe.ts';
import { arriveInDemo } from './harness/people.ts';
import { addressesOf } from './harness/routes.ts';
import { test } from './harness/test.ts';

/** The demo marketplace, as its visitors and its sample people find it. */
test.use({ serverEnv: { DEMO_DATA: 'true' } });

test.describe('at 320, 360, 390, 768 and 1440 px nothing is cut off, nothing jumps and axe has nothing to say', () => {
  test.setTimeout(240_000);

  test('on the full pages of a visitor', async ({ page }) => {
    for (const path of [
      '/',
      '/browse',
      '/browse?q=introuvable',
      '/streamer/maelle-kerguelen',
      '/book-session/maelle-kerguelen',
      '/auth',
      '/auth?mode=signup',
      '/forgot-password',
    ]) {
      await expectFitsEveryWidth(page, path);
    }
  });

  for (const role of ROLES) {
    test(`on the full pages of a ${role}`, async ({ page, server }) => {
      await arriveInDemo(page, server, `${role}@loge.test`);
      for (const path of [
        ...addressesOf(role),
        ...(role === 'viewer' ? ['/viewer-dashboard/bookings?tab=past', ...addressesOf('conference')] : []),
      ]) {
        await expectFitsEveryWidth(page, path);
      }
    });
  }
});
