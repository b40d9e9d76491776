import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currentRates } from '#product/income/rules/rates.ts';
import { type PastPayments, simulateYear } from '#product/income/rules/simulate.ts';
import { basisPoints, cents } from '#product/shared/money/cents.ts';
import { EXAMPLE, planOf, readScenario, type Scenario, scenarioOfPast, situationOf } from './scenario.ts';

const read = (search: string) => readScenario(new URLSearchParams(search), EXAMPLE);

test('an address without anything is the beginning', () => {
  expect(read('')).toEqual(EXAMPLE);
});

test('what an address says holds, within the bounds', () => {
  expect(read('price=45&sessions=999&activity=bic&place=abroad&persons=2&tax=scale&income=20000')).toEqual({
    ...EXAMPLE,
    price: 45,
    sessions: 40,
    activity: 'bic',
    place: 'abroad',
    persons: 2,
    tax: 'scale',
    income: 20_000,
  });
});

test('nonsense is passed over', () => {
  expect(read('price=-3&minutes=abc&seats=1e9&fill=&activity=__proto__&acre=yes&persons=7')).toEqual(EXAMPLE);
});

test('euros and percents become cents and basis points', () => {
  const scenario = read('price=45&fill=78&tax=scale&income=1000');
  expect(planOf(scenario)).toMatchObject({ price: 4_500, fill: 7_800, weeksOff: 5 });
  expect(situationOf(scenario, basisPoints(1_500)).tax).toEqual({
    by: 'scale',
    persons: 1,
    otherIncome: 100_000,
  });
});

describe('a year like the last one', () => {
  const past = (paid: number, payments: number, refunded = 0): PastPayments => ({
    paid: cents(paid),
    refunded: cents(refunded),
    fee: basisPoints(1_500),
    cause: refunded === 0 ? 'other' : 'cancelled',
    payments,
  });
  const grossOf = (scenario: Scenario) =>
    simulateYear(
      planOf(scenario),
      { commission: basisPoints(1_500), place: 'abroad', activity: 'bnc', acre: 'none', tax: { by: 'flat' } },
      currentRates(),
    ).gross;

  test('of a streamer with sessions alone and in a group begins where that year ended', () => {
    // 44 seats of 18 euros in 9 sessions and 333 of 24 euros: not 377 sessions of the first offer's 45 euros.
    const year = [past(1_800, 44), past(2_400, 284), past(2_400, 49, 2_400)];
    const scenario = scenarioOfPast({ ...EXAMPLE, price: 45 }, year, { sessions: 342, months: 12 });
    const kept = 44 * 1_800 + 284 * 2_400;
    expect(Math.abs(grossOf(scenario) / kept - 1)).toBeLessThan(0.03);
  });

  test('comes to what was paid and kept, whatever it was made of', () => {
    const payment = fc.record({
      paid: fc.integer({ min: 500, max: 30_000 }),
      payments: fc.integer({ min: 20, max: 200 }),
      refunded: fc.integer({ min: 0, max: 40 }),
      seats: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(payment, { minLength: 1, maxLength: 4 }), (year) => {
        const rows = year.map(({ paid, payments, refunded }) =>
          past(paid, payments, Math.floor((paid * refunded) / 100)),
        );
        const sessions = year.reduce((sum, { payments, seats }) => sum + Math.ceil(payments / seats), 0);
        const kept = rows.reduce((sum, row) => sum + (row.paid - row.refunded) * row.payments, 0);
        const scenario = scenarioOfPast(EXAMPLE, rows, { sessions, months: 12 });
        // Whole percents of the sliders are all that it may be off by.
        const percents = 1 / Math.max(scenario.fill, 1) + 1 / (100 - scenario.refunded);
        expect(Math.abs(grossOf(scenario) / kept - 1)).toBeLessThan(percents + 0.001);
      }),
    );
  });

  test('of a streamer who began lately is that pace over a whole year', () => {
    const scenario = scenarioOfPast(EXAMPLE, [past(3_000, 30)], { sessions: 30, months: 3 });
    expect(Math.abs(grossOf(scenario) / (4 * 30 * 3_000) - 1)).toBeLessThan(0.03);
  });

  test('without a past is what it was', () => {
    expect(scenarioOfPast(EXAMPLE, [], { sessions: 0, months: 0 })).toEqual(EXAMPLE);
  });
});
