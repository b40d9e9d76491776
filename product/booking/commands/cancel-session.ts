import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { sum } from '#product/shared/money/cents.ts';
import { cancelSession as contract } from '../contract.ts';
import { requireOwnSession } from '../own-session.ts';
import { disputedOf } from '../payment-row.ts';
import { cancelSession as cancelWhole, lockSession } from '../whole-session.ts';

/** Cancels a session with everybody in it, by its streamer, for exactly what the dialog quoted. */
export const cancelSession = serve({
  contract,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, contract, input }, async () => {
      const { sessionId, expectedSeats: seats, expectedRefundCents: refundCents, reason } = input;
      await requireOwnSession(db, person.id, sessionId);
      const session = await lockSession(db, sessionId, { moving: false, now });
      const by = { by: 'streamer', actorId: person.id, now } as const;
      const cancelled = await cancelWhole(db, session, by, { expected: { seats, refundCents }, reason });
      const disputed = [];
      for (const { id } of cancelled.bookings) disputed.push(await disputedOf(db, id));
      return { sessionId, seats, refundCents: cancelled.refundCents, disputedCents: sum(disputed) };
    }),
});
