import { DESK, expectNoAxeViolations, expectNothingCut } from './harness/axe.ts';
import { arriveInDemo } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

test.use({ serverEnv: { DEMO_DATA: 'true' } });

test('the team reads a figure of the platform with its curve, its definition and the list behind it', async ({
  page,
  server,
}) => {
  await arriveInDemo(page, server, 'admin@loge.test');
  await page.setViewportSize(DESK);
  await page.goto('/admin-dashboard/analytics?period=90');
  const held = page.getByRole('button', { name: /^Sessions tenues/ });
  // The first sums are on their way from the demo's bookings.
  await expect(async () => {
    await page.reload();
    await expect(held).toContainText(/[1-9]/, { timeout: 10_000 });
  }).toPass();
  await held.click();
  await expect(held).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/figure=sessions/);
  await expect(page.getByRole('heading', { level: 2, name: /^Sessions tenues : \d/ })).toBeVisible();
  const curve = page.getByRole('slider').first();
  // A quarter in weeks that begin on Monday.
  const weeks = Number(await curve.getAttribute('aria-valuemax'));
  expect([13, 14]).toContain(weeks);
  await expect(curve).toHaveAttribute('aria-valuenow', String(weeks));
  await curve.press('Home');
  await expect(curve).toHaveAttribute('aria-valuenow', '1');

  // Each figure has its definition, and the list behind it, which says the figure again.
  const definitions = page.getByRole('button', { name: /^Comment se calcule/ });
  await expect(definitions).toHaveCount(12);
  const names = await definitions.evaluateAll((all) =>
    all.map((one) => one.getAttribute('aria-label') ?? ''),
  );
  for (const name of names) {
    const label = name.slice('Comment se calcule « '.length, -' »'.length);
    await page.getByRole('button', { name }).click();
    const definition = page.getByRole('dialog').filter({ hasText: label });
    expect(((await definition.textContent()) ?? '').length, label).toBeGreaterThan(label.length + 40);
    await definition.getByRole('link').click();
    if (label === 'Recherches sans résultat')
      await expect(page).toHaveURL(/\/admin-dashboard\/content\?tab=searches&from=[\d-]+&until=[\d-]+/);
    else {
      await expect(page).toHaveURL(/analytics\?behind=\w+&first=[\d-]+&last=[\d-]+$/);
      await expect(page.getByRole('heading', { level: 1, name: label })).toBeVisible();
      await expect(page.getByRole('table')).toBeVisible();
    }
    await page.goBack();
    await expect(held).toHaveAttribute('aria-pressed', 'true');
  }

  // The list behind the curve has as many sessions as the figure says, and a row of it opens its session.
  const count = Number(((await held.locator('.display').textContent()) ?? '').replace(/\D/g, ''));
  await page.getByRole('link', { name: 'Voir les sessions de la période' }).click();
  await expect(page).toHaveURL(/analytics\?behind=sessions/);
  await expect(page.getByText(new RegExp(`(?:^|sur )${count}\\ssessions?$`)).first()).toBeVisible();
  await expect(page.getByText(new RegExp(`:\\s${count}$`))).toBeVisible();
  await expectNothingCut(page);
  await expectNoAxeViolations(page);
  await page.getByRole('table').getByRole('link').first().click();
  await expect(page).toHaveURL(/\/admin-dashboard\/sessions\?days=all&session=/);
  await expect(page.getByRole('dialog', { name: 'Session' })).toBeVisible();
});
