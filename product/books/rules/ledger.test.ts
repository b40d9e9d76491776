import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CapturedPayment,
  capture,
  disputeCost,
  keptOf,
  loseDispute,
  type Movement,
  openDispute,
  type PaymentRefusal,
  processingCost,
  recordRefund,
  refund,
  release,
  reopenLost,
  winDispute,
} from '#product/booking/rules/payment.ts';
import {
  confirmPayout,
  failPayout,
  nextPayoutAt,
  payoutDue,
  releaseAt,
  returnPayout,
  sendPayout,
} from '#product/payments/rules/payout.ts';
import { basisPoints, type Cents, cents, NOTHING } from '#product/shared/money/cents.ts';
import { feeOf, streamerShareOf } from '#product/shared/money/price.ts';
import type { Result } from '#product/shared/result.ts';
import { DEFAULT_SETTINGS } from '#product/shared/settings.ts';
import { parseInstant } from '#product/shared/time/instant.ts';
import {
  ACCOUNTS,
  type Account,
  balanceOf,
  ledgerTotal,
  type Posting,
  platformLine,
  posting,
  streamerLine,
} from './ledger.ts';

const STREAMER = 'streamer-1';
const sale = (amount: number) =>
  capture({ streamerId: STREAMER, amount: cents(amount), fee: DEFAULT_SETTINGS.fee });

const done = (result: Result<Movement, PaymentRefusal>): Movement => {
  if (!result.ok) throw new Error(result.refusal);
  return result.value;
};

describe('the ledger of one session at 50 EUR', () => {
  test('captured, held, released and paid out', () => {
    const sold = sale(5_000);
    const released = done(release(sold.payment));
    const postings = [sold.posting, released.posting];
    expect(balanceOf(postings, 'streamer_pending', STREAMER)).toBe(0);
    expect(balanceOf(postings, 'streamer_available', STREAMER)).toBe(4_250);
    expect(balanceOf(postings, 'platform_fees', null)).toBe(750);
    postings.push(sendPayout(STREAMER, cents(4_250)), confirmPayout(STREAMER, cents(4_250)));
    expect(balanceOf(postings, 'provider_balance', null)).toBe(750);
    expect(balanceOf(postings, 'streamer_available', STREAMER)).toBe(0);
  });

  test('half refunded before its release: fee and share are halved', () => {
    const sold = sale(5_000);
    const half = done(refund(sold.payment, cents(2_500)));
    expect(half.posting.lines).toEqual([
      platformLine('provider_balance', cents(-2_500)),
      platformLine('platform_fees', cents(375)),
      streamerLine('streamer_pending', STREAMER, cents(2_125)),
    ]);
  });

  test('refunded after its payout: the streamer owes it from the next sessions', () => {
    const sold = sale(5_000);
    const released = done(release(sold.payment));
    const paid = sendPayout(STREAMER, cents(4_250));
    const back = done(refund(released.payment, cents(5_000)));
    const postings = [sold.posting, released.posting, paid, back.posting];
    expect(balanceOf(postings, 'streamer_available', STREAMER)).toBe(-4_250);
    expect(balanceOf(postings, 'platform_fees', null)).toBe(0);
    expect(payoutDue(cents(-4_250), DEFAULT_SETTINGS)).toBeNull();
  });

  test('disputed after its release: held again, and after a win released again', () => {
    const sold = sale(5_000);
    const released = done(release(sold.payment));
    const opened = done(openDispute(released.payment, cents(5_000)));
    const during = [sold.posting, released.posting, opened.posting, disputeCost(cents(2_000))];
    expect(balanceOf(during, 'streamer_available', STREAMER)).toBe(0);
    expect(balanceOf(during, 'streamer_pending', STREAMER)).toBe(4_250);
    expect(balanceOf(during, 'provider_balance', null)).toBe(-2_000);
    expect(refund(opened.payment, cents(1))).toEqual({ ok: false, refusal: 'in_dispute' });
    expect(release(opened.payment)).toEqual({ ok: false, refusal: 'in_dispute' });
    const won = done(winDispute(opened.payment, cents(5_000)));
    const after = [...during, won.posting, done(release(won.payment)).posting];
    expect(balanceOf(after, 'streamer_available', STREAMER)).toBe(4_250);
    expect(balanceOf(after, 'disputed_funds', null)).toBe(0);
  });

  test('lost in a dispute: like a refund when the streamer bears it, otherwise the platform’s loss', () => {
    const opened = done(openDispute(sale(5_000).payment, cents(5_000)));
    const theirs = done(loseDispute(opened.payment, cents(5_000), 'streamer'));
    expect(keptOf(theirs.payment)).toBe(0);
    expect(balanceOf([theirs.posting], 'streamer_pending', STREAMER)).toBe(-4_250);
    const ours = done(loseDispute(opened.payment, cents(5_000), 'platform'));
    expect(balanceOf([ours.posting], 'dispute_costs', null)).toBe(5_000);
    expect(balanceOf([ours.posting], 'streamer_pending', STREAMER)).toBe(0);
    // The viewer has it back from their bank, so none of it is refunded a second time.
    expect(refund(ours.payment, cents(1))).toEqual({ ok: false, refusal: 'more_than_captured' });
  });
});

