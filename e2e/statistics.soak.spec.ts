import {
  DESK,
  expectNoAxeViolations,
  expectNoSidewaysScroll,
  expectNothingCut,
  TELEPHONE,
} from './harness/axe.ts';
import { arriveInDemo } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

test.use({ serverEnv: { DEMO_DATA: 'true' } });

test('a streamer reads a year by keyboard, as a table, and opens the sessions of a point', async ({
  page,
  server,
}) => {
  await arriveInDemo(page, server, 'streamer@loge.test');
  await page.setViewportSize(DESK);
  await page.goto('/streamer-dashboard/statistics');
  await page.getByRole('button', { name: '1 an' }).click();
  await expect(page).toHaveURL(/period=365/);

  // The first sums are on their way from the demo's bookings.
  const curve = page.getByRole('slider').first();
  await expect(async () => {
    await page.reload();
    await expect(curve).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(curve).toHaveAttribute('aria-valuenow', '12');
  const last = await curve.getAttribute('aria-valuetext');
  await curve.press('ArrowLeft');
  await expect(curve).toHaveAttribute('aria-valuenow', '11');
  expect(await curve.getAttribute('aria-valuetext')).not.toBe(last);
  await curve.press('Home');
  await expect(curve).toHaveAttribute('aria-valuenow', '1');

  const card = page
    .getByRole('region')
    .filter({ has: page.getByRole('group', { name: 'Ce que montre la courbe' }) });
  await card.getByRole('button', { name: 'En tableau' }).click();
  await expect(card.getByRole('table').getByRole('row')).toHaveCount(13);
  await expectNoAxeViolations(page);
  await card.getByRole('button', { name: 'En tableau' }).click();

  await page.getByRole('button', { name: 'Comment se calcule « Par heure ouverte »' }).click();
  await expect(page.getByText('divisé par toutes vos heures ouvertes')).toBeVisible();
  await page.keyboard.press('Escape');

  for (const size of [TELEPHONE, { width: 320, height: 720 }]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
  // A telephone reads the findings, and opens what is behind one.
  const detail = page.getByRole('button', { name: /le détail, par offre$/ });
  await expect(detail).toHaveAttribute('aria-expanded', 'false');
  await detail.click();
  await expect(detail).toHaveAttribute('aria-expanded', 'true');
  await expect(
    page.getByRole('list', { name: 'Ce que sont devenues les places de chaque offre' }),
  ).toBeVisible();
  await expectNoAxeViolations(page);

  // A point is a day, a week or a month, and opens the sessions of its days.
  for (const [period, points, longest] of [
    ['365', 12, 31],
    ['90', 14, 7],
    ['30', 30, 1],
  ] as const) {
    await page.goto(`/streamer-dashboard/statistics?period=${period}`);
    await expect(curve).toBeVisible();
    // Weeks that begin on Monday: of 90 days there are 13 or 14.
    const count = Number(await curve.getAttribute('aria-valuemax'));
    expect(Math.abs(count - points)).toBeLessThanOrEqual(1);
    await curve.press('End');
    await curve.press('ArrowLeft');
    await expect(curve).toHaveAttribute('aria-valuenow', String(count - 1));
    await curve.press('Enter');
    await expect(page).toHaveURL(/\/streamer-dashboard\/bookings\?tab=past&from=/);
    await expect(page.getByRole('button', { name: /retirer ce filtre/ })).toBeVisible();
    const asked = new URL(page.url()).searchParams;
    const days = (Date.parse(asked.get('until') ?? '') - Date.parse(asked.get('from') ?? '')) / 86_400_000;
    expect(Math.round(days)).toBeGreaterThan(period === '365' ? 27 : longest - 1);
    expect(Math.round(days)).toBeLessThanOrEqual(longest);
  }
});

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
