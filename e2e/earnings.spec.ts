import { readFile } from 'node:fs/promises';
import { expectNoAxeViolations, expectNoSidewaysScroll, TELEPHONE } from './harness/axe.ts';
import { arriveInDemo } from './harness/people.ts';
import { expect, test } from './harness/test.ts';

test.use({ serverEnv: { DEMO_DATA: 'true' } });

/** The cents of « 1 234,50 € » within a text. */
const centsIn = (text: string): number =>
  Number((/[−-]?[\d\s]+,\d\d/.exec(text)?.[0] ?? '').replace('−', '-').replace(/\s/g, '').replace(',', ''));

test('a streamer follows a payment from the viewer to the bank, and keeps what is shown as a file', async ({
  page,
  server,
}) => {
  await arriveInDemo(page, server, 'streamer@loge.test');
  await page.goto('/streamer-dashboard/earnings');
  const sessions = page.getByRole('region', { name: 'Par session' });
  const rows = sessions.getByRole('list').first().locator(':scope > li');
  await expect(rows.first()).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Prochain versement' })).toBeVisible();

  // A figure opens the sessions that it is the sum of.
  const held = page.getByText('Fonds retenus').locator('..').getByRole('link');
  await expect(held).toHaveText(/^[\d\s]+,\d\d\s€$/);
  await held.click();
  await expect(page).toHaveURL(/state=held/);
  await expect(sessions.getByRole('status')).toContainText('pour vous');

  await page.goto('/streamer-dashboard/earnings?state=banked&sort=oldest');
  await expect(sessions.getByLabel('État')).toHaveValue('banked');
  await expect(sessions.getByLabel('Ordre')).toHaveValue('oldest');
  const single = rows.getByRole('link').filter({ hasText: 'Billet' }).first();
  const share = centsIn((await single.textContent())?.split('Pour vous').at(-1) ?? '');
  expect(share).toBeGreaterThan(0);
  await single.click();
  const way = page.getByRole('dialog', { name: 'Où est cet argent' });
  const step = (text: string) => way.getByRole('listitem').filter({ hasText: text });
  await expect(step('Arrivé à votre banque').last()).toBeVisible();
  const amount = async (text: string) =>
    centsIn((await step(text).first().locator('> span').last().textContent()) ?? '');
  expect((await amount('Payé par le viewer')) + (await amount('Commission de Loge'))).toBe(
    await amount('Retenu pour vous'),
  );
  await expectNoAxeViolations(page);

  // The payout that contains it leads back to the same seat.
  await way
    .getByRole('link', { name: /^Versement/ })
    .first()
    .click();
  await expect(page).toHaveURL(/\/earnings\/payouts\//);
  await expect(page.getByText('Référence bancaire')).toBeVisible();
  await expectNoAxeViolations(page);
  const parts = page.getByRole('region', { name: /versement$/ });
  const taken = await parts.locator('li > a > span:last-child').allTextContents();
  const whole = centsIn((await parts.getByText('Ensemble').textContent()) ?? '');
  expect(taken.map(centsIn).reduce((sum, each) => sum + each, 0)).toBe(whole);
  await page.goBack();
  await expect(way).toBeVisible();
  await page.keyboard.press('Escape');

  // What one searches stands in the address, and is what the file holds.
  await sessions.getByRole('searchbox').fill('Viewer');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/q=Viewer/);
  await expect(sessions.getByRole('status')).toContainText(/session/);
  const waiting = page.waitForEvent('download');
  await sessions.getByRole('button', { name: 'Télécharger (CSV)' }).click();
  const lines = (await readFile(await (await waiting).path(), 'utf8')).trim().split('\r\n');
  expect(lines[0]).toContain('"Billet";"Viewer"');
  expect(lines.length).toBeGreaterThan(1);
  for (const line of lines.slice(1)) expect(line).toMatch(/"[0-9A-F]{8}";/);

  for (const size of [TELEPHONE, { width: 320, height: 720 }]) {
    await page.setViewportSize(size);
    await expectNoSidewaysScroll(page);
  }
  await expectNoAxeViolations(page);
});
