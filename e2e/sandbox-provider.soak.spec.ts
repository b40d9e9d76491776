import { randomUUID } from 'node:crypto';
import { listSlots } from '#product/availability/contract.ts';
import { holdSlot, payBooking } from '#product/booking/contract.ts';
import { startOnboarding } from '#product/payments/contract.ts';
import { expectNoAxeViolations, expectNoSidewaysScroll } from './harness/axe.ts';
import { openDemoSession } from './harness/people.ts';
import type { LogeServer } from './harness/server.ts';
import { answered, expect, test } from './harness/test.ts';

test.use({ serverEnv: { DEMO_DATA: 'true' } });

type Json = Record<string, unknown>;
const DAY = 86_400_000;

/** A sample person who sends commands and reads rows as their page would. */
async function clientOf(server: LogeServer, email: string) {
  const { access_token } = await openDemoSession(server, email);
  const headers = {
    apikey: server.publishableKey,
    authorization: `Bearer ${access_token}`,
    'content-type': 'application/json',
  };
  const ask = async (path: string, body?: unknown): Promise<Json & Json[]> => {
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(`${server.url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Json & Json[];
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  return {
    rows: (path: string) => ask(`/rest/v1/${path}`),
    send: (name: string, body: unknown) => ask(`/functions/v1/${name}`, body),
  };
}

/** A viewer who stands before the provider's page, about to pay. */
async function aboutToPay(server: LogeServer) {
  const { rows, send } = await clientOf(server, 'viewer@loge.test');
  const offers = await rows(
    'offers?select=id,price_cents,questions&price_cents=gte.500&confirmation=eq.instant&seats=eq.1',
  );
  for (const offer of offers.filter(({ questions }) => (questions as Json[]).length === 0)) {
    const from = new Date(Date.now() + 2 * DAY).toISOString();
    const until = new Date(Date.now() + 20 * DAY).toISOString();
    const { slots, offerRevision } = await send(listSlots.name, { offerId: offer.id, from, until });
    for (const { start } of slots as { start: string }[]) {
      const hold = { key: randomUUID(), offerId: offer.id, offerRevision, start, viewerZone: 'Europe/Paris' };
      const held = await send(holdSlot.name, hold).catch(() => null);
      if (held === null) continue; // the viewer is busy then
      const order = { key: randomUUID(), bookingId: held.bookingId, expectedPriceCents: offer.price_cents };
      const { checkoutUrl } = await send(payBooking.name, order);
      const status = async () =>
        ((await rows(`bookings?select=status&id=eq.${held.bookingId}`)) as Json[])[0]?.status;
      const refused = async () =>
        ((await rows(`payments?select=failure&booking_id=eq.${held.bookingId}`)) as Json[])[0]?.failure;
      return { url: String(checkoutUrl), bookingId: String(held.bookingId), status, refused };
    }
  }
  throw new Error('no free start in the demo');
}

test('a payer accepts with the keyboard alone, and the booking is confirmed', async ({ page, server }) => {
  const { url, bookingId, status } = await aboutToPay(server);
  await page.goto(url);
  await expect(page.getByText('Paiement fictif — bac à sable')).toBeVisible();
  await expectNoAxeViolations(page);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: 'Carte acceptée' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Payer' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => address.searchParams.get('booking') === bookingId);
  expect(new URL(page.url()).searchParams.get('payment')).toBe('done');
  expect(await status()).toBe('confirmed');
  await page.goto(url);
  await expect(page.getByRole('heading', { name: 'déjà enregistré' })).toBeVisible();
});

test('a payer is refused, fails the second step, passes it; on a telephone', async ({ page, server }) => {
  const { url, bookingId, status, refused } = await aboutToPay(server);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url);
  await expectNoSidewaysScroll(page);
  await page.getByText('Carte refusée').click();
  await page.getByRole('button', { name: 'Payer' }).click();
  await expect(page.getByRole('alert')).toContainText('refusée par la banque');
  await expectNoAxeViolations(page);
  expect(await refused()).toBe('card_declined');
  await page.getByText('Carte avec 3-D Secure').click();
  await page.getByRole('button', { name: 'Payer' }).click();
  await expect(page.getByRole('heading', { name: 'Votre banque vérifie' })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Échouer' }).click();
  await expect(page.getByRole('alert')).toContainText('3-D Secure a échoué');
  await page.getByText('Carte avec 3-D Secure').click();
  await page.getByRole('button', { name: 'Payer' }).click();
  await page.getByRole('button', { name: 'Réussir l’authentification' }).click();
  await page.waitForURL((address) => address.searchParams.get('booking') === bookingId);
  expect(await status()).toBe('confirmed');
});

test('a payer who leaves comes back to where they were, with nothing paid', async ({ page, server }) => {
  const { url, bookingId, status } = await aboutToPay(server);
  await page.goto(url);
  await page.getByRole('link', { name: 'Abandonner et revenir à Loge' }).click();
  await page.waitForURL((address) => address.searchParams.get('payment') === 'left');
  expect(page.url()).toContain(bookingId);
  expect(await status()).toBe('held');
});

test('a streamer activates an account for their payouts', async ({ page, server, expectErrors }) => {
  const { rows, send } = await clientOf(server, 'streamer@loge.test');
  const { url } = await send(startOnboarding.name, {});
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(String(url));
  await expect(page.getByRole('heading', { name: 'Compte de versement fictif' })).toBeVisible();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  await page.getByRole('button', { name: 'Activer le compte' }).click();
  await page.waitForURL(/onboarding=done|\/auth/);
  expect(await rows('payout_accounts?select=payouts_enabled')).toEqual([{ payouts_enabled: true }]);
  expectErrors(answered(404));
  await page.goto('/sandbox-provider/onboarding/unknown');
  await expect(page.getByRole('heading', { name: 'Cette page n’existe pas' })).toBeVisible();
  await expectNoAxeViolations(page);
});
