import type { Activity } from '#product/income/rules/rates.ts';
import type { PastPayments, Plan, Situation } from '#product/income/rules/simulate.ts';
import { type BasisPoints, basisPoints, cents } from '#product/shared/money/cents.ts';
import { GREATEST_PRICE } from '#product/shared/money/price.ts';

/**
 * The inputs of the page, as whole numbers and words that stand in the address: a scenario is
 * shared by its link.
 */
export interface Scenario {
  /** Euros of a seat. */
  price: number;
  minutes: number;
  seats: number;
  sessions: number;
  /** Percent. */
  fill: number;
  /** Percent. */
  refunded: number;
  off: number;
  preparation: number;
  place: Situation['place'];
  activity: Activity;
  acre: Situation['acre'];
  tax: 'flat' | 'scale';
  persons: 1 | 2;
  /** Euros of other taxable income a year. */
  income: number;
}

/** The ends of each slider and field. */
export const BOUNDS = {
  price: { min: 5, max: GREATEST_PRICE / 100 },
  minutes: { min: 15, max: 240 },
  seats: { min: 1, max: 12 },
  sessions: { min: 0, max: 40 },
  fill: { min: 0, max: 100 },
  refunded: { min: 0, max: 50 },
  off: { min: 0, max: 26 },
  preparation: { min: 0, max: 120 },
  income: { min: 0, max: 500_000 },
} as const;

const CHOICES: { readonly [Name in 'place' | 'activity' | 'acre' | 'tax']: readonly Scenario[Name][] } = {
  place: ['france', 'abroad'],
  activity: ['bnc', 'bic', 'cipav'],
  acre: ['none', 'before_july', 'since_july'],
  tax: ['flat', 'scale'],
};

/** Where nothing of one's own is known yet. */
export const EXAMPLE: Scenario = {
  price: 30,
  minutes: 60,
  seats: 1,
  sessions: 5,
  fill: 80,
  refunded: 5,
  off: 5,
  preparation: 15,
  place: 'france',
  activity: 'bnc',
  acre: 'none',
  tax: 'flat',
  persons: 1,
  income: 0,
};

/** Weeks of a year in which one works, with the holidays of the example. */
const WEEKS_OF_WORK = 52 - EXAMPLE.off;

const within = (value: number, { min, max }: { min: number; max: number }): number =>
  Math.min(Math.max(Math.round(value), min), max);

/**
 * A year like the one that was: the average price of a paid seat, whole sessions a week with so
 * many seats, and the share of those seats that makes the year as good as it was, to the percent
 * that a slider has.
 * @param beginning what the past does not say
 * @param past what was paid and refunded
 * @param pace in how many months, in how many sessions
 */
export function scenarioOfPast(
  beginning: Scenario,
  past: readonly PastPayments[],
  { sessions, months }: { sessions: number; months: number },
): Scenario {
  const add = (of: (payment: PastPayments) => number) =>
    past.reduce((total, payment) => total + of(payment) * payment.payments, 0);
  const paid = add((payment) => payment.paid);
  const seatsPaid = add(() => 1);
  if (paid === 0 || sessions === 0 || months === 0) return beginning;
  const weeks = (WEEKS_OF_WORK * months) / 12;
  const price = within(Math.ceil(paid / seatsPaid / 100), BOUNDS.price);
  const seats = within(Math.ceil(seatsPaid / sessions), BOUNDS.seats);
  const perWeek = within(Math.ceil(sessions / weeks), { ...BOUNDS.sessions, min: 1 });
  return {
    ...beginning,
    price,
    seats,
    sessions: perWeek,
    fill: within(paid / (price * weeks * perWeek * seats), { ...BOUNDS.fill, min: 1 }),
    refunded: within((100 * add((payment) => payment.refunded)) / paid, BOUNDS.refunded),
    off: EXAMPLE.off,
  };
}

/**
 * Reads a scenario from the address, with the defaults of `beginning` for all that is missing or
 * invalid.
 */
export function readScenario(params: URLSearchParams, beginning: Scenario): Scenario {
  const number = (name: keyof typeof BOUNDS): number => {
    const text = params.get(name);
    if (text === null || !/^\d{1,6}$/.test(text)) return beginning[name];
    return Math.min(Math.max(Number(text), BOUNDS[name].min), BOUNDS[name].max);
  };
  const choice = <Name extends keyof typeof CHOICES>(name: Name): Scenario[Name] => {
    const options: readonly Scenario[Name][] = CHOICES[name];
    return options.find((each) => each === params.get(name)) ?? beginning[name];
  };
  return {
    price: number('price'),
    minutes: number('minutes'),
    seats: number('seats'),
    sessions: number('sessions'),
    fill: number('fill'),
    refunded: number('refunded'),
    off: number('off'),
    preparation: number('preparation'),
    place: choice('place'),
    activity: choice('activity'),
    acre: choice('acre'),
    tax: choice('tax'),
    persons: params.get('persons') === '2' ? 2 : params.get('persons') === '1' ? 1 : beginning.persons,
    income: number('income'),
  };
}

/** The whole scenario as the query of an address, whatever one's own beginning is. */
export const addressOf = (scenario: Scenario): string =>
  new URLSearchParams(Object.entries(scenario).map(([name, value]) => [name, String(value)])).toString();

/** The scenario in the rules' own units. */
export const planOf = (scenario: Scenario): Plan => ({
  price: cents(scenario.price * 100),
  minutes: scenario.minutes,
  seats: scenario.seats,
  sessionsPerWeek: scenario.sessions,
  fill: basisPoints(scenario.fill * 100),
  refunded: basisPoints(scenario.refunded * 100),
  weeksOff: scenario.off,
  preparation: scenario.preparation,
});

/** @param commission the platform's share of today */
export const situationOf = (scenario: Scenario, commission: BasisPoints): Situation => ({
  commission,
  place: scenario.place,
  activity: scenario.activity,
  acre: scenario.acre,
  tax:
    scenario.tax === 'flat'
      ? { by: 'flat' }
      : { by: 'scale', persons: scenario.persons, otherIncome: cents(scenario.income * 100) },
});
