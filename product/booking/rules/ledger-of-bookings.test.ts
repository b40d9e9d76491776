import fc from 'fast-check';
import { expect, test } from 'vitest';
import { balanceOf, ledgerTotal, type Posting } from '#product/books/rules/ledger.ts';
import { type Cents, sum } from '#product/shared/money/cents.ts';
import { feeOf, streamerShareOf } from '#product/shared/money/price.ts';
import { isLive } from './booking.ts';
import { type CapturedPayment, capture, keptOf, refund, release } from './payment.ts';
import { paymentEffect } from './payment-effect.ts';
import { spreadRefund } from './spread-refund.ts';
import { anyStory } from './testing/stories.ts';

test('every captured euro has a booking or a refund, and the ledger of any story sums to zero', () => {
  fc.assert(
    fc.property(anyStory, ({ hold, steps, last }) => {
      const postings: Posting[] = [];
      const payments: CapturedPayment[] = [];
      const promised: Cents[] = [];
      const take = (amount: Cents, kind: 'capture' | 'extension') => {
        const sold = capture({ streamerId: hold.streamerId, amount, fee: hold.fee }, kind);
        postings.push(sold.posting);
        payments.push(sold.payment);
      };
      const takePromised = () => {
        for (const amount of promised.splice(0)) if (amount > 0) take(amount, 'extension');
      };
      for (const { before, after, event } of steps) {
        const effect = paymentEffect(before, after);
        if (event.type === 'extend_session') promised.push(event.price);
        if (event.type === 'retract_extension') promised.length = 0;
        if (effect.kind === 'capture') {
          expect(payments).toEqual([]);
          take(effect.amount, 'capture');
        }
        if (effect.kind === 'refund') {
          takePromised();
          for (const [index, amount] of spreadRefund(effect.amount, payments.map(keptOf)).entries()) {
            const back = refund(payments[index]!, amount);
            if (!back.ok) throw new Error(back.refusal);
            postings.push(back.value.posting);
            payments[index] = back.value.payment;
          }
        }
      }
      takePromised();
      expect(ledgerTotal(postings)).toBe(0);
      const held = balanceOf(postings, 'provider_balance', null);
      const paid = payments.length > 0;
      const due =
        'settlement' in last
          ? last.settlement.kept
          : 'refund' in last && paid
            ? last.price - last.refund
            : null;
      if (due !== null) expect(held).toBe(due);
      if (last.status === 'confirmed' || last.status === 'in_progress') expect(held).toBe(last.price);
      if (last.status === 'expired' || last.status === 'declined') expect(held).toBe(0);
      if (!paid || isLive(last)) return;
      for (const payment of payments) {
        const released = release(payment);
        if (!released.ok) throw new Error(released.refusal);
        postings.push(released.value.posting);
      }
      const kept = payments.map(keptOf);
      expect(balanceOf(postings, 'streamer_pending', hold.streamerId)).toBe(0);
      expect(balanceOf(postings, 'streamer_available', hold.streamerId)).toBe(
        sum(kept.map((amount) => streamerShareOf(amount, hold.fee))),
      );
      expect(balanceOf(postings, 'platform_fees', null)).toBe(
        sum(kept.map((amount) => feeOf(amount, hold.fee))),
      );
    }),
    { numRuns: 800 },
  );
});
