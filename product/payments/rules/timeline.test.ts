import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type CapturedPayment,
  capture,
  loseDispute,
  type Movement,
  openDispute,
  type PaymentRefusal,
  recordRefund,
  refund,
  release,
  reopenLost,
  winDispute,
} from '#product/booking/rules/payment.ts';
import { type Account, balanceOf, type Posting } from '#product/books/rules/ledger.ts';
import { basisPoints, type Cents, cents, NOTHING, sum } from '#product/shared/money/cents.ts';
import type { Result } from '#product/shared/result.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import { confirmPayout, failPayout, returnPayout, sendPayout } from './payout.ts';
import { type OpenShare, payoutParts } from './payout-parts.ts';
import {
  addUp,
  moneyStateOf,
  NOWHERE,
  type PaymentMove,
  shareOfStreamer,
  timelineOf,
  unexplained,
  type Whereabouts,
} from './timeline.ts';

const STREAMER = 'streamer-1';

/** The books of some payments of one streamer, and for each payment how the ledger's postings move its money. */
class Books {
  readonly postings: Posting[] = [];
  readonly payments: CapturedPayment[] = [];
  readonly moves: PaymentMove[][] = [];
  /** The payments in the order in which their shares became available. */
  readonly released: number[] = [];
  payout: { id: string; parts: readonly OpenShare[]; amount: Cents; state: 'sent' | 'paid' } | null = null;
  #clock = 0;

  private write(posting: Posting, of: number, move: Partial<Whereabouts>, payoutId: string | null = null) {
    this.moves[of]!.push({
      ...NOWHERE,
      ...move,
      postingId: `g${String(this.postings.length)}`,
      kind: posting.kind,
      at: this.#clock as Instant,
      extension: posting.kind === 'extension',
      payoutId,
      releaseDueAt: null,
    });
  }

  private post(posting: Posting, of: number) {
    this.#clock += 1;
    const on = (account: Account) => balanceOf([posting], account, null);
    const { kind } = posting;
    const cash = on('provider_balance');
    this.write(posting, of, {
      captured: kind === 'capture' || kind === 'extension' ? cash : NOTHING,
      returned: kind === 'capture' || kind === 'extension' ? NOTHING : cents(-cash - on('disputed_funds')),
      disputed: on('disputed_funds'),
      fee: on('platform_fees'),
      borne: on('dispute_costs'),
      pending: on('streamer_pending'),
      available: on('streamer_available'),
    });
    this.postings.push(posting);
  }

  sell(amount: Cents, fee: number, kind: 'capture' | 'extension') {
    const sold = capture({ streamerId: STREAMER, amount, fee: basisPoints(fee) }, kind);
    this.moves.push([]);
    this.payments.push(sold.payment);
    this.post(sold.posting, this.payments.length - 1);
  }

  follow(of: number, result: Result<Movement, PaymentRefusal>) {
    if (!result.ok) return;
    if (result.value.payment.released && !this.payments[of]!.released)
      this.released.push(...this.released.splice(0).filter((one) => one !== of), of);
    this.payments[of] = result.value.payment;
    this.post(result.value.posting, of);
  }

  whereabouts(of: number): Whereabouts {
    return timelineOf(this.moves[of]!).at(-1)?.after ?? NOWHERE;
  }

  pay(wanted: Cents) {
    if (this.payout?.state === 'sent') return;
    const open = [...new Set([...this.released, ...this.payments.keys()])]
      .map((of) => ({ paymentId: String(of), amount: this.whereabouts(of).available }))
      .filter(({ amount }) => amount !== 0);
    const amount = cents(Math.min(wanted, sum(open.map((share) => share.amount))));
    if (amount <= 0) return;
    this.payout = {
      id: `o${String(this.postings.length)}`,
      parts: payoutParts(open, amount),
      amount,
      state: 'sent',
    };
    this.move(sendPayout(STREAMER, amount), (part) => ({ available: cents(-part), inTransit: part }));
  }

  end(kind: 'paid' | 'failed' | 'returned') {
    const { payout } = this;
    if (!payout || (kind === 'returned') !== (payout.state === 'paid')) return;
    const { amount } = payout;
    if (kind === 'paid') {
      this.move(confirmPayout(STREAMER, amount), (part) => ({ inTransit: cents(-part), banked: part }));
      payout.state = 'paid';
      return;
    }
    if (kind === 'failed')
      this.move(failPayout(STREAMER, amount), (part) => ({ inTransit: cents(-part), available: part }));
    else this.move(returnPayout(STREAMER, amount), (part) => ({ banked: cents(-part), available: part }));
    this.payout = null;
  }

  private move(posting: Posting, by: (part: Cents) => Partial<Whereabouts>) {
    this.#clock += 1;
    for (const { paymentId, amount } of this.payout?.parts ?? [])
      this.write(posting, Number(paymentId), by(amount), this.payout?.id ?? null);
    this.postings.push(posting);
  }
}

const kinds = (books: Books, of = 0) => timelineOf(books.moves[of]!).map(({ kind }) => kind);