test('a free session moves no money', () => {
  expect(sale(0).posting.lines).toEqual([]);
  expect(done(refund(sale(0).payment, cents(0))).posting.lines).toEqual([]);
});

test('no more is refunded than was paid', () => {
  const once = done(refund(sale(1_000).payment, cents(600)));
  expect(refund(once.payment, cents(401))).toEqual({ ok: false, refusal: 'more_than_captured' });
  expect(refund(once.payment, cents(-1))).toEqual({ ok: false, refusal: 'more_than_captured' });
  // A bank takes what it takes: a currency may have risen since.
  expect(openDispute(once.payment, cents(1_001)).ok).toBe(true);
  expect(openDispute(once.payment, cents(0)).ok).toBe(false);
});

test('a posting that does not balance is not made', () => {
  expect(() => posting('capture', [platformLine('provider_balance', cents(1))])).toThrow('off by 1');
});

describe('a lost dispute that is later decided for Loge', () => {
  const opened = (payment: CapturedPayment) => done(openDispute(payment, keptOf(payment)));
  test.each(['streamer', 'platform'] as const)('leaves the same as a won one, borne by the %s', (by) => {
    const start = done(refund(sale(5_000).payment, cents(333)));
    const dispute = opened(start.payment);
    const amount = dispute.payment.disputed;
    const lost = done(loseDispute(dispute.payment, amount, by));
    const again = done(reopenLost(lost.payment, amount, by === 'platform' ? amount : NOTHING));
    expect(again.payment).toEqual(dispute.payment);
    const turned = [lost.posting, again.posting];
    for (const account of Object.keys(ACCOUNTS) as Account[])
      expect(balanceOf(turned, account, null)).toBe(0);
  });

  test('that was larger than the amount still paid gives each side its part back', () => {
    const dispute = opened(sale(5_000).payment);
    // Somebody refunded a part by hand meanwhile, so the platform bears what was refunded twice.
    const byHand = recordRefund(dispute.payment, cents(250));
    const lost = done(loseDispute(byHand.payment, cents(5_000), 'streamer'));
    expect(lost.payment).toMatchObject({ refunded: 5_000, lost: 250 });
    expect(done(reopenLost(lost.payment, cents(5_000), cents(250))).payment).toEqual(byHand.payment);
  });

  test('is refused when nothing was lost', () => {
    expect(reopenLost(sale(5_000).payment, cents(100), NOTHING).ok).toBe(false);
    expect(reopenLost(sale(5_000).payment, cents(100), cents(100)).ok).toBe(false);
  });
});

