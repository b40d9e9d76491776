import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { openProduct } from '#product/testing/product-server.ts';
import { reconcileDisputes } from './reconcile.ts';
import { type History, historiesOf } from './testing/histories.ts';
import { handleEvent } from './webhooks.ts';

const product = await openProduct({ clockRuns: true });
const histories = await historiesOf(product);
afterAll(async () => {
  await histories.close();
});

const history: fc.Arbitrary<History> = fc
  .record({
    provider: fc.constantFrom('stripe' as const, 'sandbox' as const),
    refunded: fc.constantFrom(0, 0, 1, 333, 2_500),
    refundedByHand: fc.constantFrom(0, 0, 1, 250, 1_999),
    outcome: fc.constantFrom('won' as const, 'lost' as const, 'open' as const),
    released: fc.boolean(),
    held: fc.boolean(),
    turns: fc.constantFrom(0, 0, 1, 2),
  })
  .map((drawn) => ({
    ...drawn,
    refundedByHand: drawn.provider === 'sandbox' ? 0 : drawn.refundedByHand,
    // Only the share of a session that was held is released.
    released: drawn.released && drawn.held,
  }));

/** Each event at least once, some again, in any order. Numbers stand for the events of a history that is not known yet. */
const telling = fc.record({
  order: fc.array(fc.nat(1_000), { minLength: 12, maxLength: 12 }),
  again: fc.array(fc.nat(1_000), { maxLength: 6 }),
});
const told = <T>(events: readonly T[], { order, again }: { order: number[]; again: number[] }): T[] => {
  const shuffled = events
    .map((event, index) => ({ event, rank: order[index % order.length]! + index / 100 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ event }) => event);
  for (const place of again)
    shuffled.splice(place % (shuffled.length + 1), 0, events[place % events.length]!);
  return shuffled;
};

test('any order and any repetition of what a provider tells leads to the same books', {
  timeout: 600_000,
}, async () => {
  let disputed = 0;
  await fc.assert(
    fc.asyncProperty(history, telling, fc.boolean(), async (shape, how, atOnce) => {
      product.clock.ahead = 0;
      const straight = await histories.happen(shape);
      await histories.tell(straight, straight.events);
      const books = await histories.booksOf(straight);
      disputed += straight.events.filter(({ kind }) => kind === 'dispute_changed').length;

      const turned = await histories.happen(shape);
      const events = told(turned.events, how);
      if (atOnce) {
        // Several processes hear of them in the same moment; one that was told to wait hears it again below.
        await Promise.allSettled(events.map((event) => handleEvent(turned.work, event)));
      }
      await histories.tell(turned, events);
      expect(await histories.booksOf(turned)).toEqual(books);
      // What the provider says by itself changes nothing any more.
      expect(await reconcileDisputes(turned.work)).toBe(0);
      expect(await histories.booksOf(turned)).toEqual(books);

      const silent = await histories.happen(shape);
      await reconcileDisputes(silent.work);
      await histories.tell(
        silent,
        silent.events.filter(({ kind }) => kind !== 'dispute_changed'),
      );
      expect(await histories.booksOf(silent), 'not one event about the dispute came').toEqual(books);
      expect((await histories.till.ledger()).total).toBe(0);
    }),
    { numRuns: 20, endOnFailure: true },
  );
  expect(disputed).toBeGreaterThan(0);
});
