import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cancelBooking } from '#product/booking/contract.ts';
import { orderRefund } from '#product/booking/payment-orders.ts';
import { advance, type Fixture, key, nowOf, openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { balanceSheet } from '#product/books/rules/balance-sheet.ts';
import { addUp } from '#product/insight/add-up.ts';
import { readStatistics } from '#product/insight/contract.ts';
import { readFunnel } from '#product/insight/visits-contract.ts';
import { minutesAfter, parseInstant } from '#product/shared/time/instant.ts';
import { ask, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { asCaller, inTransaction } from '#server/postgres/as-caller.ts';
import { readBalance, startOnboarding } from './contract.ts';
import { listEarnings, readEarnings, readPayout } from './earnings-contract.ts';
import { planPayouts, sendPayouts } from './payouts.ts';
import { releaseFunds } from './release-funds.ts';
import { tillOf } from './testing/till.ts';

/** One streamer's facts, and each page's number of them. */
const product = await openProduct();
const { pool } = product.database;
const till = tillOf(product);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** When the sessions but one are over, and their shares available. */
const LATER = 12 * DAY;
let fixture: Fixture;
let streamer: SignedIn;

async function hold(viewer: SignedIn, daysAhead: number): Promise<string> {
  const bookingId = await till.paid(viewer, fixture, startIn(product, daysAhead));
  const { start_at } = await till.one('select start_at from public.bookings where id = $1', [bookingId]);
  const start = parseInstant(start_at.toISOString());
  const end = minutesAfter(start, 60);
  await advance(product, bookingId, { type: 'begin', by: 'system' }, start_at);
  const present = [{ start: minutesAfter(start, -5), end }];
  const attendance = { streamer: present, viewer: present };
  await advance(product, bookingId, { type: 'settle', by: 'system', attendance }, new Date(end));
  return bookingId;
}

const LIST = {
  from: null,
  until: null,
  offerId: null,
  state: null,
  search: '',
  sort: 'start',
  direction: 'descending',
  after: null,
  size: 100,
} as const;
const total = (amounts: readonly number[]): number => amounts.reduce((sum, amount) => sum + amount, 0);
const dayOf = (at: Date) => new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(at);
const statisticsOf = async (first: string, last: string) => {
  await addUp({ pool, signal: new AbortController().signal });
  return ask(streamer, readStatistics, { days: { first, last }, before: null, offerId: null, step: 'day' });
};

beforeAll(async () => {
  const viewer = await product.join();
  fixture = await openFixture(product, { priceCents: 4_500 });
  streamer = fixture.streamer;
  const { url } = await ask(streamer, startOnboarding, {});
  await till.fill(url, { bank: 'accepts' });
  const held: string[] = [];
  for (const day of [2, 3, 4, 5]) held.push(await hold(viewer, day));
  const [refunded] = held;
  const { id: paymentId } = await till.paymentOf(refunded ?? '');
  await inTransaction(pool, (db) => orderRefund(db, { paymentId, amount: 1_234, now: nowOf(product) }));
  // One is cancelled, and one is still to come when the others are over.
  const cancelled = await till.paid(viewer, fixture, startIn(product, 6));
  await ask(viewer, cancelBooking, { bookingId: cancelled, expectedRefundCents: 4_500, key: key() });
  await till.paid(viewer, fixture, startIn(product, 25));
  await till.work();
  product.clock.ahead = LATER;
  await releaseFunds(product.work);
});
beforeEach(() => {
  product.clock.ahead = LATER;
});

describe('the figures of one streamer', () => {
  test('net: what the page of earnings says is earned is what the statistics add up, by day, offer and curve', async () => {
    const earnings = await ask(streamer, readEarnings, {});
    const { from } = earnings.thisMonth;
    const statistics = await statisticsOf(dayOf(new Date(from)), dayOf(nowOf(product)));
    expect(statistics.now.netCents).toBe(earnings.thisMonth.shareCents);
    const year = await statisticsOf(
      dayOf(new Date(nowOf(product).getTime() - 200 * DAY)),
      dayOf(new Date(nowOf(product).getTime() + 60 * DAY)),
    );
    // What is held for the session to come is in nobody's net.
    expect(year.now.netCents).toBe(4 * 3_825 - 1_049);
    expect(total(year.offers.map(({ netCents }) => netCents))).toBe(year.now.netCents);
    expect(total(year.curve.map(({ netCents }) => netCents))).toBe(year.now.netCents);
  });

  test('places: the funnel and the table of offers count the same ones', async () => {
    const days = {
      first: dayOf(new Date(nowOf(product).getTime() - 60 * DAY)),
      last: dayOf(new Date(nowOf(product).getTime() + DAY)),
    };
    const { offers } = await statisticsOf(days.first, days.last);
    const funnel = await ask(streamer, readFunnel, days);
    for (const step of ['holds', 'paid', 'attended'] as const) {
      expect(total(offers.map((offer) => offer[step])), step).toBe(funnel.total[step]);
      expect(total(funnel.sources.map((source) => source[step])), step).toBe(funnel.total[step]);
    }
    expect(funnel.total).toMatchObject({ holds: 6, paid: 6, attended: 4 });
    expect(total(offers.map(({ cancelled }) => cancelled))).toBe(1);
  });

  test('money: months, list and balances are one sum', async () => {
    const earnings = await ask(streamer, readEarnings, {});
    const { totals } = await ask(streamer, listEarnings, LIST);
    const balance = await ask(streamer, readBalance, {});
    expect([earnings.pendingCents, earnings.availableCents, earnings.inTransitCents]).toEqual([
      balance.pendingCents,
      balance.availableCents,
      balance.inTransitCents,
    ]);
    const ofMonths = earnings.months.map((month) =>
      total([month.pendingCents, month.availableCents, month.inTransitCents, month.bankedCents]),
    );
    expect(total(ofMonths) + earnings.laterCents).toBe(totals?.share);
    expect(total([earnings.pendingCents, earnings.availableCents, earnings.inTransitCents])).toBe(
      totals?.share,
    );
  });

  test('the next payout is what the next payout is, line by line', async () => {
    const { nextPayout } = await ask(streamer, readEarnings, {});
    expect(nextPayout.totalCents).toBe(
      total([...nextPayout.ready, ...nextPayout.coming].map(({ cents }) => cents)),
    );
    product.clock.ahead += new Date(nextPayout.at ?? 0).getTime() - nowOf(product).getTime() - 60_000;
    await releaseFunds(product.work);
    product.clock.ahead += 120_000;
    await planPayouts(product.work);
    await sendPayouts(product.work);
    const { id, amount_cents } = await till.one(
      'select id, amount_cents from public.payouts where streamer_id = $1',
      [streamer.id],
    );
    expect(amount_cents).toBe(nextPayout.totalCents);
    const payout = await ask(streamer, readPayout, { payoutId: id });
    expect(total(payout.parts.map(({ cents }) => cents))).toBe(payout.amountCents);
    const after = await ask(streamer, readEarnings, {});
    expect(after.inTransitCents).toBe(amount_cents);
  });

  test('the team’s books on the screen add up, account by account, while a bank has money too', async () => {
    const admin = await product.join({ role: 'admin' });
    const sheet = async () => {
      const claims = { sub: admin.id, role: 'authenticated' };
      const { rows } = await asCaller(pool, { role: 'authenticated', claims }, (db) =>
        db.query('select account, amount_cents from public.admin_ledger_balances'),
      );
      return balanceSheet(
        rows.map(({ account, amount_cents }) => ({ account, amount_cents: Number(amount_cents) })),
      );
    };
    const { has, owes, total: off } = await sheet();
    expect(off).toBe(0);
    expect(has.cents).toBe(owes.cents);
    expect(has.cents).toBeGreaterThan(0);
  });
});
