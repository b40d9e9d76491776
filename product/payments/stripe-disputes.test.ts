import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { orderRefund } from '#product/booking/payment-orders.ts';
import { type Fixture, nowOf, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { asCaller, inTransaction } from '#server/postgres/as-caller.ts';
import { carryOutOrders } from './carry-out-orders.ts';
import type { CASE_ANSWERS, CASE_KINDS } from './contract.ts';
import { answerCase } from './contract.ts';
import { type AtStripe, atStripe } from './testing/at-stripe.ts';
import { tillOf } from './testing/till.ts';
import { timelineFaults } from './testing/timelines.ts';

/** What banks and card networks do after a session was paid at Stripe, from Stripe's own objects to the ledger, the queue and the answer. */
const product = await openProduct();
const { pool } = product.database;
const till = tillOf(product);
const finance = await product.join({ role: 'admin' });
let at: AtStripe;
let viewer: SignedIn;
let fixture: Fixture;
let account: string;
let days = 2;
const reason = 'Le client était présent pendant toute la session.';

beforeEach(async () => {
  at = await atStripe(product);
  viewer = await product.join();
  await pool.query("update public.payments set state = 'voided' where state in ('open', 'authorised')");
  await pool.query(
    "update public.payment_orders set state = 'closed', closed_at = now() where state = 'pending'",
  );
  fixture = await openFixture(product, { priceCents: 4_999 });
  account = await at.onboarded(fixture.streamer.id);
  await pool.query(
    `insert into public.payout_accounts (streamer_id, provider, account_reference, charges_enabled, payouts_enabled)
     values ($1, 'stripe', $2, true, true)`,
    [fixture.streamer.id, account],
  );
});
afterEach(async () => {
  expect((await till.ledger()).total).toBe(0);
  expect(await timelineFaults(pool)).toEqual([]);
  await at.double.close();
});

/** A session of 49.99 euros, captured; 42.49 of it are on the streamer's account. */
const paid = async () => {
  const made = await at.paid(viewer, fixture, startIn(product, ++days));
  await settle();
  return made;
};
const settle = async () => {
  for (let round = 0; round < 3; round++) await at.deliver();
};
const balance = () => at.double.state.balances.get(account);
const held = (bookingId: string) =>
  pool.query(
    `update public.bookings set status = 'completed', ended_at = $2, cause = 'delivered', refund_cents = 0 where id = $1`,
    [bookingId, nowOf(product)],
  );
/** The ledger of a booking, without what the provider charges. */
const books = async (bookingId: string): Promise<Record<string, number>> => {
  const { processing_costs = 0, provider_balance = 0, ...rest } = await till.booksOf(bookingId);
  return { ...rest, provider_balance: provider_balance + processing_costs };
};
const asFinance = <T>(read: (db: pg.ClientBase) => Promise<T>) =>
  asCaller(pool, { role: 'authenticated', claims: { sub: finance.id, role: 'authenticated' } }, read);
const queueOf = (paymentId: string) =>
  asFinance(async (db) => {
    const { rows } = await db.query(
      'select kind, amount_cents, severity, due_at from public.admin_queue where subject_id = $1 order by kind',
      [paymentId],
    );
    return rows;
  });
const casesOf = (paymentId: string) =>
  asFinance(async (db) => {
    const { rows } = await db.query(
      `select kind, reason, phase, outcome, answer, open, answer_by, evidence, amount_cents from public.admin_payment_cases
       where payment_id = $1`,
      [paymentId],
    );
    return rows;
  });
const answer = (
  paymentId: string,
  kind: (typeof CASE_KINDS)[number],
  reference: string,
  said: (typeof CASE_ANSWERS)[number],
) => ask(finance, answerCase, { paymentId, kind, reference, answer: said, reason });
const toldTo = async (person: string) => {
  const { rows } = await pool.query(
    `select kind, data from public.notifications where person_id = $1
       and kind in ('disputed', 'dispute_decided', 'refunded', 'refund_returned') order by id`,
    [person],
  );
  return rows.map(({ kind, data }) => ({ kind, ...data }));
};

describe('a dispute that is lost at the streamer’s cost', () => {
  test('takes the share back from their account, and gives it back when the bank decides otherwise', async () => {
    const { bookingId, paymentId, intent } = await paid();
    expect(balance()).toBe(4_249);
    const dispute = at.people.disputes(intent, 4_999);
    await settle();
    expect(await queueOf(paymentId)).toMatchObject([{ kind: 'dispute', amount_cents: 4_999, severity: 3 }]);
    expect((await queueOf(paymentId))[0]?.due_at).not.toBeNull();
    at.people.bankDecides(dispute, 'lost');
    await settle();
    expect(balance()).toBe(0);
    expect(await books(bookingId)).toEqual({ provider_balance: -2_000, dispute_costs: 2_000 });
    expect(await queueOf(paymentId)).toEqual([]);
    expect(await toldTo(fixture.streamer.id)).toMatchObject([
      { kind: 'disputed', amountCents: 4_999 },
      { kind: 'dispute_decided', takenCents: 4_999, backCents: 0, shareCents: 4_249 },
    ]);

    product.clock.ahead += 60_000;
    const { now } = at.double;
    at.double.now = () => Math.floor(nowOf(product).getTime() / 1_000);
    at.people.bankDecides(dispute, 'won');
    at.double.now = now;
    await settle();
    expect(balance()).toBe(4_249);
    expect(await books(bookingId)).toMatchObject({ streamer_pending: -4_249, platform_fees: -750 });
  });

  test('waits while their account has less, and nobody’s refund waits for it', async () => {
    const { bookingId, paymentId, intent } = await paid();
    at.double.state.balances.set(account, 1_000);
    const dispute = at.people.disputes(intent, 2_000);
    await settle();
    at.people.bankDecides(dispute, 'lost');
    await settle();
    const orders = async () => {
      const { rows } = await pool.query(
        "select kind, state, amount_cents from public.payment_orders where payment_id = $1 and kind <> 'capture' order by created_at",
        [paymentId],
      );
      return rows;
    };
    expect(await orders()).toEqual([{ kind: 'reverse_transfer', state: 'pending', amount_cents: 1_700 }]);
    // Stripe refunds nothing of a charge that was charged back: what is left waits for a person, not behind the share.
    expect((await till.paymentOf(bookingId)).refunded_cents).toBe(2_000);
    at.double.state.balances.set(account, 6_000);
    product.clock.ahead += 86_400_000;
    await carryOutOrders(at.work);
    expect(await orders()).toEqual([{ kind: 'reverse_transfer', state: 'done', amount_cents: 1_700 }]);
    expect(balance()).toBe(4_300);
  });

  test('of a session that was held is the platform’s, and their account keeps the share', async () => {
    const { bookingId, intent } = await paid();
    await held(bookingId);
    const dispute = at.people.disputes(intent, 4_999);
    await settle();
    at.people.bankDecides(dispute, 'lost');
    await settle();
    expect(balance()).toBe(4_249);
    expect(await books(bookingId)).toMatchObject({ dispute_costs: 6_999, streamer_pending: -4_249 });
    expect(await toldTo(fixture.streamer.id)).toMatchObject([
      { kind: 'disputed' },
      { kind: 'dispute_decided', takenCents: 4_999, shareCents: 0 },
    ]);
  });
});

describe('to the cent', () => {
  test('a bank that takes more than was paid is booked, and what exceeds it is the platform’s loss', async () => {
    const { bookingId, paymentId, intent } = await paid();
    const dispute = at.people.disputes(intent, 4_999, { takes: 5_214 });
    await settle();
    expect(await till.paymentOf(bookingId)).toMatchObject({ disputed_cents: 5_214 });
    at.people.bankDecides(dispute, 'lost');
    await settle();
    expect(await books(bookingId)).toEqual({ provider_balance: -2_215, dispute_costs: 2_215 });
    expect(await till.paymentOf(bookingId)).toMatchObject({
      disputed_cents: 0,
      refunded_cents: 4_999,
      lost_cents: 215,
    });
    expect(balance()).toBe(0);
    expect(await casesOf(paymentId)).toMatchObject([{ kind: 'dispute', outcome: 'lost', open: false }]);
  });

  test.each([
    { status: 'won', back: 2_000, lost: 2_999 },
    { status: 'lost', back: 2_000, lost: 2_999 },
    { status: 'won', back: 4_998, lost: 1 },
  ] as const)('a bank that says $status and gives back $back keeps $lost', async ({ status, back, lost }) => {
    const { bookingId, intent } = await paid();
    const dispute = at.people.disputes(intent, 4_999);
    await settle();
    at.people.bankDecides(dispute, status, { givesBack: back });
    await settle();
    const payment = await till.paymentOf(bookingId);
    expect(payment).toMatchObject({ disputed_cents: 0, refunded_cents: lost, lost_cents: 0 });
    const { streamer_pending = 0 } = await books(bookingId);
    expect(balance()).toBe(0 - streamer_pending);
    // One that was told as lost is told again when a part of it comes back.
    const decided = (await toldTo(fixture.streamer.id)).at(-1);
    expect(decided).toMatchObject({ kind: 'dispute_decided', takenCents: lost, backCents: back });
  });

  test('a bank that takes a second time takes both', async () => {
    const { bookingId, intent } = await paid();
    const dispute = at.people.disputes(intent, 1_000);
    await settle();
    const found = at.double.state.disputes.get(dispute)!;
    found.balance_transactions.push({ amount: -500, fee: 0 });
    at.double.emit('charge.dispute.funds_withdrawn', found);
    await settle();
    expect(await till.paymentOf(bookingId)).toMatchObject({ disputed_cents: 1_500 });
    at.people.bankDecides(dispute, 'lost');
    await settle();
    expect(await till.paymentOf(bookingId)).toMatchObject({ disputed_cents: 0, refunded_cents: 1_500 });
  });
});

describe('an answer to a bank', () => {
  test('sends the evidence once, with the team’s words, and shows what was sent', async () => {
    const { bookingId, paymentId, intent } = await paid();
    const dispute = at.people.disputes(intent, 4_999, { reason: 'product_not_received' });
    await settle();
    expect(await casesOf(paymentId)).toMatchObject([
      { kind: 'dispute', reason: 'product_not_received', phase: 'needs_answer', open: true },
    ]);
    await answer(paymentId, 'dispute', dispute, 'contest');
    expect(
      await codeOf(finance, answerCase, {
        paymentId,
        kind: 'dispute',
        reference: dispute,
        answer: 'accept',
        reason,
      }),
    ).toBe('already_done');
    await settle();
    const { evidence, evidence_details, status } = at.double.state.disputes.get(dispute)!;
    expect(status).toBe('under_review');
    expect(evidence_details.submission_count).toBe(1);
    expect(evidence.uncategorized_text).toContain(reason);
    expect(evidence.customer_email_address).toBe(viewer.email);
    expect(evidence.product_description).toContain('session vidéo en direct');
    expect(evidence.cancellation_policy_disclosure).toMatch(/49,99\s€ remboursés jusqu’à 24\sh/);
    expect(await casesOf(paymentId)).toMatchObject([{ phase: 'answered', answer: 'contest', open: false }]);
    // The bank has it now, and it is no longer urgent.
    expect(await queueOf(paymentId)).toMatchObject([{ kind: 'dispute', severity: 1, due_at: null }]);
    at.people.bankDecides(dispute, 'won');
    await settle();
    expect(await queueOf(paymentId)).toEqual([]);
    expect(await books(bookingId)).toMatchObject({ provider_balance: 4_999, streamer_pending: -4_249 });
  });

  test('whose confirmation was lost is not sent twice', async () => {
    const { paymentId, intent } = await paid();
    const dispute = at.people.disputes(intent, 4_999);
    await settle();
    await answer(paymentId, 'dispute', dispute, 'contest');
    at.double.faults.push('answer lost', { status: 503 }, { status: 503 });
    await settle();
    product.clock.ahead += 3_600_000;
    await settle();
    expect(at.double.state.disputes.get(dispute)?.evidence_details.submission_count).toBe(1);
    const { rows } = await pool.query(
      "select state from public.payment_orders where payment_id = $1 and kind = 'contest_dispute'",
      [paymentId],
    );
    expect(rows).toEqual([{ state: 'done' }]);
  });

  test('that accepts ends it as lost', async () => {
    const { bookingId, paymentId, intent } = await paid();
    const dispute = at.people.disputes(intent, 4_999);
    await settle();
    await answer(paymentId, 'dispute', dispute, 'accept');
    await settle();
    expect(await till.paymentOf(bookingId)).toMatchObject({ disputed_cents: 0, refunded_cents: 4_999 });
    expect(balance()).toBe(0);
  });

  test('to an inquiry comes before anything is taken', async () => {
    const { bookingId, paymentId, intent } = await paid();
    const inquiry = at.people.inquires(intent, 4_999);
    await settle();
    expect(await queueOf(paymentId)).toMatchObject([{ kind: 'dispute', severity: 3 }]);
    expect(await till.paymentOf(bookingId)).toMatchObject({ disputed_cents: 0 });
    await answer(paymentId, 'dispute', inquiry, 'contest');
    await settle();
    at.people.bankDecides(inquiry, 'warning_closed');
    await settle();
    expect(await queueOf(paymentId)).toEqual([]);
    expect(await books(bookingId)).toMatchObject({ provider_balance: 4_999 });
    expect(await toldTo(fixture.streamer.id)).toEqual([]);
  });
});

describe('a refund that comes back from the bank', () => {
  const refunded = async () => {
    const made = await paid();
    await inTransaction(pool, (db) =>
      orderRefund(db, { paymentId: made.paymentId, amount: 2_000, now: nowOf(product) }),
    );
    await settle();
    const refund = at.double.state.movements.find(({ object }) => object === 'refund')!;
    expect(balance()).toBe(2_549);
    at.people.bankReturnsRefund(refund.id);
    await settle();
    return { ...made, refund: refund.id };
  };

  test('is the viewer’s still: they are told, and the team finds it in its queue', async () => {
    const { bookingId, paymentId } = await refunded();
    expect(await books(bookingId)).toMatchObject({
      provider_balance: 4_999,
      refunds_owed: -2_000,
      streamer_pending: -2_549,
    });
    expect(balance()).toBe(2_549);
    expect(await toldTo(viewer.id)).toMatchObject([
      { kind: 'refunded', amountCents: 2_000 },
      { kind: 'refund_returned', amountCents: 2_000 },
    ]);
    expect(await queueOf(paymentId)).toMatchObject([{ kind: 'refund', amount_cents: 2_000, severity: 3 }]);
    expect(await casesOf(paymentId)).toMatchObject([
      { kind: 'refund', reason: 'expired_or_canceled_card', open: true },
    ]);
  });

  test('is made again by the provider', async () => {
    const { bookingId, paymentId, refund } = await refunded();
    await answer(paymentId, 'refund', refund, 'refund_again');
    await settle();
    expect(await books(bookingId)).toEqual({
      provider_balance: 2_999,
      platform_fees: -450,
      streamer_pending: -2_549,
    });
    expect(balance()).toBe(2_549);
    expect((await toldTo(viewer.id)).map(({ kind }) => kind)).toEqual([
      'refunded',
      'refund_returned',
      'refunded',
    ]);
    expect(await queueOf(paymentId)).toEqual([]);
    const { amount_refunded } = [...at.double.state.charges.values()][0]!;
    expect(amount_refunded).toBe(2_000);
  });

  test('is paid from Loge’s own bank, once', async () => {
    const { bookingId, paymentId, refund } = await refunded();
    await answer(paymentId, 'refund', refund, 'paid_by_hand');
    expect(await books(bookingId)).toMatchObject({ provider_balance: 4_999, own_bank: -2_000 });
    expect(
      await codeOf(finance, answerCase, {
        paymentId,
        kind: 'refund',
        reference: refund,
        answer: 'refund_again',
        reason,
      }),
    ).toBe('already_done');
    expect(await queueOf(paymentId)).toEqual([]);
  });
});

describe('an early warning of fraud', () => {
  test('is in the queue until it is refunded, and a session to come is called off', async () => {
    const { bookingId, paymentId, intent } = await paid();
    const warning = at.people.warnsOfFraud(intent);
    await settle();
    expect(await queueOf(paymentId)).toMatchObject([{ kind: 'fraud', amount_cents: 4_999, severity: 2 }]);
    await answer(paymentId, 'fraud', warning, 'refund');
    await settle();
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'cancelled_by_admin' });
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 4_999 });
    expect(balance()).toBe(0);
    expect(await queueOf(paymentId)).toEqual([]);
  });

  test('about a session that was held gives back what stays paid, or is put aside', async () => {
    for (const said of ['refund', 'keep'] as const) {
      const { bookingId, paymentId, intent } = await paid();
      await held(bookingId);
      const warning = at.people.warnsOfFraud(intent);
      await settle();
      await answer(paymentId, 'fraud', warning, said);
      await settle();
      expect(await till.paymentOf(bookingId)).toMatchObject({
        refunded_cents: said === 'refund' ? 4_999 : 0,
      });
      expect(await queueOf(paymentId)).toEqual([]);
    }
  });
});
