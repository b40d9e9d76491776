import {
  type BasisPoints,
  type Cents,
  cents,
  EVERYTHING,
  fraction,
  minus,
  NOTHING,
  shareOf,
  sum,
} from '#product/shared/money/cents.ts';
import { feeOf } from '#product/shared/money/price.ts';
import type { Activity, IncomeRates } from './rates.ts';

/** A planned year of sessions. */
export interface Plan {
  /** Of one seat. */
  price: Cents;
  minutes: number;
  /** Of one session. */
  seats: number;
  sessionsPerWeek: number;
  /** The share of the offered seats that are paid. */
  fill: BasisPoints;
  /** The share of the paid seats that are refunded: cancelled in time, or not held. */
  refunded: BasisPoints;
  weeksOff: number;
  /** Minutes of work around each session. */
  preparation: number;
}

/**
 * The situation of the person who earns it. `abroad`: the taxes there are unknown, so only the
 * commission is deducted.
 */
export interface Situation {
  commission: BasisPoints;
  place: 'france' | 'abroad';
  activity: Activity;
  acre: 'none' | 'before_july' | 'since_july';
  /**
   * `flat`: with the contributions. `scale`: with the household's other taxable income of a year.
   */
  tax: { by: 'flat' } | { by: 'scale'; persons: 1 | 2; otherIncome: Cents };
}

/** Where a year's money goes; the parts add up to `gross`. */
export interface Income {
  gross: Cents;
  commission: Cents;
  vat: Cents;
  contributions: Cents;
  training: Cents;
  tax: Cents;
  net: Cents;
  sessions: number;
  minutes: number;
}

const WEEKS = 52;

/**
 * The income tax of a household by the scale, rebate included, without other credits.
 * @param income taxable, of a year
 * @see CGI art. 197
 */
export function incomeTax(income: Cents, persons: 1 | 2, { scale, rebate }: IncomeRates): Cents {
  const each = income / persons;
  const ofOne = scale.reduce((tax, { from, share }, at) => {
    const until = scale[at + 1]?.from ?? Number.POSITIVE_INFINITY;
    return tax + (Math.max(Math.min(each, until) - from, 0) * share) / EVERYTHING;
  }, 0);
  const before = ofOne * persons;
  const off = Math.max(rebate.most[persons] - (before * rebate.share) / EVERYTHING, 0);
  return cents(Math.round(Math.max(before - off, 0)));
}

/**
 * How much of a year's turnover is VAT: nothing up to the threshold above which the exemption ends
 * at once, then a share of what the viewers pay more.
 */
const vatOf = (gross: Cents, { vat }: IncomeRates): Cents =>
  gross <= vat.exemptionMax
    ? NOTHING
    : fraction(minus(gross, vat.exemptionMax), vat.rate, EVERYTHING + vat.rate);

function taxOf(turnover: Cents, situation: Omit<Situation, 'commission'>, rates: IncomeRates): Cents {
  const { flatTax, allowance } = rates.activities[situation.activity];
  if (situation.tax.by === 'flat') return shareOf(turnover, flatTax);
  const { persons, otherIncome } = situation.tax;
  const deducted = Math.max(shareOf(turnover, allowance), rates.minimalAllowance);
  const taxable = cents(Math.max(turnover - deducted, 0));
  return minus(
    incomeTax(sum([otherIncome, taxable]), persons, rates),
    incomeTax(otherIncome, persons, rates),
  );
}

/** Where a year's money goes, apart from the work in it. */
export type YearMoney = Omit<Income, 'sessions' | 'minutes'>;

/** The share of the turnover that contributions take. */
function contributionsOf({ activity, acre }: Omit<Situation, 'commission'>, rates: IncomeRates): BasisPoints {
  const { contributions, acre: first } = rates.activities[activity];
  return acre === 'none' ? contributions : acre === 'before_july' ? first.beforeJuly : first.sinceJuly;
}

/** Where a year's money goes, given the turnover after the platform's commission. */
function spread(
  gross: Cents,
  commission: Cents,
  situation: Omit<Situation, 'commission'>,
  rates: IncomeRates,
): YearMoney {
  if (situation.place === 'abroad')
    return {
      gross,
      commission,
      vat: NOTHING,
      contributions: NOTHING,
      training: NOTHING,
      tax: NOTHING,
      net: minus(gross, commission),
    };
  const vat = vatOf(gross, rates);
  const turnover = minus(gross, vat);
  const contributions = shareOf(turnover, contributionsOf(situation, rates));
  const training = shareOf(turnover, rates.activities[situation.activity].training);
  const tax = taxOf(turnover, situation, rates);
  const net = minus(gross, sum([commission, vat, contributions, training, tax]));
  return { gross, commission, vat, contributions, training, tax, net };
}

/**
 * A year of the plan. The commission is that of one seat, as it is charged, times the seats;
 * everything else is rounded once, for the year, and a session's part is a share of the year's.
 */
