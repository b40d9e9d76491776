import { disputedOf } from '#product/booking/payment-row.ts';
import { cancelSession as cancelWhole, lockSession } from '#product/booking/whole-session.ts';
import { audit } from '#product/command/audit.ts';
import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { sum } from '#product/shared/money/cents.ts';
import { cancelSession as contract } from '../marketplace-contract.ts';

/**
 * Cancels a session with everybody in it in the platform's name: all of them get everything back,
 * fee included.
 */
export const cancelSession = serve({
  contract,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, contract, input }, async () => {
      const { sessionId, expectedSeats: seats, expectedRefundCents: refundCents, reason } = input;
      const session = await lockSession(db, sessionId, { moving: false, now });
      const by = { by: 'admin', actorId: person.id, now } as const;
      const cancelled = await cancelWhole(db, session, by, { expected: { seats, refundCents }, reason });
      const disputed = [];
      for (const { id } of cancelled.bookings) disputed.push(await disputedOf(db, id));
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract,
        // Any of its seats leads to the session.
        subject: { table: 'bookings', id: cancelled.bookings.at(-1)?.id ?? sessionId },
        before: { places: seats },
        after: { places: 0, refundCents: cancelled.refundCents },
        reason,
      });
      return { sessionId, seats, refundCents: cancelled.refundCents, disputedCents: sum(disputed) };
    }),
});
