import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { listSlots } from '#product/availability/contract.ts';
import { cancelBooking, holdSlot, payBooking } from '#product/booking/contract.ts';
import { sendMessage } from '#product/messages/contract.ts';
import { expectNoAxeViolations, expectNothingCut, TELEPHONE } from './harness/axe.ts';
import { keepSession, newPerson, openSession, type Person, register, sendAs } from './harness/people.ts';
import { confirmedSession } from './harness/rooms.ts';
import type { LogeServer } from './harness/server.ts';
import { type OpenStreamer, openStreamer } from './harness/streamers.ts';
import { expect, inSoak, test } from './harness/test.ts';

type Session = Awaited<ReturnType<typeof openSession>>;

/** A place of a streamer's first offer that this viewer holds, the nth free one. */
async function holdOne(server: LogeServer, viewer: Session, streamer: OpenStreamer, nth = 0) {
  const offerId = streamer.offerIds[0] ?? '';
  const window = {
    offerId,
    from: new Date().toISOString(),
    until: new Date(Date.now() + 10 * 86_400_000).toISOString(),
  };
  const { slots, offerRevision } = (await sendAs(server, viewer, listSlots.name, window)) as {
    slots: { start: string }[];
    offerRevision: number;
  };
  const start = slots[nth]?.start;
  const hold = { key: randomUUID(), offerId, offerRevision, start, viewerZone: 'Europe/Paris' };
  return (await sendAs(server, viewer, holdSlot.name, hold)) as { bookingId: string };
}

async function newViewer(page: Page, server: LogeServer): Promise<{ person: Person; session: Session }> {
  const person = newPerson('viewer');
  const session = await register(server, person);
  await keepSession(page, session);
  return { person, session };
}

/** The amber buttons on the screen. */
const lit = (page: Page) => page.getByRole('main').locator('a.bg-spot:visible, button.bg-spot:visible');

test('a place that is not paid stands first, with its clock and the one amber button', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server);
  const { session } = await newViewer(page, server);
  const { bookingId } = await holdOne(server, session, streamer);
  await page.goto('/viewer-dashboard');
  const first = page.getByRole('main').getByRole('heading', { level: 2 }).first();
  await expect(first).toHaveText('Place à payer');
  await expect(lit(page)).toHaveCount(1);
  const main = page.getByRole('main');
  // Its clock is seen, and is no part of its name, which would be read each second.
  const pay = main.getByRole('link', { name: /^Payer 45,00\s€(?!.*encore)/ });
  await expect(pay).toContainText(/· encore \d+\smin/);
  // The navigation counts it, beside the name of the page.
  const bookings = page.getByRole('navigation', { name: 'Espace viewer' }).getByRole('link', {
    name: 'Réservations',
  });
  await expect(bookings).toHaveAccessibleDescription('1 à traiter');
  await expect(pay).toHaveClass(/bg-spot/);
  await expect(pay).toHaveAttribute('href', `/book-session/${streamer.handle}?booking=${bookingId}`);
  await expectNoAxeViolations(page);
  await expectNothingCut(page);
  // The way back to it is in the head of every page, on its ticket and in the list.
  for (const path of ['/browse', '/viewer-dashboard/settings']) {
    await page.goto(path);
    const chip = page.getByRole('banner').getByRole('link', { name: /^Payer 45,00\s€(?!.*encore)/ });
    await expect(chip).toContainText(/· encore \d+\smin/);
    await expect(chip).toHaveAttribute('href', `/book-session/${streamer.handle}?booking=${bookingId}`);
  }
  await page.goto(`/viewer-dashboard/bookings?booking=${bookingId}`);
  await expect(
    page.getByRole('dialog', { name: 'Réservation' }).getByRole('link', { name: /^Payer 45,00/ }),
  ).toBeVisible();
  await page.goto('/viewer-dashboard');
  // A second one waits without an amber button.
  await holdOne(server, session, streamer, 20);
  await expect(main.getByRole('link', { name: /^Payer 45,00/ })).toHaveCount(2);
  await expect(lit(page)).toHaveCount(1);
  for (const left of [1, 0]) {
    await page
      .getByRole('button', { name: /^Libérer la place/ })
      .first()
      .click();
    await expect(main.getByRole('link', { name: /^Payer 45,00/ })).toHaveCount(left);
  }
  await expect(page.getByText('Votre prochain billet sera ici')).toBeVisible();
  await expect(lit(page)).toHaveCount(1);
});

test('an answered request hands the focus to the title above it', inSoak, async ({ page, server }) => {
  const streamer = await openStreamer(server, {
    offers: [{ price_cents: 0, confirmation: 'on_request' }],
  });
  const viewer = await register(server, newPerson('viewer'));
  const requests = [await holdOne(server, viewer, streamer), await holdOne(server, viewer, streamer, 20)];
  for (const { bookingId } of requests) {
    await sendAs(server, viewer, payBooking.name, { key: randomUUID(), bookingId, expectedPriceCents: 0 });
  }
  await keepSession(page, await openSession(server, streamer));
  await page.goto('/streamer-dashboard/bookings');
  const accept = page.getByRole('button', { name: /^Accepter/ });
  await expect(accept).toHaveCount(2);
  const names = await Promise.all([accept.first(), accept.last()].map((each) => each.textContent()));
  expect(new Set(names).size).toBe(2);
  await expect(lit(page)).toHaveCount(1);
  await accept.first().focus();
  await page.keyboard.press('Enter');
  await expect(accept).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'À accepter ou refuser' })).toBeFocused();
  await accept.first().focus();
  await page.keyboard.press('Enter');
  await expect(accept).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('what was written stays to be read after a cancellation', inSoak, async ({ page, server }) => {
  const stage = await confirmedSession(server, { minutesIn: -3_000 });
  const streamer = await openSession(server, stage.streamer);
  const said = { key: randomUUID(), sessionId: stage.roomId, body: 'Prenez vos trois dernières parties.' };
  await sendAs(server, streamer, sendMessage.name, said);
  await sendAs(server, streamer, cancelBooking.name, {
    key: randomUUID(),
    bookingId: stage.bookingId,
    expectedRefundCents: 0,
    reason: 'Malade, désolé',
  });
  await page.setViewportSize(TELEPHONE);
  await keepSession(page, await openSession(server, stage.viewer));
  await page.goto(`/viewer-dashboard/bookings?tab=cancelled&booking=${stage.bookingId}`);
  const window = page.getByRole('dialog', { name: 'Réservation' });
  await expect(window.getByRole('log', { name: 'Messages' })).toContainText('trois dernières parties');
  await expect(window.getByText(/on ne s’y écrit plus/)).toBeVisible();
  await expect(window.getByLabel(/^Écrire/)).toHaveCount(0);
});
