import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isLive } from '#domain/booking/booking.ts';
import { paymentEffect } from '#domain/booking/payment-effect.ts';
import { anyStory } from '#domain/booking/testing/stories.ts';
import { balanceOf, ledgerTotal, type Posting } from '#domain/money/ledger.ts';
import { type CapturedPayment, capture, keptOf, refund, release } from '#domain/money/payment.ts';
import { feeOf, streamerShareOf } from '#domain/money/price.ts';

test('every captured euro has a booking or a refund, and the ledger of any story sums to zero', () => {
  fc.assert(
    fc.property(anyStory, ({ hold, steps, last }) => {
      const postings: Posting[] = [];
      let payment: CapturedPayment | null = null;
      for (const { before, after } of steps) {
        const effect = paymentEffect(before, after);
        if (effect.kind === 'capture') {
          expect(payment).toBeNull();
          const sold = capture({ streamerId: hold.streamerId, amount: effect.amount, fee: hold.fee });
          postings.push(sold.posting);
          payment = sold.payment;
        }
        if (effect.kind === 'refund') {
          if (!payment) throw new Error('a refund of what was never captured');
          const back = refund(payment, effect.amount);
          if (!back.ok) throw new Error(back.refusal);
          postings.push(back.value.posting);
          payment = back.value.payment;
        }
      }
      expect(ledgerTotal(postings)).toBe(0);
      const held = balanceOf(postings, 'provider_balance', null);
      const due =
        'settlement' in last
          ? last.settlement.kept
          : 'refund' in last && payment
            ? last.price - last.refund
            : null;
      if (due !== null) expect(held).toBe(due);
      if (last.status === 'confirmed' || last.status === 'in_progress') expect(held).toBe(last.price);
      if (last.status === 'expired' || last.status === 'declined') expect(held).toBe(0);
      if (!payment || isLive(last)) return;
      const released = release(payment);
      if (!released.ok) throw new Error(released.refusal);
      postings.push(released.value.posting);
      const kept = keptOf(payment);
      expect(balanceOf(postings, 'streamer_pending', hold.streamerId)).toBe(0);
      expect(balanceOf(postings, 'streamer_available', hold.streamerId)).toBe(
        streamerShareOf(kept, hold.fee),
      );
      expect(balanceOf(postings, 'platform_fees', null)).toBe(feeOf(kept, hold.fee));
    }),
    { numRuns: 800 },
  );
});
