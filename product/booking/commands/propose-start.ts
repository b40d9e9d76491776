import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { parseInstant } from '#product/shared/time/instant.ts';
import { proposeStart as contract } from '../contract.ts';
import { standingOf } from '../own-booking.ts';
import { ownSessionOf } from '../own-session.ts';
import { lockSession, proposeSession } from '../whole-session.ts';

/**
 * The streamer proposes another start for a session, to everybody who sits in it, which is held
 * until they answer.
 */
export const proposeStart = serve({
  contract,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, contract, input }, async () => {
      const sessionId = await ownSessionOf(db, person.id, input.bookingId);
      const session = await lockSession(db, sessionId, { moving: true, now });
      const by = { by: 'streamer', actorId: person.id, now } as const;
      const bookings = await proposeSession(db, session, by, {
        start: parseInstant(input.start),
        note: input.note,
      });
      const booking = bookings.find(({ id }) => id === input.bookingId);
      if (!booking) throw new AppError('booking_wrong_status');
      return standingOf(booking, sessionId, now);
    }),
});
