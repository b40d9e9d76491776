import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { cancelBooking } from '#product/booking/contract.ts';
import { nowOf } from '#product/booking/testing/fixture.ts';
import { ask, openProduct } from '#product/testing/product-server.ts';
import { reconcileDisputes } from './reconcile.ts';
import { type History, historiesOf } from './testing/histories.ts';

const product = await openProduct();
const histories = await historiesOf(product);
afterEach(async () => {
  expect((await histories.till.ledger()).total).toBe(0);
});
afterAll(async () => {
  await histories.close();
});

const history = (more: Partial<History>): History => ({
  provider: 'stripe',
  refunded: 0,
  refundedByHand: 0,
  outcome: 'lost',
  released: false,
  held: false,
  turns: 0,
  ...more,
});

/** Every order of a few things. */
function orders<T>(items: readonly T[]): T[][] {
  if (items.length <= 1) return [[...items]];
  return items.flatMap((item, index) =>
    orders([...items.slice(0, index), ...items.slice(index + 1)]).map((rest) => [item, ...rest]),
  );
}

describe('a dispute', () => {
  test('whose end is told before its beginning ends all the same: nothing stands in dispute for ever', async () => {
    const untold = await histories.happen(history({ outcome: 'lost' }));
    const closed = untold.events.at(-1)!;
    const withdrawn = untold.events[0]!;
    await histories.tell(untold, [closed, withdrawn]);
    expect(await histories.booksOf(untold)).toMatchObject({
      payment: { disputed_cents: 0, refunded_cents: 4_999, lost_cents: 0 },
      accounts: { dispute_costs: 2_000 },
    });
  });

  test('that was lost is the streamer’s when the session was not held, and the platform’s when it was', async () => {
    const missed = await histories.happen(history({}));
    await histories.tell(missed, missed.events);
    expect((await histories.booksOf(missed)).payment).toMatchObject({ refunded_cents: 4_999, lost_cents: 0 });
    const held = await histories.happen(history({ held: true }));
    await histories.tell(held, held.events);
    const books = await histories.booksOf(held);
    expect(books.payment).toMatchObject({ refunded_cents: 0, lost_cents: 4_999 });
    expect(books.accounts).toMatchObject({ streamer_pending: -4_249, dispute_costs: 6_999 });
  });

  test('that was won gives money and charge back, whichever of its events come and in whichever order', async () => {
    let books: unknown;
    for (const provider of ['stripe', 'sandbox'] as const) {
      const first = await histories.happen(history({ provider, outcome: 'won', released: true }));
      await histories.tell(first, first.events);
      books = await histories.booksOf(first);
      expect(books).toMatchObject({ payment: { disputed_cents: 0, refunded_cents: 0, released: false } });
      // Not all orders of five: each last one alone, and each pair turned round.
      for (const order of [[...first.events].reverse(), first.events.slice(-1)]) {
        const other = await histories.happen(history({ provider, outcome: 'won', released: true }));
        const kinds = order.map((event) => first.events.indexOf(event));
        await histories.tell(
          other,
          kinds.map((index) => other.events[index]!),
        );
        expect(await histories.booksOf(other), kinds.join()).toEqual(books);
      }
    }
  });

  test('beside refunds of ours and by hand leads to the same books in any order, told once or twice', async () => {
    const shape = history({ refunded: 1_000, refundedByHand: 500 });
    const first = await histories.happen(shape);
    await histories.tell(first, first.events);
    const books = await histories.booksOf(first);
    expect(books.payment).toMatchObject({ refunded_cents: 4_999, disputed_cents: 0, lost_cents: 0 });
    const indexes = first.events.map((_, index) => index);
    // A fixed handful of the many orders; the soak takes them by chance.
    const few = orders(indexes).filter((_, index) => index % 19 === 5);
    expect(few.length).toBeGreaterThan(3);
    for (const order of few) {
      const other = await histories.happen(shape);
      const told = [...order, ...order.slice(0, 2)].map((index) => other.events[index]!);
      await histories.tell(other, told);
      expect(await histories.booksOf(other), order.join()).toEqual(books);
    }
  });

  test.each([
    { provider: 'stripe', outcome: 'won', held: false },
    { provider: 'stripe', outcome: 'lost', held: false },
    { provider: 'sandbox', outcome: 'won', held: true },
    { provider: 'sandbox', outcome: 'lost', held: true },
  ] as const)(
    'that the bank of $provider decides again after $outcome ends as its last word says, in any order',
    async (shape) => {
      const last = shape.outcome === 'won' ? 'lost' : 'won';
      const once = await histories.happen(history({ ...shape, outcome: last }));
      await histories.tell(once, once.events);
      const books = await histories.booksOf(once);
      const twice = history({ ...shape, turns: 1 });
      const whole = await histories.happen(twice);
      await histories.tell(whole, whole.events);
      // What the provider charges and gives back may differ by how it came there; what people have does not.
      expect((await histories.booksOf(whole)).payment).toEqual(books.payment);
      const told = await histories.booksOf(whole);
      const indexes = whole.events.map((_, index) => index);
      for (const order of [
        [...indexes].reverse(),
        [...indexes.slice(2), ...indexes.slice(0, 2), ...indexes],
      ]) {
        const other = await histories.happen(twice);
        await histories.tell(
          other,
          order.map((index) => other.events[index]!),
        );
        expect(await histories.booksOf(other), order.join()).toEqual(told);
        expect(await reconcileDisputes(other.work)).toBe(0);
      }
    },
  );

  test('of which nothing was ever told is found at the provider, open and closed, and mended', async () => {
    for (const provider of ['stripe', 'sandbox'] as const) {
      for (const outcome of ['open', 'lost'] as const) {
        const untold = await histories.happen(history({ provider, outcome }));
        expect(await reconcileDisputes(untold.work)).toBeGreaterThan(0);
        const told = await histories.happen(history({ provider, outcome }));
        await histories.tell(told, told.events);
        expect(await histories.booksOf(untold), `${provider} ${outcome}`).toEqual(
          await histories.booksOf(told),
        );
      }
    }
  });

  test('whose end never came is asked about, however long ago it began', async () => {
    const untold = await histories.happen(history({ provider: 'sandbox', outcome: 'lost' }));
    await histories.tell(untold, untold.events.slice(0, 1));
    expect((await histories.booksOf(untold)).payment.disputed_cents).toBe(4_999);
    product.clock.ahead += 90 * 86_400_000;
    await reconcileDisputes(untold.work);
    expect((await histories.booksOf(untold)).payment).toMatchObject({
      disputed_cents: 0,
      refunded_cents: 4_999,
    });
    expect(nowOf(product).getTime()).toBeGreaterThan(Date.now());
  });
});

