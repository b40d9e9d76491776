import { proposeStart as contract } from '#contracts/booking.ts';
import { AppError } from '#contracts/errors.ts';
import { parseInstant } from '#domain/time/instant.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { once } from '#server/product/idempotency.ts';
import { standingOf } from '#server/product/lifecycle/own-booking.ts';
import { lockSession, proposeSession } from '#server/product/lifecycle/whole-session.ts';
import { ownSessionOf } from './own-session.ts';

/** The streamer proposes another start for a session, to everybody who sits in it, which is held until they answer. */
export const proposeStart = defineCommand({
  contract,
  access,
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
