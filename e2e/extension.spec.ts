import type { Page } from '@playwright/test';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './harness/axe.ts';
import { payWith } from './harness/booker.ts';
import { asService, keepSession, openSession } from './harness/people.ts';
import { confirmedSession, visit } from './harness/rooms.ts';
import { expect, test } from './harness/test.ts';

const join = (page: Page) => page.getByRole('button', { name: 'Rejoindre' });
const minutesLeft = async (page: Page): Promise<number> =>
  Number.parseInt((await page.getByRole('timer').first().textContent()) ?? '', 10);

test('near the end the viewer offers to go on, the streamer accepts, the viewer pays: both have 15 minutes more', async ({
  page,
  server,
  launchOptions,
  contextOptions,
}) => {
  test.setTimeout(120_000);
  const stage = await confirmedSession(server, { minutesIn: 25, durationMinutes: 30, attended: [0, 24.9] });
  await asService(server, `/rest/v1/bookings?id=eq.${stage.bookingId}`, {
    method: 'PATCH',
    body: { price_cents: 2_250 },
  });
  await keepSession(page, await openSession(server, stage.viewer));
  const streamer = await visit(launchOptions, { ...contextOptions, locale: 'fr-FR' }, server, stage.streamer);
  try {
    for (const each of [page, streamer.page]) {
      await each.goto(`/conference/room/${stage.roomId}`);
      await join(each).click();
    }
    await expect(page.locator('[data-peer]')).toHaveCount(1);
    expect(await minutesLeft(page)).toBeLessThan(5);

    // By keyboard: the button, the window, the offer.
    const button = page.getByRole('button', { name: /^Prolonger de 15\smin · 11,25\s€$/ });
    await button.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toContainText('Vous payez ensuite 11,25');
    await expectNoAxeViolations(page);
    await page.getByRole('button', { name: 'Proposer à Nour Écarlate' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Prolongation de la session' })).toContainText(
      'doit répondre',
    );

    const asked = streamer.page.getByRole('region', { name: 'Prolongation de la session' });
    await expect(asked).toContainText('propose de prolonger la session de 15');
    await expectNoAxeViolations(streamer.page);
    await asked.getByRole('button', { name: 'Accepter' }).click();
    await expect(asked).toContainText('La session sera prolongée dès que c’est payé');

    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoSidewaysScroll(page);
    const popup = page.waitForEvent('popup');
    await page.getByRole('button', { name: /^Payer 11,25/ }).click();
    const till = await popup;
    await payWith(till, /Carte acceptée/);
    await expect(till.getByRole('heading', { name: 'C’est payé de votre côté' })).toBeVisible();

    for (const each of [page, streamer.page]) {
      await expect(each.getByText(/^La session dure 15\smin de plus\.$/).first()).toBeVisible();
      await expect.poll(() => minutesLeft(each)).toBeGreaterThanOrEqual(17);
    }
    // Another may follow.
    await expect(page.getByRole('button', { name: /^Prolonger de 15/ })).toBeVisible();
    const [payment] = (await asService(
      server,
      `/rest/v1/payments?booking_id=eq.${stage.bookingId}&kind=eq.extension&select=amount_cents,state`,
    )) as unknown[];
    expect(payment).toMatchObject({
      amount_cents: 1_125,
      state: expect.stringMatching(/authorised|captured/),
    });
  } finally {
    await streamer.close();
  }
});