export function simulateYear(plan: Plan, situation: Situation, rates: IncomeRates): Income {
  const sessions = plan.sessionsPerWeek * (WEEKS - plan.weeksOff);
  const paidSeats =
    (sessions * plan.seats * plan.fill * (EVERYTHING - plan.refunded)) / (EVERYTHING * EVERYTHING);
  // A session that nobody booked takes no time; a group session takes the same time for one seat as
  // for all.
  const held = plan.seats === 1 ? paidSeats : sessions * Math.min(1, (plan.fill * plan.seats) / EVERYTHING);
  const gross = cents(Math.round(plan.price * paidSeats));
  return {
    ...spread(
      gross,
      cents(Math.round(feeOf(plan.price, situation.commission) * paidSeats)),
      situation,
      rates,
    ),
    sessions: held,
    minutes: held * (plan.minutes + plan.preparation),
  };
}

/**
 * Why some of a payment was refunded: cancelled, somebody absent, a session cut short, or another
 * cause.
 */
export const PAST_CAUSES = ['cancelled', 'no_show', 'pro_rata', 'other'] as const;
export type PastCause = (typeof PAST_CAUSES)[number];

/** Payments of a past year, equal ones counted together. */
export interface PastPayments {
  paid: Cents;
  refunded: Cents;
  /** The platform's share when it was agreed. */
  fee: BasisPoints;
  cause: PastCause;
  payments: number;
}

/**
 * A past year by the simulator's own rules: its result, and that of the same year without any
 * refund.
 */
export interface Replay {
  real: YearMoney;
  kept: YearMoney;
  /**
   * The net lost by each cause; together they explain the difference between `kept` and `real` to
   * the cent.
   */
  lost: Readonly<Record<PastCause, Cents>>;
  payments: number;
  refunds: number;
}

/** The simulator's rules applied to what was really paid and refunded. */
export function replayYear(
  past: readonly PastPayments[],
  situation: Omit<Situation, 'commission'>,
  rates: IncomeRates,
): Replay {
  /** The year if only these causes had led to refunds. */
  const yearWith = (causes: readonly PastCause[]): YearMoney => {
    const left = past.map(({ paid, refunded, fee, cause, payments }) => ({
      each: causes.includes(cause) ? minus(paid, refunded) : paid,
      fee,
      payments,
    }));
    const gross = sum(left.map(({ each, payments }) => cents(each * payments)));
    const commission = sum(left.map(({ each, fee, payments }) => cents(feeOf(each, fee) * payments)));
    return spread(gross, commission, situation, rates);
  };
  const years = [[], ...PAST_CAUSES.map((_, index) => PAST_CAUSES.slice(0, index + 1))].map(yearWith);
  const step = (index: number) => minus(years[index]?.net ?? NOTHING, years[index + 1]?.net ?? NOTHING);
  return {
    kept: yearWith([]),
    real: yearWith(PAST_CAUSES),
    lost: { cancelled: step(0), no_show: step(1), pro_rata: step(2), other: step(3) },
    payments: past.reduce((count, { payments }) => count + payments, 0),
    refunds: past.reduce((count, { refunded, payments }) => count + (refunded > 0 ? payments : 0), 0),
  };
}

/**
 * The smallest whole number from `from` to `to` for which the condition holds, given that it then
 * holds for all larger ones; null when it never does.
 */
function least(from: number, to: number, holds: (candidate: number) => boolean): number | null {
  if (!holds(to)) return null;
  let low = from;
  let high = to;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The changes, one thing at a time, with which so much a month would be kept; null: that alone is
 * not enough.
 */
export interface Goal {
  /** Sessions a week at the plan's price. */
  sessionsPerWeek: number | null;
  /** Price of a seat, in whole euros, at the plan's sessions. */
  price: Cents | null;
}

/** The limits of the search: a session in every waking hour, and the highest price of an offer. */
const MOST_SESSIONS = 100;
const HIGHEST_PRICE_EUROS = 2_000;

/** @param netPerMonth what is to be left, a twelfth of the year's */
export function reachGoal(netPerMonth: Cents, plan: Plan, situation: Situation, rates: IncomeRates): Goal {
  const wanted = netPerMonth * 12;
  const reaches = (change: Partial<Plan>) =>
    simulateYear({ ...plan, ...change }, situation, rates).net >= wanted;
  const price = least(0, HIGHEST_PRICE_EUROS, (euros) => reaches({ price: cents(euros * 100) }));
  return {
    sessionsPerWeek: least(0, MOST_SESSIONS, (sessionsPerWeek) => reaches({ sessionsPerWeek })),
    price: price === null ? null : cents(price * 100),
  };
}

export interface Ceiling {
  name: 'vat_next_year' | 'vat_at_once' | 'micro';
  limit: Cents;
  /**
   * The part of a year after which a threshold is passed, at an even pace from January on; null:
   * not within the year.
   */
  reachedAfter: number | null;
}

/** The thresholds of the law, in the order in which they come. */
export function ceilings(gross: Cents, { vat, ceiling }: IncomeRates): Ceiling[] {
  const after = (limit: Cents) => (gross > limit ? limit / gross : null);
  return [
    { name: 'vat_next_year', limit: vat.exemption, reachedAfter: after(vat.exemption) },
    { name: 'vat_at_once', limit: vat.exemptionMax, reachedAfter: after(vat.exemptionMax) },
    { name: 'micro', limit: ceiling, reachedAfter: after(ceiling) },
  ];
}
