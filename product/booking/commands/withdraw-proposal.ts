import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { withdrawProposal as contract } from '../contract.ts';
import { standingOf } from '../own-booking.ts';
import { ownSessionOf } from '../own-session.ts';
import { lockSession, withdrawFromSession } from '../whole-session.ts';

/**
 * The streamer withdraws the proposal of another start, from everybody; the session keeps its own
 * start.
 */
export const withdrawProposal = serve({
  contract,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, contract, input }, async () => {
      const sessionId = await ownSessionOf(db, person.id, input.bookingId);
      const session = await lockSession(db, sessionId, { moving: false, now });
      const by = { by: 'streamer', actorId: person.id, now } as const;
      const bookings = await withdrawFromSession(db, session, by);
      const booking = bookings.find(({ id }) => id === input.bookingId);
      if (!booking) throw new AppError('no_proposal');
      return standingOf(booking, sessionId, now);
    }),
});
