import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { basisPoints, cents, sum } from '#product/shared/money/cents.ts';
import { type Activity, currentRates, INCOME_RATES } from './rates.ts';
import {
  ceilings,
  incomeTax,
  PAST_CAUSES,
  type Plan,
  reachGoal,
  replayYear,
  type Situation,
  simulateYear,
} from './simulate.ts';

const rates = currentRates();
const euros = (amount: number) => cents(Math.round(amount * 100));

const plan: Plan = {
  price: euros(45),
  minutes: 60,
  seats: 1,
  sessionsPerWeek: 8,
  fill: basisPoints(7_800),
  refunded: basisPoints(0),
  weeksOff: 6,
  preparation: 15,
};
const situation: Situation = {
  commission: basisPoints(1_500),
  place: 'france',
  activity: 'bnc',
  acre: 'none',
  tax: { by: 'flat' },
};

const anyPlan = fc.record({
  price: fc.integer({ min: 0, max: 50_000 }).map(cents),
  minutes: fc.integer({ min: 10, max: 240 }),
  seats: fc.integer({ min: 1, max: 12 }),
  sessionsPerWeek: fc.integer({ min: 0, max: 60 }),
  fill: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
  refunded: fc.integer({ min: 0, max: 10_000 }).map(basisPoints),
  weeksOff: fc.integer({ min: 0, max: 52 }),
  preparation: fc.integer({ min: 0, max: 120 }),
});
const anySituation: fc.Arbitrary<Situation> = fc.record({
  commission: fc.integer({ min: 0, max: 3_000 }).map(basisPoints),
  place: fc.constantFrom('france' as const, 'abroad' as const),
  activity: fc.constantFrom<Activity[]>('bnc', 'bic', 'cipav'),
  acre: fc.constantFrom('none' as const, 'before_july' as const, 'since_july' as const),
  tax: fc.oneof(
    fc.constant({ by: 'flat' as const }),
    fc.record({
      by: fc.constant('scale' as const),
      persons: fc.constantFrom(1 as const, 2 as const),
      otherIncome: fc.integer({ min: 0, max: 20_000_000 }).map(cents),
    }),
  ),
});

describe('the rates', () => {
  test('the newest are of this year; when this fails, the table needs a new row', () => {
    expect(rates.year).toBeGreaterThanOrEqual(new Date().getUTCFullYear());
  });

  test('each year stands once, in order', () => {
    const years = INCOME_RATES.map(({ year }) => year);
    expect(years).toEqual([...new Set(years)].sort((a, b) => a - b));
  });
});

describe('the income tax, as service-public.fr works it out for income of 2025 (fiche F1419)', () => {
  test.each([
    { income: 30_000, persons: 1 as const, tax: 1_977.69 + 126.3 },
    { income: 60_000, persons: 2 as const, tax: 2 * (1_977.69 + 126.3) },
    { income: 90_000, persons: 2 as const, tax: 2 * (1_977.69 + 4_626.3) },
  ])('$income € for $persons', ({ income, persons, tax }) => {
    expect(incomeTax(euros(income), persons, rates)).toBe(euros(tax));
  });

  test('the rebate leaves small incomes untaxed and ends without a step', () => {
    expect(incomeTax(euros(16_000), 1, rates)).toBe(0);
    const [below, above] = [29_617, 29_618].map((income) => incomeTax(euros(income), 1, rates));
    expect(Math.abs((above ?? 0) - (below ?? 0))).toBeLessThan(100);
  });
});

/** One session a year, so that its price is the turnover. */
const yearOf = (turnover: number, of: Partial<Situation>) =>
  simulateYear(
    { ...plan, price: euros(turnover), sessionsPerWeek: 1, weeksOff: 51, fill: basisPoints(10_000) },
    { ...situation, commission: basisPoints(0), ...of },
    rates,
  );

