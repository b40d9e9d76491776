// Long because pages, port and webhooks of the sandbox are one conversation, and its tests share the listener that hears it.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { type CheckoutOrder, InvalidSignature } from '../provider.ts';
import type { ProviderEvent } from '../provider-event.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';
import { LATE_SECONDS, SIGNATURE_HEADER } from './webhooks.ts';

const SITE = 'https://loge.test';
const secret = Buffer.alloc(32, 7);
let db: Database;
let sandbox: Sandbox;
let server: Server;
let now: Date;
/** What the webhook endpoint answers, and what it understood. */
let answer: number;
let heard: ProviderEvent[];
let raw: { headers: Headers; body: string }[];

beforeAll(async () => {
  db = await createTestDatabase('product');
  server = createServer(async (request, response) => {
    const body = await text(request);
    const headers = new Headers(request.headers as Record<string, string>);
    raw.push({ headers, body });
    const event = await sandbox.provider.parseWebhook(headers, body);
    if (answer === 200 && event) heard.push(event);
    response.writeHead(answer).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  server.close();
  await db.close();
});
beforeEach(async () => {
  await db.pool.query(
    'truncate sandbox.checkouts, sandbox.payments, sandbox.movements, sandbox.webhooks, sandbox.disputes',
  );
  now = new Date('2026-12-01T10:00:00Z');
  [answer, heard, raw] = [200, [], []];
  sandbox = start();
});
afterEach(() => sandbox.close());

const start = () =>
  createSandbox({
    pool: db.pool,
    logger: pino({ level: 'silent' }),
    secret,
    siteUrl: () => SITE,
    webhookUrl: () => `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks/payments`,
    now: () => now,
  });
const order = (changes: Partial<CheckoutOrder> = {}): CheckoutOrder => ({
  paymentId: crypto.randomUUID(),
  bookingId: 'booking-1',
  amount: cents(4_999),
  currency: 'eur',
  title: 'Revue de <b>partie</b>',
  description: 'Le 3 décembre à 18:00 avec Lina',
  customerEmail: 'camille@exemple.fr',
  successUrl: `${SITE}/book-session/lina?paid=1`,
  cancelUrl: `${SITE}/book-session/lina`,
  expiresAt: instantOf(now.getTime() + 15 * 60_000),
  destination: null,
  ...changes,
});
const open = async (changes?: Partial<CheckoutOrder>) => {
  const asked = order(changes);
  const opened = await sandbox.provider.openCheckout(asked);
  return { ...asked, ...opened, path: new URL(opened.url).pathname };
};
const fill = (path: string, form: Record<string, string>) =>
  sandbox.pages.request(path, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  });
const pay = (path: string, card = 'accepted', webhook = 'normal') => fill(path, { card, webhook });
const look = async (path: string) => {
  const response = await sandbox.pages.request(path);
  return { status: response.status, response, body: await response.text() };
};
const passTime = async (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
  for (const task of sandbox.tasks) await task.run();
};
const paid = async (changes?: Partial<CheckoutOrder>, card?: string) => {
  const checkout = await open(changes);
  await pay(checkout.path, card);
  const { paymentReference } = await sandbox.provider.readCheckout(checkout.checkoutReference);
  return { ...checkout, paymentReference: paymentReference! };
};
const onboarded = async (bank = 'accepts') => {
  const { accountReference, url } = await sandbox.provider.openOnboarding({
    streamerId: crypto.randomUUID(),
    email: 'lina@exemple.fr',
    accountReference: null,
    returnUrl: `${SITE}/streamer-dashboard/settings`,
    refreshUrl: `${SITE}/streamer-dashboard/settings`,
  });
  const response = await fill(new URL(url).pathname, { bank });
  expect(response.headers.get('location')).toBe(`${SITE}/streamer-dashboard/settings`);
  return accountReference;
};
const refusal = (code: string) => expect.objectContaining({ name: 'ProviderRefusal', code });
const kinds = () => heard.map(({ kind }) => kind);

describe('a payer on the sandbox’s page', () => {
  test('pays: Loge receives the event before they are back', async () => {
    const { path, paymentId, checkoutReference, successUrl } = await open();
    expect((await look(path)).body).toContain('49,99');
    const response = await pay(path);
    expect([response.status, response.headers.get('location')]).toEqual([303, successUrl]);
    expect(heard).toEqual([
      expect.objectContaining({
        kind: 'payment_authorised',
        paymentId,
        checkoutReference,
        amount: 4_999,
        at: now.getTime(),
      }),
    ]);
    expect(await sandbox.provider.readCheckout(checkoutReference)).toMatchObject({
      status: 'authorised',
      captured: 0,
    });
    expect((await look(path)).body).toContain('déjà enregistré');
    await pay(path);
    expect(heard).toHaveLength(1);
  });

  test('is refused, told why, and pays with another card', async () => {
    const { path, checkoutReference } = await open();
    expect((await pay(path, 'declined')).headers.get('location')).toBe(path);
    expect((await look(path)).body).toContain('La carte a été refusée');
    expect(await sandbox.provider.readCheckout(checkoutReference)).toMatchObject({ status: 'declined' });
    await pay(path);
    expect(kinds()).toEqual(['payment_declined', 'payment_authorised']);
  });

  test('passes or fails the second step', async () => {
    const { path } = await open();
    expect((await pay(path, 'challenge')).headers.get('location')).toBe(`${path}/3-d-secure`);
    expect((await look(`${path}/3-d-secure`)).body).toContain('Étape 3-D Secure');
    expect(heard).toEqual([]);
    await fill(`${path}/3-d-secure`, { answer: 'fail' });
    expect((await look(path)).body).toContain('L’authentification 3-D Secure a échoué');
    expect((await look(`${path}/3-d-secure`)).status).toBe(303);
    await pay(path, 'challenge');
    await fill(`${path}/3-d-secure`, { answer: 'confirm' });
    expect(kinds()).toEqual(['payment_declined', 'payment_authorised']);
  });

  test('gives up: the way back is a link, and nothing is told', async () => {
    const { path, cancelUrl, checkoutReference } = await open();
    expect((await look(path)).body).toContain(`href="${cancelUrl}"`);
    expect(heard).toEqual([]);
    expect(await sandbox.provider.readCheckout(checkoutReference)).toMatchObject({ status: 'open' });
  });

  test('comes too late', async () => {
    const { path, checkoutReference } = await open();
    await passTime(45 * 60);
    expect(kinds()).toEqual(['checkout_expired']);
    expect((await pay(path)).status).toBe(410);
    expect((await look(path)).body).toContain('fermée');
    expect(await sandbox.provider.readCheckout(checkoutReference)).toMatchObject({ status: 'expired' });
  });

  test('sees how long the place is still kept, and that the time is over', async () => {
    const { path } = await open();
    const { body } = await look(path);
    expect(body).toMatch(
      /Votre place est gardée encore <b role="timer"[^>]* data-left="\d+">\d+\u00a0min \d\d\u00a0s</,
    );
    const left = Number(/data-left="(\d+)"/.exec(body)?.[1]);
    // Without scripts the page is asked for again just after that.
    expect(body).toContain(
      `<noscript><meta http-equiv="refresh" content="${Math.ceil(left / 1000) + 2}"></noscript>`,
    );
    expect(body).toContain(`data-reload="${Math.ceil(left / 1000) + 2}"`);
    await passTime(Math.ceil(left / 1000));
    const over = await look(path);
    expect(over.body).toContain('Le temps de la place est écoulé');
    expect(over.body).not.toContain('role="timer"');
  });

  test('is served the type of the house, and nothing else from the server’s folders', async () => {
    const { response } = await look('/sandbox-provider/fonts/text.woff2');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'font/woff2']);
    for (const name of ['other.woff2', '..%2f..%2fpackage.json', 'constructor']) {
      expect((await look(`/sandbox-provider/fonts/${name}`)).status, name).toBe(404);
    }
  });

  test('sees a page that runs nothing but its clock and shows what was typed as text', async () => {
    const { path } = await open();
    const { response, body } = await look(path);
    expect(body).toContain('Paiement fictif — bac à sable');
    expect(body).toContain('Revue de &lt;b&gt;partie');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain(`form-action 'self' ${SITE};`);
    expect(response.headers.get('cache-control')).toBe('no-store');
    for (const name of ['sbx_checkout_unknown', '%00', '%ff', 'a%00b', '%F0%9F%98%80']) {
      expect([name, (await look(`/sandbox-provider/checkout/${name}`)).status]).toEqual([name, 404]);
      expect([name, (await look(`/sandbox-provider/onboarding/${name}`)).status]).toEqual([name, 404]);
    }
  });
});

