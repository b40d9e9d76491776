import { offerExtension as contract } from '#product/booking/extension-contract.ts';
import { endExtension, factsOf, insertExtension, openExtension } from '#product/booking/extension-row.ts';
import { answerExtensionBy, nextExtension } from '#product/booking/rules/extension.ts';
import { tellRoom } from '#product/booking/tell-room.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { liveAdmissions } from '../admissions.ts';
import { agree } from '../extension/agree.ts';
import { obstacleTo } from '../extension/obstacle.ts';
import { lockOwnSession } from '../extension/own-session.ts';
import { couldBeExtended, otherIsThere } from '../extension/standing.ts';

/**
 * Offers the other side to prolong the session. When both offer at once they have agreed; an open
 * offer is not made twice.
 */
export const offerExtension = serve({
  contract,
  async run({ db, person, input, now }) {
    const own = await lockOwnSession(db, { person, input, now }, { moving: true });
    const { booking, side, sessionId } = own;
    let open = await openExtension(db, booking.id);
    if (open && open.until_at <= now) {
      await endExtension(db, open, { reason: open.state === 'offered' ? 'unanswered' : 'unpaid', now });
      open = null;
    }
    if (open) {
      const theirs = open.state === 'offered' && open.side !== side;
      if (!theirs) return factsOf(open);
      requirePrice(open.price_cents, input.expectedPriceCents);
      return factsOf(await agree(db, open, { side, actorId: person.id, now }));
    }
    if (!couldBeExtended(own, now)) throw new AppError('extension_not_possible');
    const extension = nextExtension(booking);
    requirePrice(extension.price, input.expectedPriceCents);
    if (!otherIsThere(await liveAdmissions(db, sessionId), side, now)) throw new AppError('extension_alone');
    if (await obstacleTo(db, booking.id, extension.minutes, now)) throw new AppError('extension_time_taken');
    const until = new Date(answerExtensionBy(instantOf(now.getTime())));
    const row = await insertExtension(db, { bookingId: booking.id, side, extension, until, now });
    await tellRoom(db, sessionId);
    return factsOf(row);
  },
});

function requirePrice(priceCents: number, expected: number): void {
  if (priceCents !== expected)
    throw new AppError('extension_changed', undefined, { details: { priceCents } });
}
