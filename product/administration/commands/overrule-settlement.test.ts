import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { orderWhatIsOwed } from '#product/booking/payment-orders.ts';
import { advance, type Fixture, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { getRoom, leaveRoom } from '#product/conference/contract.ts';
import { meet } from '#product/conference/extension/testing/pair.ts';
import { openStage } from '#product/conference/testing/stage.ts';
import { startOnboarding } from '#product/payments/contract.ts';
import { planPayouts, sendPayouts } from '#product/payments/payouts.ts';
import { releaseFunds } from '#product/payments/release-funds.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { minutesAfter, parseInstant } from '#product/shared/time/instant.ts';
import { ask, codeOf, openProduct, type SignedIn, send } from '#product/testing/product-server.ts';
import { ProviderUnavailable } from '#server/integrations/payments/provider.ts';
import { readMails } from '#server/mail/testing/read-mails.ts';
import { asCaller, inTransaction } from '#server/postgres/as-caller.ts';
import { overruleSettlement, refundPayment } from '../marketplace-contract.ts';

const product = await openProduct();
const till = tillOf(product);
const admin = await product.join({ role: 'admin' });
afterEach(async () => {
  expect((await till.ledger()).total).toBe(0);
});

const PRICE = 4_000;
interface Case {
  fixture: Fixture;
  viewer: SignedIn;
  bookingId: string;
}
/** A paid session of an hour, settled after so many minutes were delivered. */
async function settled(minutes: number): Promise<Case> {
  const fixture = await openFixture(product, { priceCents: PRICE, durationMinutes: 60 });
  const viewer = await product.join({ firstName: 'Camille' });
  const bookingId = await till.paid(viewer, fixture, startIn(product, 3));
  await settle(bookingId, minutes);
  await till.work();
  return { fixture, viewer, bookingId };
}
async function settle(bookingId: string, minutes: number): Promise<void> {
  const { start_at } = (await till.bookingOf(bookingId)) as unknown as { start_at: Date };
  const start = parseInstant(start_at.toISOString());
  await advance(product, bookingId, { type: 'begin', by: 'system' }, start_at);
  const presence = (until: number) => [{ start: minutesAfter(start, -5), end: minutesAfter(start, until) }];
  const attendance = { streamer: presence(minutes), viewer: presence(60) };
  const end = new Date(minutesAfter(start, 60));
  await advance(product, bookingId, { type: 'settle', by: 'system', attendance }, end);
  product.clock.ahead = end.getTime() - Date.now();
}
const decide = (
  bookingId: string,
  refundCents: number,
  expectedRefundedCents: number,
  more: object = {},
) => ({
  key: randomUUID(),
  bookingId,
  refundCents,
  expectedRefundedCents,
  reason: 'Le son du streamer manquait',
  ...more,
});
const rows = async (text: string, values: unknown[] = []) =>
  (await product.database.pool.query(text, values)).rows;
const refundsOf = async (bookingId: string): Promise<number[]> =>
  (
    await rows(
      `select o.amount_cents as amount from public.payment_orders o join public.payments p on p.id = o.payment_id
       where p.booking_id = $1 and o.kind = 'refund' order by o.created_at`,
      [bookingId],
    )
  ).map(({ amount }) => amount);

describe('an admin overrules a settlement', () => {
  test('in the viewer’s favour: the rest is refunded, the books balance, both are told why, and the log keeps it', async () => {
    const { bookingId, viewer, fixture } = await settled(30);
    expect(await refundsOf(bookingId)).toEqual([2_000]);
    expect(await ask(admin, overruleSettlement, decide(bookingId, 3_000, 2_000))).toEqual({
      bookingId,
      refundCents: 3_000,
      orderedCents: 1_000,
    });
    await till.work();
    expect(await refundsOf(bookingId)).toEqual([2_000, 1_000]);
    expect(await till.paymentOf(bookingId)).toMatchObject({ captured_cents: PRICE, refunded_cents: 3_000 });
    expect(await till.booksOf(bookingId)).toMatchObject({ streamer_pending: -850, platform_fees: -150 });
    // What attendance decided stays stored; the decision is stored beside it, and is what every screen shows.
    expect(await till.bookingOf(bookingId)).toMatchObject({ refund_cents: 2_000, delivered_minutes: 30 });
    for (const who of [viewer, fixture.streamer])
      expect(await ask(who, getRoom, { roomId: bookingId })).toMatchObject({
        booking: { refundCents: 2_000 },
        decision: { refundCents: 3_000, reason: 'Le son du streamer manquait' },
      });
    const shown = await asCaller(
      product.database.pool,
      { role: 'authenticated', claims: { sub: viewer.id, role: 'authenticated' } },
      (db) => db.query('select refund_cents from public.booking_details where id = $1', [bookingId]),
    );
    expect(shown.rows).toEqual([{ refund_cents: 3_000 }]);
    expect(
      await rows(
        `select actor_id, before, after, reason from public.audit_log where action = $1 and subject_id = $2`,
        [overruleSettlement.name, bookingId],
      ),
    ).toEqual([
      {
        actor_id: admin.id,
        before: { status: 'completed', refundCents: 2_000, refundedCents: 2_000 },
        after: { refundCents: 3_000 },
        reason: 'Le son du streamer manquait',
      },
    ]);
    for (const [who, side] of [
      [viewer, 'viewer'],
      [fixture.streamer, 'streamer'],
    ] as const) {
      expect(
        await rows(`select data from public.notifications where person_id = $1 and kind = 'overruled'`, [
          who.id,
        ]),
      ).toMatchObject([{ data: { side, event: 'overruled', refundCents: 3_000, shareCents: 850 } }]);
      const mails = await readMails(
        product.database.pool,
        "kind = 'booking.overruled' and related ->> 'user_id' = $1",
        [who.id],
      );
      expect(mails).toHaveLength(1);
      expect(mails[0]?.text).toContain('Le son du streamer manquait');
    }
  });

  test('up to everything, and no more', async () => {
    const { bookingId } = await settled(60);
    await ask(admin, overruleSettlement, decide(bookingId, PRICE, 0));
    await till.work();
    expect(await till.booksOf(bookingId)).toEqual({});
    expect(await codeOf(admin, overruleSettlement, decide(bookingId, PRICE + 1, PRICE))).toBe(
      'more_than_captured',
    );
  });

  test('not to the same amount, nor to less: what the viewer has got back stays theirs', async () => {
    const { bookingId } = await settled(30);
    expect(await codeOf(admin, overruleSettlement, decide(bookingId, 2_000, 2_000))).toBe(
      'settlement_unchanged',
    );
    const { refusal } = await send(admin, overruleSettlement, decide(bookingId, 1_000, 2_000));
    expect(refusal).toMatchObject({ code: 'refund_not_taken_back', details: { refundedCents: 2_000 } });
    expect(await refundsOf(bookingId)).toEqual([2_000]);
    expect(await rows('select from public.settlement_overrules where booking_id = $1', [bookingId])).toEqual(
      [],
    );
  });

  test('once, however often the same decision is sent; and two admins do not both refund', async () => {
    const { bookingId } = await settled(30);
    const decision = decide(bookingId, 3_000, 2_000);
    const answers = await Promise.all([1, 2, 3].map(() => ask(admin, overruleSettlement, decision)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toHaveLength(1);
    expect(await refundsOf(bookingId)).toEqual([2_000, 1_000]);
    expect(await codeOf(admin, overruleSettlement, { ...decision, refundCents: 3_500 })).toBe('key_reused');
    const second = await product.join({ role: 'admin' });
    expect(await codeOf(second, overruleSettlement, decide(bookingId, 3_500, 2_000))).toBe('already_done');
    const raced = await Promise.all(
      [3_500, 3_600, 3_700].map((refund) =>
        send(second, overruleSettlement, decide(bookingId, refund, 3_000)),
      ),
    );
    expect(raced.filter(({ refusal }) => refusal === null)).toHaveLength(1);
    // Nor can a refund that another page orders at the same time get past.
    const given = (await refundsOf(bookingId)).reduce((sum, amount) => sum + amount, 0);
    const { id: paymentId } = await till.paymentOf(bookingId);
    const gesture = { paymentId, amountCents: 100, expectedRefundedCents: given, reason: 'Geste' };
    await ask(admin, refundPayment, gesture);
    expect(await codeOf(second, overruleSettlement, decide(bookingId, PRICE, given))).toBe('already_done');
    await till.work();
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: given + 100 });
  });

  test('nobody else can, and nothing that is not settled, or was free, can be overruled', async () => {
    const { bookingId, viewer, fixture } = await settled(30);
    const decision = decide(bookingId, 3_000, 2_000);
    for (const who of [viewer, fixture.streamer])
      expect(await codeOf(who, overruleSettlement, decision)).toBe('forbidden');
    expect(await codeOf({ client: product.client() }, overruleSettlement, decision)).toBe('unauthenticated');
    expect(await codeOf(admin, overruleSettlement, decide(randomUUID(), 1_000, 0))).toBe('booking_not_found');
    product.clock.ahead = 0;
    const open = await openFixture(product, { priceCents: PRICE });
    const upcoming = await till.paid(await product.join(), open, startIn(product, 3));
    expect(await codeOf(admin, overruleSettlement, decide(upcoming, 1_000, 0))).toBe('booking_wrong_status');
    expect(await codeOf(admin, overruleSettlement, { ...decision, reason: ' ' })).toBe('invalid_input');
    const free = await openFixture(product, { priceCents: 0, durationMinutes: 60 });
    const { bookingId: gift } = await till.opened(await product.join(), free, startIn(product, 4));
    await settle(gift, 60);
    expect(await codeOf(admin, overruleSettlement, decide(gift, 0, 0))).toBe('nothing_to_pay');
  });

  test('including an extension and the session it prolonged', async () => {
    const stage = await openStage(product, startIn(product, 5));
    const pair = await meet(product, stage, 1_000);
    await pair.at(40);
    await pair.extended();
    await pair.at(75);
    stage.at(76);
    await pair.time();
    await till.work();
    const { bookingId } = stage;
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'completed', price_cents: 5_000 });
    await ask(admin, overruleSettlement, decide(bookingId, 2_500, 0));
    await till.work();
    expect(
      await rows('select kind, refunded_cents from public.payments where booking_id = $1 order by kind', [
        bookingId,
      ]),
    ).toEqual([
      { kind: 'booking', refunded_cents: 1_500 },
      { kind: 'extension', refunded_cents: 1_000 },
    ]);
    expect(await till.booksOf(bookingId)).toMatchObject({ streamer_pending: -2_125, platform_fees: -375 });
  });

  test('not while a payment is still being captured: what the settlement ordered from it would be refunded twice', async () => {
    const stage = await openStage(product, startIn(product, 6));
    const pair = await meet(product, stage, 1_000);
    await pair.at(40);
    const { provider } = product.sandbox;
    const real = provider.capture;
    provider.capture = async () => {
      throw new ProviderUnavailable('nobody there');
    };
    try {
      await pair.extended();
      await pair.at(45);
      await ask(pair.streamer.who, leaveRoom, pair.streamer.self);
      stage.at(81);
      await pair.time();
    } finally {
      provider.capture = real;
    }
    const { bookingId } = stage;
    // 45 of 75 minutes: 20 EUR are refunded, of which the extension's 10 wait until its capture is done.
    expect(await till.bookingOf(bookingId)).toMatchObject({ status: 'completed', refund_cents: 2_000 });
    expect((await refundsOf(bookingId)).toSorted()).toEqual([1_000, 1_000]);
    expect(await codeOf(admin, overruleSettlement, decide(bookingId, 3_000, 1_000))).toBe('capture_pending');

    product.clock.ahead += 60 * 60_000;
    await till.work();
    await till.work();
    await ask(admin, overruleSettlement, decide(bookingId, 3_000, 2_000));
    await till.work();
    expect((await pair.payments()).map(({ refunded_cents: cents }) => cents)).toEqual([2_000, 1_000]);
  });

  test('not while a bank decides a dispute', async () => {
    const { bookingId } = await settled(60);
    const { id } = await till.paymentOf(bookingId);
    await product.database.pool.query('update public.payments set disputed_cents = 500 where id = $1', [id]);
    expect(await codeOf(admin, overruleSettlement, decide(bookingId, 1_000, 0))).toBe('payment_in_dispute');
    expect(await refundsOf(bookingId)).toEqual([]);
    await product.database.pool.query('update public.payments set disputed_cents = 0 where id = $1', [id]);
  });

  test('and what they decided is owed again when a bank takes its own refund back', async () => {
    const { bookingId } = await settled(60);
    // The bank's 10 EUR were part of the 25 that the team decided on, and are gone again.
    await rows(
      `insert into public.settlement_overrules (booking_id, at, refund_cents, refunded_before_cents, reason)
       values ($1, now(), 2500, 1000, 'Le son manquait')`,
      [bookingId],
    );
    await inTransaction(product.database.pool, (db) => orderWhatIsOwed(db, bookingId, new Date()));
    expect(await refundsOf(bookingId)).toEqual([2_500]);
    await till.work();
  });

  test('after the streamer was paid out: their account then owes it', async () => {
    const { bookingId, fixture } = await settled(60);
    const { url } = await ask(fixture.streamer, startOnboarding, {});
    await till.fill(url, { bank: 'accepts' });
    product.clock.ahead += 10 * 86_400_000;
    await releaseFunds(product.work);
    // Payouts go out on Mondays.
    product.clock.ahead += 7 * 86_400_000;
    await planPayouts(product.work);
    await sendPayouts(product.work);
    await till.work();
    expect(
      await rows('select amount_cents from public.payouts where streamer_id = $1', [fixture.streamer.id]),
    ).toEqual([{ amount_cents: 3_400 }]);
    await ask(admin, overruleSettlement, decide(bookingId, 1_000, 0));
    await till.work();
    const books = await till.booksOf(bookingId);
    expect(await till.paymentOf(bookingId)).toMatchObject({ refunded_cents: 1_000 });
    expect(Object.values(books).reduce((sum, amount) => sum + amount, 0)).toBe(0);
    const shared = (books.streamer_available ?? 0) + (books.platform_fees ?? 0);
    expect(shared).toBe(-3_000);
  });
});
