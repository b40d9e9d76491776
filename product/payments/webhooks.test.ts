import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { nowOf, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { oddValue, withOdd } from '#product/testing/odd-bodies.ts';
import { openProduct } from '#product/testing/product-server.ts';
import type { SentEvent } from '#server/integrations/payments/stripe/testing/stripe-double.ts';
import { planPayouts, sendPayouts } from './payouts.ts';
import { type AtStripe, atStripe } from './testing/at-stripe.ts';
import { tillOf } from './testing/till.ts';
import { createPaymentWebhooks } from './webhooks.ts';

const product = await openProduct();
const { pool } = product.database;
const till = tillOf(product);
let at: AtStripe;
let days = 2;

beforeEach(async () => {
  at = await atStripe(product);
  await pool.query("update public.payments set state = 'voided' where state in ('open', 'authorised')");
});
afterEach(() => at.double.close());
afterAll(async () => {
  expect((await till.ledger()).total).toBe(0);
});

/** What Loge's address for webhooks answers. */
const post = async (headers: Headers, body: string) => {
  const app = createPaymentWebhooks({
    ...at.work,
    logger: pino({ level: 'silent' }),
    kick: () => undefined,
  });
  const response = await app.request('/webhooks/payments', { method: 'POST', headers, body });
  return { status: response.status, ...((await response.json()) as { outcome: string }) };
};
const tell = (event: SentEvent) => {
  const { headers, body } = at.double.sent(event);
  return post(headers, body);
};
const streamerAtStripe = async () => {
  const fixture = await openFixture(product, { priceCents: 4_999 });
  const account = await at.onboarded(fixture.streamer.id);
  await pool.query(
    `insert into public.payout_accounts (streamer_id, provider, account_reference) values ($1, 'stripe', $2)`,
    [fixture.streamer.id, account],
  );
  return { fixture, account };
};
const accountOf = (account: string) =>
  till.one('select * from public.payout_accounts where account_reference = $1', [account]);

describe('Stripe’s two webhooks', () => {
  test('each with its own secret tell of a payment, of an account and of a payout that came back', async () => {
    const { fixture, account } = await streamerAtStripe();
    const viewer = await product.join();
    for (const event of at.double.events.splice(0)) expect(await tell(event)).toMatchObject({ status: 200 });
    expect(await accountOf(account)).toMatchObject({ charges_enabled: true, payouts_enabled: true });

    const open = await at.opened(viewer, fixture, startIn(product, ++days));
    at.people.pays(open.session);
    for (const event of at.double.events.splice(0))
      expect(await tell(event)).toEqual({ status: 200, outcome: 'applied' });
    await at.deliver();
    await pool.query(
      `update public.bookings set status = 'completed', ended_at = $2, cause = 'delivered', refund_cents = 0 where id = $1`,
      [open.bookingId, nowOf(product)],
    );
    await pool.query(
      `insert into public.payouts (streamer_id, provider, account_reference, amount_cents, next_attempt_at, created_at)
       values ($1, 'stripe', $2, 4249, $3, $3)`,
      [fixture.streamer.id, account, nowOf(product)],
    );
    await sendPayouts(at.work);
    const payout = () => till.one('select * from public.payouts where account_reference = $1', [account]);
    const { provider_reference: sent } = await payout();
    at.double.events.length = 0;
    at.people.bankSettles(sent, 'paid');
    at.people.bankSettles(sent, 'failed');
    const [paid, returned] = at.double.events.splice(0);
    expect(await tell(paid!)).toEqual({ status: 200, outcome: 'applied' });
    expect(await payout()).toMatchObject({ state: 'paid' });
    expect(await tell(returned!)).toEqual({ status: 200, outcome: 'applied' });
    expect(await payout()).toMatchObject({ state: 'failed', last_error: 'returned by the bank' });
  });

  test('tell nothing to anybody who signs with another secret', async () => {
    const event = at.double.emit('charge.dispute.closed', {});
    const body = JSON.stringify(event);
    const stranger = at.double.sign(body, { secret: 'whsec_stranger' });
    expect(await post(stranger, body)).toEqual({ status: 400, outcome: 'invalid signature' });
    expect(await post(new Headers(), body)).toEqual({ status: 400, outcome: 'invalid signature' });
  });
});

describe('a signed body', () => {
  test.each([
    ['null', 'null'],
    ['a list', '[]'],
    ['nothing', '{}'],
    ['a number', '7'],
    ['a text', '"evt_1"'],
    ['no JSON', '{"id":'],
    ['an event without data', '{"id":"evt_1","type":"refund.failed","created":1}'],
    ['an event whose data is null', '{"id":"evt_1","type":"refund.failed","created":1,"data":null}'],
    ['an event without an object', '{"id":"evt_1","type":"refund.failed","created":1,"data":{}}'],
    ['a list of objects', '{"id":"evt_1","type":"refund.failed","created":1,"data":{"object":[]}}'],
    ['a type that is a number', '{"id":"evt_1","type":5,"created":1,"data":{"object":{}}}'],
    ['no id', '{"type":"refund.failed","created":1,"data":{"object":{}}}'],
    ['a year far off', '{"id":"evt_1","type":"refund.failed","created":1e99,"data":{"object":{}}}'],
  ])('that is %s is refused in the protocol’s own shape', async (_, body) => {
    expect(await post(at.double.sign(body), body)).toMatchObject({ status: 400, outcome: 'unreadable' });
  });

  test.each([
    ['a thin event', { id: 'evt_1', object: 'v2.core.event', type: 'v1.account.updated', created: 'today' }],
    ['a thin event about nothing', { object: 'v2.core.event' }],
    ['an unknown type', { id: 'evt_1', type: 'loge.opened', created: 1, data: { object: {} } }],
    ['our own payout', { id: 'evt_1', type: 'payout.paid', created: 1, data: { object: { id: 'po_1' } } }],
    [
      'a payment of a connected account’s own',
      {
        id: 'evt_1',
        type: 'checkout.session.completed',
        created: 1,
        account: 'acct_1',
        data: { object: {} },
      },
    ],
  ])('that is %s is of no use, and answered as received', async (_, event) => {
    const body = JSON.stringify(event);
    expect(await post(at.double.sign(body), body)).toEqual({ status: 200, outcome: 'of no use' });
  });

  test('in which anything is of another shape never fails Loge', async () => {
    const now = at.double.now();
    const objects: Record<string, object> = {
      'checkout.session.completed': {
        id: 'cs_1',
        metadata: { payment_id: 'p' },
        payment_intent: 'pi_1',
        amount_total: 5,
      },
      'payment_intent.canceled': { id: 'pi_1', metadata: {}, amount: 5, amount_received: 0 },
      'refund.failed': { id: 're_1', metadata: {}, amount: 5, status: 'failed', payment_intent: 'pi_1' },
      'charge.dispute.closed': {
        id: 'du_1',
        amount: 5,
        status: 'lost',
        payment_intent: 'pi_1',
        balance_transactions: [{ amount: -5, fee: 2_000 }],
      },
      'account.updated': {
        id: 'acct_1',
        capabilities: { transfers: 'active' },
        payouts_enabled: true,
        requirements: { currently_due: ['external_account'] },
      },
      'payout.failed': { id: 'po_1', amount: 5 },
    };
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(objects)),
        fc.nat(),
        oddValue,
        fc.nat(),
        oddValue,
        async (type, first, one, second, other) => {
          const account = /^account|^payout/.test(type) ? { account: 'acct_1' } : {};
          const event = {
            id: 'evt_odd',
            object: 'event',
            type,
            created: now,
            ...account,
            data: { object: objects[type] },
          };
          const body = JSON.stringify(withOdd(withOdd(event, first, one), second, other));
          const { status } = await post(at.double.sign(body), body);
          expect([200, 400, 409], body).toContain(status);
        },
      ),
      { numRuns: 300 },
    );
  });
});

