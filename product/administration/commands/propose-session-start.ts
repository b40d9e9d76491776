import { lockSession, proposeSession } from '#product/booking/whole-session.ts';
import { audit } from '#product/command/audit.ts';
import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { formatInstant, parseInstant } from '#product/shared/time/instant.ts';
import { proposeSessionStart as contract } from '../marketplace-contract.ts';

/**
 * Proposes another start to everybody in a session, in the platform's name: each accepts it or gets
 * everything back.
 */
export const proposeSessionStart = serve({
  contract,
  run: ({ db, person, input, now }) =>
    once(db, { personId: person.id, key: input.key, contract, input }, async () => {
      const { sessionId, reason } = input;
      const start = parseInstant(input.start);
      const session = await lockSession(db, sessionId, { moving: true, now });
      const by = { by: 'admin', actorId: person.id, now } as const;
      const bookings = await proposeSession(db, session, by, { start, note: reason });
      const asked = bookings.filter((booking) => 'proposal' in booking && booking.proposal !== null);
      const [first] = asked;
      if (!first) throw new Error(`nobody of session ${sessionId} was asked`);
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract,
        subject: { table: 'bookings', id: first.id },
        before: { start: formatInstant(first.start) },
        after: { proposedStart: formatInstant(start), places: asked.length },
        reason,
      });
      return { sessionId, seats: asked.length };
    }),
});