// What mon-entreprise.urssaf.fr, the Urssaf's simulator, shows in November 2026 for a single person without other income. It rounds the tax to
// whole euros, and takes some euros more from commerce for its chamber (0.044 %), which are left out here. These figures are read from its published
// model; urssaf.soak.test.ts asks that model for them again, and for many others.
describe('the whole micro regime, as the Urssaf works it out', () => {
  const scale = { by: 'scale', persons: 1, otherIncome: euros(0) } as const;
  test.each<
    [
      string,
      number,
      Partial<Situation>,
      { contributions: number; training: number; tax: number; net: number },
    ]
  >([
    [
      'a liberal activity, tax by the scale',
      30_000,
      { tax: scale },
      { contributions: 7_680, training: 60, tax: 413, net: 21_847 },
    ],
    [
      'a liberal activity, tax paid with the contributions',
      30_000,
      {},
      { contributions: 7_680, training: 60, tax: 660, net: 21_600 },
    ],
    [
      'commercial services, tax paid with the contributions',
      30_000,
      { activity: 'bic' },
      { contributions: 6_360, training: 30, tax: 510, net: 23_100 },
    ],
    [
      'a profession of the CIPAV, tax by the scale',
      30_000,
      { activity: 'cipav', tax: scale },
      { contributions: 6_960, training: 60, tax: 413, net: 22_567 },
    ],
    [
      'a profession of the CIPAV with the Acre',
      30_000,
      { activity: 'cipav', acre: 'before_july' },
      { contributions: 4_020, training: 60, tax: 660, net: 25_260 },
    ],
    [
      'a liberal activity with the Acre, begun in September',
      30_000,
      { acre: 'since_july' },
      { contributions: 5_760, training: 60, tax: 660, net: 23_520 },
    ],
    [
      'a small commercial one, tax by the scale',
      12_000,
      { activity: 'bic', tax: scale },
      { contributions: 2_544, training: 12, tax: 0, net: 9_444 },
    ],
  ])('%s', (_, turnover, of, { contributions, training, tax, net }) => {
    const year = yearOf(turnover, of);
    expect([year.contributions, year.training]).toEqual([euros(contributions), euros(training)]);
    expect(Math.abs(year.tax - euros(tax))).toBeLessThanOrEqual(50);
    expect(Math.abs(year.net - euros(net))).toBeLessThanOrEqual(50);
  });
});

describe('a year', () => {
  test('of a plan to the cent: 287.04 sessions of 45 €', () => {
    expect(simulateYear(plan, situation, rates)).toEqual({
      gross: 1_291_680,
      commission: 193_752,
      vat: 0,
      contributions: 330_670,
      training: 2_583,
      tax: 28_417,
      net: 736_258,
      sessions: 287.04,
      minutes: 287.04 * 75,
    });
  });

  test('the parts add up to what came in, and the streamer never keeps more than that', () => {
    fc.assert(
      fc.property(anyPlan, anySituation, (anyPlan, situation) => {
        const { gross, commission, vat, contributions, training, tax, net } = simulateYear(
          anyPlan,
          situation,
          rates,
        );
        expect(sum([commission, vat, contributions, training, tax, net])).toBe(gross);
        expect(net).toBeLessThanOrEqual(gross);
        expect(Math.min(commission, vat, contributions, training, tax)).toBeGreaterThanOrEqual(0);
      }),
    );
  });

  // Of a single cent more, the commission of one seat may take all.
  test('a price higher by whole euros never leaves less than the cents lost in rounding', () => {
    fc.assert(
      fc.property(anyPlan, anySituation, fc.integer({ min: 0, max: 50 }), (anyPlan, situation, more) => {
        const before = simulateYear(anyPlan, situation, rates).net;
        const price = cents(anyPlan.price + more * 100);
        const after = simulateYear({ ...anyPlan, price }, situation, rates).net;
        expect(after).toBeGreaterThanOrEqual(before - 3);
      }),
    );
  });

  test('passes the end of the exemption from VAT without a jump', () => {
    const oneSeatAYear = { ...plan, sessionsPerWeek: 1, weeksOff: 51, fill: basisPoints(10_000) };
    const at = (gross: number) => simulateYear({ ...oneSeatAYear, price: cents(gross) }, situation, rates);
    const { exemptionMax } = rates.vat;
    expect(at(exemptionMax).vat).toBe(0);
    expect(at(exemptionMax + 600).vat).toBe(100);
    expect(Math.abs(at(exemptionMax + 1).net - at(exemptionMax).net)).toBeLessThan(5);
  });

  test('abroad only the commission is known', () => {
    const { gross, net } = simulateYear(plan, { ...situation, place: 'abroad' }, rates);
    expect(net).toBe(gross - 193_752);
  });

  test('a group session is prepared once for all its seats', () => {
    const { sessions } = simulateYear({ ...plan, seats: 6, fill: basisPoints(5_000) }, situation, rates);
    expect(sessions).toBe(8 * 46);
  });
});