describe('a webhook', () => {
  test('comes late when asked to', async () => {
    const { path } = await open();
    await pay(path, 'accepted', 'late');
    await passTime(LATE_SECONDS - 1);
    expect(heard).toEqual([]);
    await passTime(1);
    expect(kinds()).toEqual(['payment_authorised']);
  });

  test('comes twice when asked to, with one id', async () => {
    const { path } = await open();
    await pay(path, 'accepted', 'twice');
    expect(kinds()).toEqual(['payment_authorised', 'payment_authorised']);
    expect(heard[0]).toEqual(heard[1]);
  });

  test('is sent again until it is taken, by whichever process is there', async () => {
    const { path } = await open();
    answer = 500;
    await pay(path);
    await passTime(2);
    expect(raw).toHaveLength(2);
    await sandbox.close();
    sandbox = start();
    answer = 200;
    await passTime(5);
    expect(heard).toEqual([]);
    await passTime(1);
    expect(kinds()).toEqual(['payment_authorised']);
    await passTime(3_600);
    expect(kinds()).toEqual(['payment_authorised']);
  });

  test('is known by its signature, for five minutes', async () => {
    await paid();
    const { headers, body } = raw.at(-1)!;
    const read = (changed: string, signature = headers.get(SIGNATURE_HEADER)) =>
      sandbox.provider.parseWebhook(new Headers(signature ? { [SIGNATURE_HEADER]: signature } : {}), changed);
    expect(await read(body)).toMatchObject({ kind: 'payment_authorised' });
    await expect(read(body.replace('4999', '1'))).rejects.toBeInstanceOf(InvalidSignature);
    await expect(read(body, null)).rejects.toBeInstanceOf(InvalidSignature);
    await expect(read(body, `t=1,v1=${'0'.repeat(64)}`)).rejects.toBeInstanceOf(InvalidSignature);
    now = new Date(now.getTime() + 301_000);
    await expect(read(body)).rejects.toBeInstanceOf(InvalidSignature);
  });
});

