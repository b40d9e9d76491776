import { expectFitAtBothWidths, TELEPHONE } from './harness/axe.ts';
import { answered, expect, test } from './harness/test.ts';

test('every piece in every state is without a word from axe, and nothing scrolls sideways, at 390 and 1440 px', async ({
  page,
  expectErrors,
}) => {
  // The server knows no such page of the product, and the page shows what a missing picture looks like.
  expectErrors(answered(404));
  await page.setViewportSize(TELEPHONE);
  await page.goto('/dev/ui');
  await expect(page.getByRole('heading', { name: 'Les heures' })).toBeVisible();
  await expectFitAtBothWidths(page);
});
