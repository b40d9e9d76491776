import { TELEPHONE } from './harness/axe.ts';
import { expectHeadFirst, pagesWithFirstLines } from './harness/first-lines.ts';
import { expect, test } from './harness/test.ts';

test('each page shows its head before its scripts, and nothing moves when they are there', async ({
  page,
  server,
}) => {
  for (const path of await pagesWithFirstLines(server)) await expectHeadFirst(page, path, TELEPHONE.width);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a page says who is on it, and what Loge needs', async ({ page, server }) => {
    const [, , profile = ''] = await pagesWithFirstLines(server);
    await page.goto(profile);
    await expect(page.locator('h1')).toHaveText('Inès Première');
    expect(await page.locator('noscript').innerHTML()).toContain('Loge a besoin de JavaScript');
  });
});