describe('the port', () => {
  test('opens one checkout a payment, and refuses another amount for it', async () => {
    const { paymentId, checkoutReference } = await open();
    expect((await open({ paymentId })).checkoutReference).toBe(checkoutReference);
    await expect(open({ paymentId, amount: cents(5_000) })).rejects.toEqual(refusal('idempotency_error'));
  });

  test('closes a checkout, unless the payer was faster', async () => {
    const first = await open();
    const { closeCheckout } = sandbox.provider;
    expect(await closeCheckout(first.checkoutReference)).toMatchObject({ status: 'expired' });
    expect(await closeCheckout(first.checkoutReference)).toMatchObject({ status: 'expired' });
    const { checkoutReference, paymentReference } = await paid();
    expect(await closeCheckout(checkoutReference)).toMatchObject({ status: 'authorised', paymentReference });
    await expect(closeCheckout('sbx_checkout_unknown')).rejects.toEqual(refusal('resource_missing'));
  });

  test('captures once, and refunds up to what was captured, each key once', async () => {
    const { provider } = sandbox;
    const { checkoutReference, paymentReference } = await paid();
    const capture = { paymentReference, amount: cents(4_999), key: 'c' };
    await provider.capture(capture);
    await provider.capture(capture);
    const refund = (amount: number, key: string) =>
      provider.refund({ paymentReference, amount: cents(amount), key, reverseTransfer: null });
    const first = await refund(4_000, `r1-${paymentReference}`);
    expect(await refund(4_000, `r1-${paymentReference}`)).toEqual(first);
    await expect(refund(3_999, `r1-${paymentReference}`)).rejects.toEqual(refusal('idempotency_error'));
    await expect(refund(1_000, 'r2')).rejects.toEqual(refusal('refund_too_large'));
    await expect(provider.cancelAuthorisation({ paymentReference, key: 'v' })).rejects.toEqual(
      refusal('payment_unexpected_state'),
    );
    expect(await provider.readCheckout(checkoutReference)).toMatchObject({
      status: 'captured',
      captured: 4_999,
      refunded: 4_000,
    });
    await passTime(0);
    expect(kinds()).toEqual(['payment_authorised', 'payment_captured', 'payment_refunded']);
  });

  test('lets go of an authorisation, and the bank does after a week', async () => {
    const { provider } = sandbox;
    const first = await paid();
    await provider.cancelAuthorisation({ paymentReference: first.paymentReference, key: 'v' });
    await provider.cancelAuthorisation({ paymentReference: first.paymentReference, key: 'v' });
    const second = await paid();
    await passTime(7 * 86_400);
    expect(await provider.readCheckout(second.checkoutReference)).toMatchObject({ status: 'voided' });
    await expect(
      provider.capture({ paymentReference: second.paymentReference, amount: cents(4_999), key: 'c' }),
    ).rejects.toEqual(refusal('payment_unexpected_state'));
    expect(kinds().filter((kind) => kind === 'payment_voided')).toHaveLength(2);
  });

  test('sends the streamer’s share to an account that was activated, and no other', async () => {
    const accountReference = await onboarded();
    expect(await sandbox.provider.readAccount(accountReference)).toMatchObject({
      payoutsEnabled: true,
      requirementsDue: [],
    });
    expect(heard).toMatchObject([{ kind: 'account_updated', accountReference, chargesEnabled: true }]);
    const { paymentReference } = await paid({
      destination: { accountReference, applicationFee: cents(750) },
    });
    await sandbox.provider.capture({ paymentReference, amount: cents(4_999), key: 'c' });
    const stranger = { accountReference: 'sbx_account_none', applicationFee: cents(750) };
    await expect(open({ destination: stranger })).rejects.toEqual(refusal('account_not_ready'));
  });

  test.each([
    ['accepts', 'payout_paid'],
    ['refuses', 'payout_failed'],
  ])('pays out to a bank that %s', async (bank, kind) => {
    const accountReference = await onboarded(bank);
    const payout = { accountReference, amount: cents(4_249), key: `payout-${accountReference}` };
    const { payoutReference } = await sandbox.provider.sendPayout(payout);
    expect(await sandbox.provider.sendPayout(payout)).toEqual({ payoutReference });
    const read = () => sandbox.provider.readPayout({ accountReference, payoutReference });
    await passTime(19);
    expect(kinds()).toEqual(['account_updated']);
    expect(await read()).toBe('under_way');
    await passTime(1);
    await passTime(60);
    expect(`payout_${await read()}`).toBe(kind);
    expect(heard.slice(1)).toMatchObject([{ kind, payoutReference, accountReference, amount: 4_249 }]);
  });

  test('takes the money of a payer who disputes it, refuses to refund it meanwhile, and decides', async () => {
    const { provider } = sandbox;
    for (const decides of ['won', 'lost'] as const) {
      const { paymentReference } = await paid({}, `disputed_${decides}`);
      await provider.capture({ paymentReference, amount: cents(4_999), key: 'c' });
      await passTime(19);
      expect(kinds()).not.toContain('dispute_changed');
      await passTime(1);
      const taken = heard.at(-1)!;
      expect(taken).toMatchObject({
        kind: 'dispute_changed',
        paymentReference,
        amount: 4_999,
        outcome: null,
      });
      const order = {
        paymentReference,
        amount: cents(100),
        key: `r-${paymentReference}`,
        reverseTransfer: null,
      };
      await expect(provider.refund(order)).rejects.toEqual(refusal('charge_disputed'));
      await passTime(120);
      expect(heard.at(-1)).toMatchObject({
        outcome: decides,
        reinstated: decides === 'won' ? 4_999 : 0,
        cost: 1_500,
      });
      const { disputeReference } = taken as Extract<ProviderEvent, { kind: 'dispute_changed' }>;
      expect(await provider.readDispute(disputeReference)).toMatchObject({ outcome: decides });
      expect(await provider.listDisputes(instantOf(now.getTime() - 86_400_000))).toContainEqual(
        expect.objectContaining({ disputeReference, outcome: decides }),
      );
      [heard.length] = [0];
    }
  });

  test('transfers what was captured before there was an account, and takes it back', async () => {
    const { provider } = sandbox;
    const { paymentReference } = await paid();
    await provider.capture({ paymentReference, amount: cents(4_999), key: 'c' });
    const accountReference = await onboarded();
    const transfer = {
      accountReference,
      paymentReference,
      amount: cents(4_249),
      key: `t-${paymentReference}`,
    };
    const { transferReference } = await provider.transfer(transfer);
    expect(await provider.transfer(transfer)).toEqual({ transferReference });
    const reversal = {
      paymentReference,
      transferReference,
      amount: cents(4_000),
      key: `b-${transferReference}`,
    };
    await provider.reverseTransfer(reversal);
    await provider.reverseTransfer(reversal);
    await expect(provider.reverseTransfer({ ...reversal, key: 'other' })).rejects.toEqual(
      refusal('reversal_too_large'),
    );
  });
});
