import { expectNoAxeViolations, expectNoSidewaysScroll, TELEPHONE } from './harness/axe.ts';
import { arriveInDemo, asService } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

/** The reviews of the demonstration. */
test.use({ serverEnv: { DEMO_DATA: 'true' } });

test('a streamer reads every review of theirs, and answers each in its place', async ({ page, server }) => {
  await arriveInDemo(page, server, 'streamer@loge.test');
  await page.goto('/streamer-dashboard');
  await page.getByRole('link', { name: 'Avis', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Avis' })).toBeVisible();
  const [me] = (await asService(server, '/rest/v1/admin_people?select=id&email=eq.streamer@loge.test')) as {
    id: string;
  }[];
  const of = `/rest/v1/reviews?streamer_id=eq.${me!.id}&hidden_at=is.null`;
  const count = async (more = '') => ((await asService(server, `${of}${more}&select=id`)) as object[]).length;

  // All of them, some at a time.
  const all = page.getByRole('region', { name: 'Tous' }).getByRole('listitem');
  const total = await count();
  expect(total).toBeGreaterThan(12);
  await expect(all).toHaveCount(12);
  await page.getByRole('button', { name: 'Lire d’autres avis' }).click();
  await expect(all).toHaveCount(Math.min(24, total));
  await expectNoAxeViolations(page);

  // An answer leaves the list of those that wait for one, and stands under its review.
  await page.getByRole('tab', { name: 'Sans réponse' }).click();
  const open = page.getByRole('region', { name: 'Sans réponse' });
  const waiting = await count('&answered_at=is.null');
  await open
    .getByRole('button', { name: /^Répondre à l’avis/ })
    .first()
    .click();
  await expect(open.getByLabel('Votre réponse')).toBeFocused();
  await open.getByLabel('Votre réponse').fill('Merci, à la prochaine partie !');
  await open.getByRole('button', { name: 'Répondre', exact: true }).click();
  await expect.poll(() => count('&answered_at=is.null')).toBe(waiting - 1);
  await expect(open.getByLabel('Votre réponse')).toHaveCount(0);
  await page.getByRole('tab', { name: 'Tous' }).click();
  const answered = page.getByText('Merci, à la prochaine partie !');
  await expect(async () => {
    if (!(await answered.isVisible()))
      await page.getByRole('button', { name: 'Lire d’autres avis' }).click({ timeout: 1_000 });
    await expect(answered).toBeVisible({ timeout: 1_000 });
  }).toPass();

  await page.getByRole('tab', { name: '3 étoiles et moins' }).click();
  const critical = page.getByRole('region', { name: '3 étoiles et moins' }).getByRole('listitem');
  await expect(critical).toHaveCount(Math.min(12, await count('&rating=lte.3')));
  await page.setViewportSize(TELEPHONE);
  await expectNoSidewaysScroll(page);
  await expectNoAxeViolations(page);
});
