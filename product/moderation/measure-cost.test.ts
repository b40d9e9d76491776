import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refundPayment } from '#product/administration/marketplace-contract.ts';
import { openFixture, startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, codeOf, openProduct } from '#product/testing/product-server.ts';
import { decideCase, previewDecision, readDecision, sendReport, takeCase } from './contract.ts';

const product = await openProduct();
const till = tillOf(product);
const admin = await product.join({ role: 'admin' });

/** A paid session: in how many days, and what the team gave back of it before, and whether the provider has done so yet. */
const session = fc.record({
  day: fc.integer({ min: 2, max: 13 }),
  backBefore: fc.constantFrom(0, 0, 1, 1_234, 3_250),
  done: fc.boolean(),
});
const stories = fc.record({
  price: fc.constantFrom(500, 3_250, 9_999),
  sessions: fc.uniqueArray(session, { maxLength: 4, selector: ({ day }) => day }),
  measure: fc.constantFrom('suspend' as const, 'close' as const, 'warn' as const),
  days: fc.integer({ min: 1, max: 12 }),
  cancelSessions: fc.boolean(),
});
const given = async () => {
  const rows = await product.rows(
    'select booking_id, captured_cents, refunded_cents from payments order by created_at, id',
  );
  for (const row of rows) expect(row.refunded_cents).toBeLessThanOrEqual(row.captured_cents);
  return rows.reduce((sum, { refunded_cents: cents }) => sum + cents, 0);
};

test('what a measure costs is what was shown before: in sessions, in euros of the books, and in the statement', {
  timeout: 240_000,
}, async () => {
  const told: [number, number][] = [];
  await fc.assert(
    fc.asyncProperty(stories, async ({ price, sessions, measure, days, cancelSessions }) => {
      const fixture = await openFixture(product, { priceCents: price });
      const { id } = fixture.streamer;
      for (const { day, backBefore, done } of sessions) {
        const bookingId = await till.paid(await product.join(), fixture, startIn(product, day));
        const amountCents = Math.min(backBefore, price);
        if (amountCents === 0) continue;
        const payment = await till.paymentOf(bookingId);
        const reason = 'Un geste';
        await ask(admin, refundPayment, {
          paymentId: payment.id,
          amountCents,
          expectedRefundedCents: 0,
          reason,
        });
        if (done) await till.work();
      }
      await ask(await product.join(), sendReport, {
        subject: { kind: 'profile', id },
        category: 'fraud',
        body: 'Ce n’est pas la personne qu’elle dit être.',
        path: '/',
        goodFaith: true,
        who: null,
      });
      const [found] = await product.rows('select id from moderation_cases where subject_id = $1', [id]);
      const caseId: string = found?.id;
      await ask(admin, takeCase, { caseId });
      const wish = { caseId, measure, days: measure === 'suspend' ? days : null, cancelSessions };
      const shown = await ask(admin, previewDecision, wish);
      const words = {
        rule: 'fraud' as const,
        facts: 'Une identité empruntée à quelqu’un.',
        reason: 'Vérifié',
        unfounded: false,
      };
      // What is under way of before is not the measure's.
      const before = (await given()) + (await underWay());
      const wrong = shown.refundCents + 1;
      expect(await codeOf(admin, decideCase, { ...wish, ...words, expectedRefundCents: wrong })).toBe(
        'quote_changed',
      );
      expect(
        await ask(admin, decideCase, { ...wish, ...words, expectedRefundCents: shown.refundCents }),
      ).toMatchObject({ cancelledSessions: shown.sessions, refundedCents: shown.refundCents });
      await till.work();
      expect((await given()) - before).toBe(shown.refundCents);
      const [cancelled] = await product.rows(
        "select count(*)::int as many from bookings where streamer_id = $1 and status = 'cancelled_by_admin'",
        [id],
      );
      expect(cancelled?.many).toBe(shown.sessions);
      const [mail] = await product.rows(
        "select event ->> 'token' as token from mail.messages where kind = 'moderation.statement' and to_address = $1",
        [fixture.streamer.email],
      );
      expect(await ask({ client: product.client() }, readDecision, { token: mail?.token })).toMatchObject({
        cancelledSessions: shown.sessions,
        refundedCents: shown.refundCents,
      });
      expect(await till.ledger()).toMatchObject({ total: 0 });
      told.push([shown.sessions, shown.refundCents]);
    }),
    {
      numRuns: 8,
      examples: [
        [
          {
            price: 3_250,
            sessions: [
              { day: 3, backBefore: 0, done: true },
              { day: 4, backBefore: 1_234, done: true },
              { day: 5, backBefore: 1, done: false },
              { day: 12, backBefore: 0, done: true },
            ],
            measure: 'suspend',
            days: 7,
            cancelSessions: true,
          },
        ],
      ],
    },
  );
  expect(told[0]).toEqual([3, 3 * 3_250 - 1_235]);
});

/** Refunds that were ordered and that the provider has not done. */
async function underWay(): Promise<number> {
  const [row] = await product.rows(
    "select coalesce(sum(amount_cents), 0)::int as cents from payment_orders where kind = 'refund' and state = 'pending'",
  );
  return row?.cents ?? 0;
}
