import { DESK, expectNoAxeViolations, TELEPHONE } from './harness/axe.ts';
import { expectAllInside, LYING, show } from './harness/room-scenes.ts';
import { expect, test } from './harness/test.ts';

test('every state of the room fits a desk and a telephone either way up, and axe has nothing to say', async ({
  page,
}) => {
  test.setTimeout(150_000);
  await page.goto('/dev/room');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const scenes = await page
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('scene') ?? ''),
    );
  expect(scenes.length).toBeGreaterThan(20);
  /** Those that look alike to axe are asked once. */
  const judged = new Map([
    ['two', DESK],
    ['group-12', TELEPHONE],
    ['group-7', LYING],
    ['lobby', DESK],
    ['hands', TELEPHONE],
    ['recovering', TELEPHONE],
    ['overtime', TELEPHONE],
    ['waiting', TELEPHONE],
    ['removed', TELEPHONE],
  ]);
  for (const scene of scenes) {
    await page.setViewportSize(TELEPHONE);
    await show(page, scene);
    await expectAllInside(page);
    await page.setViewportSize(LYING);
    await expectAllInside(page);
    const judgedAt = judged.get(scene);
    if (!judgedAt) continue;
    await page.setViewportSize(judgedAt);
    await expectAllInside(page);
    await expectNoAxeViolations(page);
  }
});