describe('the past, by the same rules', () => {
  // Shares that basis points can say: what a slider holds is what happened.
  const anyYear = fc.record({
    price: fc.integer({ min: 500, max: 50_000 }).map(cents),
    seats: fc.constantFrom(
      1,
      2,
      4,
      5,
      8,
      10,
      16,
      20,
      25,
      40,
      50,
      80,
      100,
      125,
      200,
      250,
      400,
      500,
      625,
      1_000,
    ),
    refundedShare: fc.double({ min: 0, max: 1, noNaN: true }),
    cause: fc.constantFrom(...PAST_CAUSES),
  });
  test('with the past as inputs, the simulator and the real year agree to the cent', () => {
    fc.assert(
      fc.property(anyYear, anySituation, ({ price, seats, refundedShare, cause }, situation) => {
        const back = Math.floor(seats * refundedShare);
        const fee = situation.commission;
        const past = [
          { paid: price, refunded: cents(0), fee, cause: 'other' as const, payments: seats - back },
          { paid: price, refunded: price, fee, cause, payments: back },
        ];
        const asPlanned: Plan = {
          ...{ price, minutes: 60, seats: 1, preparation: 0, weeksOff: 51 },
          sessionsPerWeek: seats,
          fill: basisPoints(10_000),
          refunded: basisPoints((back * 10_000) / seats),
        };
        const { sessions: _, minutes: __, ...simulated } = simulateYear(asPlanned, situation, rates);
        const { real, kept } = replayYear(past, situation, rates);
        expect(real).toEqual(simulated);
        const {
          sessions: ___,
          minutes: ____,
          ...allKept
        } = simulateYear({ ...asPlanned, refunded: basisPoints(0) }, situation, rates);
        expect(kept).toEqual(allKept);
      }),
    );
  });

  test('the causes explain the difference between what was paid and what was left, to the cent', () => {
    const anyPayments = fc.array(
      fc
        .record({
          paid: fc.integer({ min: 50, max: 100_000 }),
          share: fc.double({ min: 0, max: 1, noNaN: true }),
          fee: fc.integer({ min: 0, max: 3_000 }).map(basisPoints),
          cause: fc.constantFrom(...PAST_CAUSES),
          payments: fc.integer({ min: 1, max: 300 }),
        })
        .map(({ paid, share, ...rest }) => ({
          ...rest,
          paid: cents(paid),
          refunded: cents(Math.floor(paid * share)),
        })),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(anyPayments, anySituation, (past, situation) => {
        const { real, kept, lost } = replayYear(past, situation, rates);
        expect(real.net).toBe(kept.net - sum(Object.values(lost)));
        const { net, gross, ...taken } = real;
        expect(sum([net, ...Object.values(taken)])).toBe(gross);
        const paidBack = past.reduce(
          (all, { paid, refunded, payments }) => all + (paid - refunded) * payments,
          0,
        );
        expect(gross).toBe(paidBack);
      }),
    );
  });

  test('a shortened session and an absence are told apart', () => {
    const one = { paid: euros(60), fee: basisPoints(1_500) };
    const { lost, payments, refunds } = replayYear(
      [
        { ...one, refunded: cents(0), cause: 'pro_rata', payments: 8 },
        { ...one, refunded: euros(30), cause: 'pro_rata', payments: 1 },
        { ...one, refunded: euros(60), cause: 'no_show', payments: 1 },
      ],
      { ...situation, place: 'abroad' },
      rates,
    );
    expect(lost).toEqual({ cancelled: 0, no_show: 5_100, pro_rata: 2_550, other: 0 });
    expect([payments, refunds]).toEqual([10, 2]);
  });
});

describe('backwards', () => {
  test('the answer reaches the goal, and one step less does not', () => {
    fc.assert(
      fc.property(anyPlan, anySituation, fc.integer({ min: 1, max: 500_000 }), (anyPlan, situation, goal) => {
        const { sessionsPerWeek, price } = reachGoal(cents(goal), anyPlan, situation, rates);
        const netWith = (change: Partial<Plan>) =>
          simulateYear({ ...anyPlan, ...change }, situation, rates).net;
        if (sessionsPerWeek !== null && sessionsPerWeek > 0) {
          expect(netWith({ sessionsPerWeek })).toBeGreaterThanOrEqual(goal * 12);
          expect(netWith({ sessionsPerWeek: sessionsPerWeek - 1 })).toBeLessThan(goal * 12);
        }
        if (price !== null && price > 0) expect(netWith({ price })).toBeGreaterThanOrEqual(goal * 12);
      }),
    );
  });

  test('an unreachable goal is reported as such', () => {
    expect(reachGoal(euros(1_500), { ...plan, weeksOff: 52 }, situation, rates)).toEqual({
      sessionsPerWeek: null,
      price: null,
    });
  });
});

test('a threshold is reached when the turnover says so, or not at all', () => {
  expect(ceilings(euros(75_000), rates)).toEqual([
    { name: 'vat_next_year', limit: euros(37_500), reachedAfter: 0.5 },
    { name: 'vat_at_once', limit: euros(41_250), reachedAfter: 0.55 },
    { name: 'micro', limit: euros(83_600), reachedAfter: null },
  ]);
});