describe('an account that lost the right to receive', () => {
  test('is asked for again when a payment to it is refused, and its viewer pays all the same', async () => {
    const { fixture, account } = await streamerAtStripe();
    await at.tell();
    const viewer = await product.join();
    at.people.losesTransfers(account, ['individual.verification.document']);
    at.double.events.length = 0; // its event is lost
    const { paymentId, session } = await at.opened(viewer, fixture, startIn(product, ++days));
    expect(await accountOf(account)).toMatchObject({
      charges_enabled: false,
      requirements_due: ['individual.verification.document'],
    });
    expect(at.double.requests.filter(({ endpoint }) => endpoint === 'accounts.update')).toHaveLength(1);
    at.people.pays(session);
    await at.deliver();
    await at.deliver();
    const payment = await till.one('select * from public.payments where id = $1', [paymentId]);
    expect(payment).toMatchObject({ state: 'captured', destination_reference: null });
    expect(at.double.state.balances.get(account) ?? 0).toBe(0);
    // The next one is not even asked of that account.
    await at.opened(await product.join(), fixture, startIn(product, ++days));
    expect(at.double.requests.filter(({ endpoint }) => endpoint === 'accounts.update')).toHaveLength(1);
  });

  test('that nothing is missing from has it back at once', async () => {
    const { fixture, account } = await streamerAtStripe();
    await at.tell();
    at.people.losesTransfers(account, []);
    at.double.events.length = 0;
    await at.opened(await product.join(), fixture, startIn(product, ++days));
    expect(await accountOf(account)).toMatchObject({ charges_enabled: true, requirements_due: [] });
  });

  test('is asked for again when a transfer to it is refused', async () => {
    const fixture = await openFixture(product, { priceCents: 4_999 });
    const viewer = await product.join();
    const { bookingId } = await at.paid(viewer, fixture, startIn(product, ++days));
    await at.deliver();
    await pool.query(
      `update public.bookings set status = 'completed', ended_at = $2, cause = 'delivered', refund_cents = 0 where id = $1`,
      [bookingId, nowOf(product)],
    );
    await pool.query('update public.payments set released_at = $2 where booking_id = $1', [
      bookingId,
      nowOf(product),
    ]);
    const account = await at.onboarded(fixture.streamer.id);
    await pool.query(
      `insert into public.payout_accounts (streamer_id, provider, account_reference, charges_enabled, payouts_enabled)
       values ($1, 'stripe', $2, true, true)`,
      [fixture.streamer.id, account],
    );
    await pool.query(
      `insert into public.payouts (streamer_id, provider, account_reference, amount_cents, next_attempt_at, created_at)
       values ($1, 'stripe', $2, 4249, $3, $3)`,
      [fixture.streamer.id, account, nowOf(product)],
    );
    at.people.losesTransfers(account, ['external_account']);
    at.double.events.length = 0;
    await sendPayouts(at.work);
    expect(await accountOf(account)).toMatchObject({
      charges_enabled: false,
      requirements_due: ['external_account'],
    });
    // Nothing is planned for it while shares wait with the platform.
    product.clock.ahead += 8 * 86_400_000;
    await planPayouts(at.work);
    const { n } = await till.one(
      "select count(*)::int as n from public.payouts where account_reference = $1 and state = 'pending'",
      [account],
    );
    expect(n).toBe(0);
  });
});