describe('a viewer who cancels what their bank examines', () => {
  /** A paid session whose payer disputes it, called off by them. */
  const cancelled = async (outcome: 'won' | 'lost', turns = 0) => {
    const untold = await histories.happen(history({ provider: 'sandbox', outcome, turns }));
    await histories.tell(untold, untold.events.slice(0, 1));
    const { bookingId } = untold;
    const answer = await ask(histories.viewer(), cancelBooking, {
      key: randomUUID(),
      bookingId,
      expectedRefundCents: 4_999,
    });
    return { untold, bookingId, answer };
  };
  const givenBack = async (bookingId: string) =>
    (await histories.till.sandboxPaymentOf(bookingId)).refunded_cents;

  test('is told that the refund waits, and gets nothing twice when the bank agrees with them', async () => {
    const { untold, bookingId, answer } = await cancelled('lost');
    expect(answer).toMatchObject({ status: 'cancelled_by_viewer', refundCents: 4_999, disputedCents: 4_999 });
    const mail = await histories.till.one(
      `select event -> 'event' as said from mail.messages
       where kind = 'booking.cancelled' and event ->> 'side' = 'viewer' order by created_at desc limit 1`,
    );
    expect(mail.said).toMatchObject({ kind: 'cancelled', disputed: true });
    await histories.booksOf(untold);
    expect(await givenBack(bookingId)).toBe(0);
    await histories.tell(untold, untold.events);
    expect((await histories.booksOf(untold)).payment).toMatchObject({
      refunded_cents: 4_999,
      disputed_cents: 0,
    });
    expect(await givenBack(bookingId)).toBe(0);
    const { pending } = await histories.till.one(
      `select count(*)::int as pending from public.payment_orders o join public.payments p on p.id = o.payment_id
       where p.booking_id = $1 and o.state = 'pending'`,
      [bookingId],
    );
    expect(pending).toBe(0);
  });

  test('is refunded after all when the bank takes back what it had given them', async () => {
    const { untold, bookingId } = await cancelled('lost', 1);
    await histories.tell(untold, untold.events.slice(0, 2));
    expect((await histories.booksOf(untold)).payment).toMatchObject({ refunded_cents: 4_999, lost_cents: 0 });
    expect(await givenBack(bookingId)).toBe(0);
    await histories.tell(untold, untold.events);
    expect((await histories.booksOf(untold)).payment).toMatchObject({
      refunded_cents: 4_999,
      disputed_cents: 0,
      lost_cents: 0,
    });
    expect(await givenBack(bookingId)).toBe(4_999);
  });

  test('is refunded once when it does not', async () => {
    const { untold, bookingId } = await cancelled('won');
    await histories.tell(untold, untold.events);
    expect((await histories.booksOf(untold)).payment).toMatchObject({
      refunded_cents: 4_999,
      disputed_cents: 0,
    });
    expect(await givenBack(bookingId)).toBe(4_999);
  });
});
