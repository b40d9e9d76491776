import { expect, test } from 'vitest';
import { givenBackOf, overruleCost, paidOf } from './overrule-cost.ts';

const payment = (captured: number, refunded = 0, refunding = 0) => ({
  captured_cents: captured,
  refunded_cents: refunded,
  refunding_cents: refunding,
  fee_basis_points: 1_500,
});

test('the cost of a decision is divided as the price was', () => {
  const payments = [payment(4_000, 1_000, 1_000)];
  expect([paidOf(payments), givenBackOf(payments)]).toEqual([4_000, 2_000]);
  expect(overruleCost(payments, 3_000)).toEqual({ toViewer: 1_000, fromStreamer: 850, fromLoge: 150 });
  expect(overruleCost(payments, 4_000)).toEqual({ toViewer: 2_000, fromStreamer: 1_700, fromLoge: 300 });
});

test('a decision that changes nothing costs nothing, and one that takes back is not counted', () => {
  expect(overruleCost([payment(4_000, 2_000)], 1_000)).toEqual({ toViewer: 0, fromStreamer: 0, fromLoge: 0 });
});

test('an extension’s payment is refunded before the session’s own', () => {
  expect(overruleCost([payment(4_000, 3_500), payment(1_000, 500)], 5_000)).toEqual({
    toViewer: 1_000,
    fromStreamer: 850,
    fromLoge: 150,
  });
});
