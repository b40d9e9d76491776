import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { capture, refund, release } from '#product/booking/rules/payment.ts';
import { balanceOf, ledgerTotal } from '#product/books/rules/ledger.ts';
import { basisPoints, cents } from '#product/shared/money/cents.ts';
import { GREATEST_PRICE, LEAST_PAID_PRICE, streamerShareOf } from '#product/shared/money/price.ts';
import { type Bearer, type Cut, codeOf, discounted, leastPriceFor } from './discount.ts';

const FEE = basisPoints(1_500);
const percent = (value: number): Cut => ({ kind: 'percent', percent: value });
const euros = (value: number): Cut => ({ kind: 'amount', amount: cents(value * 100) });

test.each<[string, number, Cut, Bearer, object]>([
  [
    'a streamer’s 20 % off 45 €: they bear 7,65 €, and the commission falls by 1,35 €',
    4_500,
    percent(20),
    'streamer',
    { discount: 900, share: 3_060, commission: 540, fromStreamer: 765, fromPlatform: 135 },
  ],
  [
    'a streamer’s 5 € off 45 €',
    4_500,
    euros(5),
    'streamer',
    { discount: 500, share: 3_400, commission: 600, fromStreamer: 425, fromPlatform: 75 },
  ],
  [
    'the team’s 5 € off 45 €: the streamer earns what they would have earned',
    4_500,
    euros(5),
    'platform',
    { discount: 500, share: 3_825, commission: 175, fromStreamer: 0, fromPlatform: 500 },
  ],
  [
    'the team’s 15 % off 45 € takes all of the commission',
    4_500,
    percent(15),
    'platform',
    { discount: 675, share: 3_825, commission: 0, fromStreamer: 0, fromPlatform: 675 },
  ],
])('%s', (_, price, cut, bearer, expected) => {
  expect(discounted({ price: cents(price), fee: FEE }, cut, bearer)).toMatchObject({
    ok: true,
    value: expected,
  });
});

test.each<[string, number, Cut, Bearer, string]>([
  ['a price below the least that a streamer may ask', 600, euros(2), 'streamer', 'price_too_low'],
  ['a price of nothing', 500, euros(5), 'streamer', 'price_too_low'],
  ['a free session', 0, percent(20), 'streamer', 'price_too_low'],
  ['more than the commission', 2_000, euros(4), 'platform', 'beyond_commission'],
  ['a percent more than the commission', 10_000, percent(16), 'platform', 'beyond_commission'],
])('%s is refused', (_, price, cut, bearer, refusal) => {
  expect(discounted({ price: cents(price), fee: FEE }, cut, bearer)).toEqual({ ok: false, refusal });
});

const prices = fc.integer({ min: LEAST_PAID_PRICE, max: GREATEST_PRICE }).map(cents);
const fees = fc.integer({ min: 0, max: 3_000 }).map(basisPoints);
const bearers = fc.constantFrom<Bearer>('streamer', 'platform');
const cuts: fc.Arbitrary<Cut> = fc.oneof(
  fc.integer({ min: 1, max: 90 }).map(percent),
  fc
    .integer({ min: 50, max: GREATEST_PRICE })
    .map((amount): Cut => ({ kind: 'amount', amount: cents(amount) })),
);

describe('of any code that applies', () => {
  const some = fc.record({ price: prices, fee: fees, cut: cuts, bearer: bearers });

  test('who pays, who earns and who bears it add up, and nobody gains by it', () => {
    fc.assert(
      fc.property(some, ({ price, fee, cut, bearer }) => {
        const made = discounted({ price, fee }, cut, bearer);
        if (!made.ok) return;
        const { terms, discount, share, commission, fromStreamer, fromPlatform } = made.value;
        expect(terms.price + discount).toBe(price);
        expect(share + commission).toBe(terms.price);
        expect(fromStreamer + fromPlatform).toBe(discount);
        expect(terms.price).toBeGreaterThanOrEqual(LEAST_PAID_PRICE);
        expect(commission).toBeGreaterThanOrEqual(0);
        expect(terms.fee).toBeLessThanOrEqual(fee);
        expect(fromPlatform).toBeGreaterThanOrEqual(0);
        if (bearer === 'streamer') expect(terms.fee).toBe(fee);
      }),
    );
  });

  test('one of the team’s never lowers the streamer’s share, and up to 100 € leaves it as it is', () => {
    fc.assert(
      fc.property(some, ({ price, fee, cut }) => {
        const made = discounted({ price, fee }, cut, 'platform');
        if (!made.ok) return;
        const before = streamerShareOf(price, fee);
        expect(made.value.share).toBeGreaterThanOrEqual(before);
        expect(made.value.share - before).toBeLessThanOrEqual(Math.ceil(made.value.terms.price / 10_000) - 1);
      }),
    );
  });

  test('it applies from its least price on, and nowhere below', () => {
    fc.assert(
      fc.property(some, ({ price, fee, cut, bearer }) => {
        const least = leastPriceFor(cut, bearer, fee);
        expect(discounted({ price, fee }, cut, bearer).ok).toBe(least !== null && price >= least);
      }),
    );
  });

  test('refunds in any steps give back what was paid, and the books add up to nothing', () => {
    const steps = fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 4 });
    fc.assert(
      fc.property(some, steps, fc.boolean(), ({ price, fee, cut, bearer }, parts, released) => {
        const made = discounted({ price, fee }, cut, bearer);
        if (!made.ok) return;
        const { terms } = made.value;
        const paid = capture({ streamerId: 's', amount: terms.price, fee: terms.fee });
        const postings = [paid.posting];
        let { payment } = paid;
        const go = (next: ReturnType<typeof refund>) => {
          if (!next.ok) throw new Error(next.refusal);
          postings.push(next.value.posting);
          payment = next.value.payment;
        };
        if (released) go(release(payment));
        for (const part of parts)
          go(refund(payment, cents(Math.floor(((payment.captured - payment.refunded) * part) / 100))));
        go(refund(payment, cents(payment.captured - payment.refunded)));
        expect(payment.refunded).toBe(terms.price);
        expect(ledgerTotal(postings)).toBe(0);
        for (const account of [
          'provider_balance',
          'platform_fees',
          'streamer_pending',
          'streamer_available',
        ] as const)
          expect(balanceOf(postings, account, null)).toBe(0);
      }),
    );
  });
});

test('a code is the same in small letters and with blanks', () => {
  expect(codeOf(' noel 25 ')).toBe('NOEL25');
});