describe('after any course of events', () => {
  const step = fc.record({
    kind: fc.constantFrom(
      'refund',
      'release',
      'open',
      'win',
      'lose',
      'bear',
      'turn',
      'hand',
      'payout',
      'fail',
      'return',
      'cost',
    ),
    amount: fc.integer({ min: 0, max: 3_000 }).map(cents),
  });
  const price = fc.integer({ min: 500, max: 20_000 }).map(cents);
  const fee = fc.integer({ min: 0, max: 3_000 }).map(basisPoints);

  test('the ledger sums to zero and its balances are what the payment says', () => {
    fc.assert(
      fc.property(price, fee, fc.array(step, { maxLength: 12 }), (amount, rate, steps) => {
        const sold = capture({ streamerId: STREAMER, amount, fee: rate });
        const postings: Posting[] = [sold.posting];
        let payment: CapturedPayment = sold.payment;
        let paidOut = 0;
        const follow = (result: Result<Movement, PaymentRefusal>) => {
          if (!result.ok) return;
          postings.push(result.value.posting);
          payment = result.value.payment;
        };
        for (const { kind, amount: part } of steps) {
          const available = balanceOf(postings, 'streamer_available', STREAMER);
          if (kind === 'refund') follow(refund(payment, part));
          if (kind === 'release') follow(release(payment));
          if (kind === 'open') follow(openDispute(payment, part));
          if (kind === 'win') follow(winDispute(payment, payment.disputed));
          if (kind === 'lose') follow(loseDispute(payment, payment.disputed, 'streamer'));
          if (kind === 'bear') follow(loseDispute(payment, payment.disputed, 'platform'));
          // The bank reverses a decision: the last loss known here.
          if (kind === 'turn') follow(reopenLost(payment, payment.refunded, NOTHING));
          if (kind === 'turn') follow(reopenLost(payment, payment.lost, payment.lost));
          if (kind === 'hand') follow({ ok: true, value: recordRefund(payment, part) });
          if (kind === 'cost') postings.push(processingCost(part), disputeCost(cents(15)));
          if (kind === 'fail' && available > 0) {
            postings.push(sendPayout(STREAMER, available), failPayout(STREAMER, available));
          }
          if (kind === 'return' && available > 0) {
            postings.push(sendPayout(STREAMER, available), confirmPayout(STREAMER, available));
            postings.push(returnPayout(STREAMER, available));
          }
          if (kind === 'payout' && available > 0) {
            postings.push(sendPayout(STREAMER, available), confirmPayout(STREAMER, available));
            paidOut += available;
          }
        }
        for (const { lines } of postings)
          expect(lines.reduce((total, line) => total + line.amount, 0)).toBe(0);
        expect(ledgerTotal(postings)).toBe(0);
        const balance = (account: Account): Cents => balanceOf(postings, account, null);
        const kept = keptOf(payment);
        expect(balance('platform_fees')).toBe(feeOf(kept, rate));
        const owed = balance('streamer_pending') + balance('streamer_available');
        expect(owed).toBe(streamerShareOf(kept, rate) - paidOut);
        expect(balance('disputed_funds')).toBe(payment.disputed);
        const costs = balance('processing_costs') + balance('dispute_costs') - payment.lost;
        expect(balance('provider_balance')).toBe(kept - payment.disputed - paidOut - costs - payment.lost);
        const natural = Object.keys(ACCOUNTS).map((name) => {
          const account = name as Account;
          return ACCOUNTS[account] === 'debit' ? balance(account) : -balance(account);
        });
        expect(natural.reduce((total, each) => total + each, 0)).toBe(0);
      }),
      { numRuns: 500 },
    );
  });

  test('refunds in several steps end with the same amounts as a single one', () => {
    fc.assert(
      fc.property(price, fee, fc.array(fc.nat(2_000), { maxLength: 5 }), (amount, rate, parts) => {
        const sold = capture({ streamerId: STREAMER, amount, fee: rate });
        const total = parts.reduce((before, part) => before + part, 0);
        fc.pre(total <= amount);
        let payment = sold.payment;
        const stepwise = parts.map((part) => {
          const moved = done(refund(payment, cents(part)));
          payment = moved.payment;
          return moved.posting;
        });
        const atOnce = [done(refund(sold.payment, cents(total))).posting];
        for (const account of Object.keys(ACCOUNTS) as Account[]) {
          expect(balanceOf(stepwise, account, null)).toBe(balanceOf(atOnce, account, null));
        }
      }),
    );
  });
});

describe('payouts', () => {
  test('leave on Mondays at six in Paris, in winter and in summer', () => {
    expect(nextPayoutAt(parseInstant('2026-11-21T05:00Z'))).toBe(parseInstant('2026-11-23T05:00Z'));
    expect(nextPayoutAt(parseInstant('2026-11-23T05:00Z'))).toBe(parseInstant('2026-11-30T05:00Z'));
    expect(nextPayoutAt(parseInstant('2026-07-20T03:59Z'))).toBe(parseInstant('2026-07-20T04:00Z'));
  });

  test('need 20 EUR, and 48 hours after the session', () => {
    expect(payoutDue(cents(1_999), DEFAULT_SETTINGS)).toBeNull();
    expect(payoutDue(cents(2_000), DEFAULT_SETTINGS)).toBe(2_000);
    expect(releaseAt(parseInstant('2026-11-21T05:00Z'), DEFAULT_SETTINGS)).toBe(
      parseInstant('2026-11-23T05:00Z'),
    );
  });
});
