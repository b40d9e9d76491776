import { randomUUID } from 'node:crypto';
import { listSlots } from '#product/availability/contract.ts';
import { holdSlot, payBooking } from '#product/booking/contract.ts';
import { expectNoAxeViolations } from './harness/axe.ts';
import {
  arriveAs,
  asService,
  keepSession,
  newPerson,
  openSession,
  register,
  sendAs,
} from './harness/people.ts';
import { completeSession, confirmedSession } from './harness/rooms.ts';
import type { LogeServer } from './harness/server.ts';
import { type OpenStreamer, openStreamer } from './harness/streamers.ts';
import { expect, test } from './harness/test.ts';

type Session = Awaited<ReturnType<typeof openSession>>;

/** A place that this viewer holds, the nth free one of a streamer's offer, and the payment page that was opened for it. */
async function take(server: LogeServer, viewer: Session, { offerIds }: OpenStreamer, nth: number) {
  const [offerId = ''] = offerIds;
  const [from, until] = [0, 10].map((days) => new Date(Date.now() + days * 86_400_000).toISOString());
  const { slots, offerRevision } = (await sendAs(server, viewer, listSlots.name, {
    offerId,
    from,
    until,
  })) as { slots: { start: string }[]; offerRevision: number };
  const { bookingId } = (await sendAs(server, viewer, holdSlot.name, {
    key: randomUUID(),
    offerId,
    offerRevision,
    start: slots[nth]?.start,
    viewerZone: 'Europe/Paris',
  })) as { bookingId: string };
  return bookingId;
}

/** Pays it with a good card, and waits until the server has heard of it. */
async function pay(server: LogeServer, viewer: Session, bookingId: string): Promise<void> {
  const { checkoutUrl } = (await sendAs(server, viewer, payBooking.name, {
    key: randomUUID(),
    bookingId,
    expectedPriceCents: 4_500,
  })) as { checkoutUrl: string };
  const body = new URLSearchParams({ card: 'accepted', webhook: 'normal' });
  await fetch(checkoutUrl, { method: 'POST', body, redirect: 'manual' });
  const captured = async () => {
    const rows = await asService(
      server,
      `/rest/v1/payments?booking_id=eq.${bookingId}&select=captured_cents`,
    );
    return (rows as { captured_cents: number }[])[0]?.captured_cents;
  };
  await expect.poll(captured).toBe(4_500);
}

test('a session that is paid is put into one’s calendar, its receipt names the streamer, and its streamer is suspended knowing what that ends', async ({
  page,
  server,
}) => {
  const streamer = await openStreamer(server);
  const viewer = await register(server, newPerson());
  const bookingId = await take(server, viewer, streamer, 0);
  await pay(server, viewer, bookingId);
  await take(server, viewer, streamer, 20);

  await keepSession(page, viewer);
  await page.goto(`/viewer-dashboard/bookings?booking=${bookingId}`);
  await page.getByRole('button', { name: 'Ajouter à mon agenda' }).click();
  for (const [name, address] of [
    ['Google Agenda', /^https:\/\/calendar\.google\.com\//],
    ['Outlook.com', /^https:\/\/outlook\.live\.com\//],
    ['Outlook (Microsoft 365)', /^https:\/\/outlook\.office\.com\//],
  ] as const)
    await expect(page.getByRole('menuitem', { name })).toHaveAttribute('href', address);
  await expect(page.getByRole('menuitem', { name: 'Fichier (.ics)' })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Reçu' }).click();
  const receipt = page.getByRole('dialog', { name: 'Reçu' });
  await expect(receipt.locator('div').filter({ hasText: /^Avec/ })).toHaveText(`Avec${streamer.displayName}`);

  await arriveAs(page, server, 'admin');
  await page.goto(`/admin-dashboard/users?person=${streamer.id}`);
  await page.getByRole('button', { name: 'Suspendre' }).click();
  const dialog = page.getByRole('alertdialog', { name: /^Suspendre Nour/ });
  await expect(dialog).toContainText(
    /1\sdemande en cours est annulée, pour 45,00\s€ qui ne seront pas débités/,
  );
  await expect(dialog).toContainText(/1\ssession confirmée reste, pour 45,00\s€/);
  await expectNoAxeViolations(page);
});

test('an address in a message leads there, a line says when it was written, and an answered review hands the focus on', async ({
  page,
  server,
}) => {
  const stage = await confirmedSession(server, { minutesIn: -300 });
  await keepSession(page, await openSession(server, stage.viewer));
  await page.goto(`/viewer-dashboard/bookings?booking=${stage.bookingId}`);
  await page.getByLabel('Écrire à Nour Écarlate').fill('Ma partie : https://lichess.org/abc');
  await page.keyboard.press('Enter');
  const log = page.getByRole('log', { name: 'Messages' });
  const link = log.getByRole('link', { name: 'https://lichess.org/abc' });
  await expect(link).toHaveAttribute('href', 'https://lichess.org/abc');
  await expect(link).toHaveAttribute('target', '_blank');
  await expect(log.getByRole('time')).toHaveText(/\d{1,2}\sh/);

  const start = new Date(Date.now() - 86_400_000);
  await completeSession(server, stage.bookingId, start);
  await asService(server, '/rest/v1/reviews', {
    method: 'POST',
    body: {
      booking_id: stage.bookingId,
      streamer_id: stage.streamer.id,
      viewer_id: stage.viewer.id,
      rating: 5,
      body: 'Clair et patient.',
    },
  });
  await keepSession(page, await openSession(server, stage.streamer));
  await page.goto('/streamer-dashboard');
  await page.getByRole('button', { name: /^Répondre à l’avis sur « Coaching classé »/ }).press('Enter');
  await expect(page.getByLabel('Votre réponse')).toBeFocused();
  await page.keyboard.type('Merci, à bientôt !');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Avis sans réponse' })).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});
