import { cancelSession as contract } from '#contracts/booking.ts';
import { sum } from '#domain/money/cents.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { once } from '#server/product/idempotency.ts';
import { disputedOf } from '#server/product/lifecycle/payment-row.ts';
import { cancelSession as cancelWhole, lockSession } from '#server/product/lifecycle/whole-session.ts';
import { requireOwnSession } from './own-session.ts';

/** Cancels a session with everybody in it, by its streamer, for exactly what the dialog quoted. */
export const cancelSession = defineCommand({
  contract,
  access,
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