describe('the way of a session at 50 EUR', () => {
  test('from the viewer to the bank', () => {
    const books = new Books();
    books.sell(cents(5_000), 1_500, 'capture');
    expect(moneyStateOf(books.whereabouts(0))).toBe('held');
    books.follow(0, release(books.payments[0]!));
    books.pay(cents(10_000));
    expect(moneyStateOf(books.whereabouts(0))).toBe('in_transit');
    books.end('paid');
    expect(timelineOf(books.moves[0]!).map(({ kind, amount }) => [kind, amount])).toEqual([
      ['paid', 5_000],
      ['commission', 750],
      ['held', 4_250],
      ['available', 4_250],
      ['payout_sent', 4_250],
      ['banked', 4_250],
    ]);
    expect(moneyStateOf(books.whereabouts(0))).toBe('banked');
  });

  test('refunded after its payout, it is deducted from the next one', () => {
    const books = new Books();
    for (const amount of [5_000, 8_000]) books.sell(cents(amount), 1_500, 'capture');
    books.follow(0, release(books.payments[0]!));
    books.pay(cents(10_000));
    books.end('paid');
    books.follow(0, refund(books.payments[0]!, cents(5_000)));
    expect(moneyStateOf(books.whereabouts(0))).toBe('owed');
    books.follow(1, release(books.payments[1]!));
    books.pay(cents(10_000));
    books.end('paid');
    expect(kinds(books)).toEqual([
      'paid',
      'commission',
      'held',
      'available',
      'payout_sent',
      'banked',
      'refunded',
      'payout_deducted',
      'made_up',
    ]);
    expect(moneyStateOf(books.whereabouts(0))).toBe('refunded');
    expect(shareOfStreamer(books.whereabouts(1))).toBe(6_800);
  });

  test('a payout that failed gives it back, and the next one includes it', () => {
    const books = new Books();
    books.sell(cents(5_000), 1_500, 'capture');
    books.follow(0, release(books.payments[0]!));
    for (const end of ['failed', 'paid', 'returned'] as const) {
      books.pay(cents(10_000));
      books.end(end);
    }
    expect(kinds(books).slice(4)).toEqual([
      'payout_sent',
      'payout_failed',
      'payout_sent',
      'banked',
      'payout_returned',
    ]);
    expect(moneyStateOf(books.whereabouts(0))).toBe('available');
  });

  test('a second settlement is the team’s decision', () => {
    const books = new Books();
    books.sell(cents(5_000), 1_500, 'capture');
    for (const amount of [1_000, 500])
      books.follow(0, refund(books.payments[0]!, cents(amount), 'settlement'));
    expect(kinds(books).slice(3)).toEqual(['settled', 'overruled']);
  });
});

test('the timelines of all payments of a streamer add up to the balance sheet, to the cent, whatever happens', () => {
  const step = fc.record({
    kind: fc.constantFrom(
      ...([
        'sell',
        'longer',
        'refund',
        'settle',
        'twice',
        'release',
        'open',
        'win',
        'lose',
        'bear',
        'again',
      ] as const),
      ...(['pay', 'pay', 'paid', 'failed', 'returned'] as const),
    ),
    of: fc.nat(4),
    amount: fc.integer({ min: 1, max: 9_000 }).map(cents),
  });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 3_000 }), fc.array(step, { maxLength: 40 }), (fee, steps) => {
      const books = new Books();
      books.sell(cents(5_000), fee, 'capture');
      for (const { kind, of: any, amount } of steps) {
        const of = any % books.payments.length;
        const payment = books.payments[of]!;
        if (kind === 'sell') books.sell(amount, fee, 'capture');
        if (kind === 'longer') books.sell(amount, fee, 'extension');
        if (kind === 'refund') books.follow(of, refund(payment, amount));
        if (kind === 'settle') books.follow(of, refund(payment, amount, 'settlement'));
        if (kind === 'twice' && amount <= payment.captured)
          books.follow(of, { ok: true, value: recordRefund(payment, amount) });
        if (kind === 'release') books.follow(of, release(payment));
        if (kind === 'open') books.follow(of, openDispute(payment, amount));
        if (kind === 'win') books.follow(of, winDispute(payment, payment.disputed));
        if (kind === 'lose') books.follow(of, loseDispute(payment, payment.disputed, 'streamer'));
        if (kind === 'bear') books.follow(of, loseDispute(payment, payment.disputed, 'platform'));
        if (kind === 'again')
          books.follow(of, reopenLost(payment, amount, cents(Math.min(amount, payment.lost))));
        if (kind === 'pay') books.pay(amount);
        if (kind === 'paid' || kind === 'failed' || kind === 'returned') books.end(kind);

        const each = books.payments.map((_payment, index) => books.whereabouts(index));
        const all = each.reduce(addUp, NOWHERE);
        const on = (account: Account) => balanceOf(books.postings, account, null);
        expect([all.pending, all.available, all.inTransit, all.fee, all.disputed, all.borne]).toEqual([
          on('streamer_pending'),
          on('streamer_available'),
          on('payouts_in_transit'),
          on('platform_fees'),
          on('disputed_funds'),
          on('dispute_costs'),
        ]);
        expect(all.captured - all.returned - all.disputed - all.banked).toBe(on('provider_balance'));
        each.forEach((where, index) => {
          expect(unexplained(where)).toBe(0);
          // And the steps shown are complete: each euro of the share came by one of them.
          const shown = timelineOf(books.moves[index]!);
          expect(sum(shown.map(({ share }) => share))).toBe(shareOfStreamer(where));
          expect(sum(shown.map((one) => one.fee))).toBe(where.fee);
          expect(sum(shown.map(({ borne }) => borne))).toBe(where.borne);
        });
      }
    }),
  );
});
