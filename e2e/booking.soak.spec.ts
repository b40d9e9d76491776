import { DESK } from './harness/axe.ts';
import { bookAPaidSession, chooseOnATelephone } from './harness/booking-sizes.ts';
import { test } from './harness/test.ts';

// What booking.spec.ts sees on a telephone of 390 px, at other sizes.
test.describe('at 1440 px', () => {
  test.use({ viewport: DESK });

  test('a paid session: offer, slot, questions, recap with the exact policy, provider, ticket', async ({
    page,
    server,
  }) => {
    await bookAPaidSession(page, server);
  });
});

test.describe('on a telephone of 320 px', () => {
  test.use({ viewport: { width: 320, height: 568 } });

  test('the step that is named is the one on the screen, and days are 44 px', async ({ page, server }) => {
    await chooseOnATelephone(page, server);
  });
});
