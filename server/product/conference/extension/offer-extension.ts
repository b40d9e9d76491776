import { AppError } from '#contracts/errors.ts';
import { offerExtension as contract } from '#contracts/extension.ts';
import { answerExtensionBy, nextExtension } from '#domain/booking/extension.ts';
import { instantOf } from '#domain/time/instant.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { liveAdmissions } from '#server/product/lifecycle/admissions.ts';
import {
  endExtension,
  factsOf,
  insertExtension,
  openExtension,
} from '#server/product/lifecycle/extension-row.ts';
import { tellRoom } from '#server/product/lifecycle/tell-room.ts';
import { agree } from './agree.ts';
import { obstacleTo } from './obstacle.ts';
import { lockOwnSession } from './own-session.ts';
import { couldBeExtended, otherIsThere } from './standing.ts';

/** Offers the other side to prolong the session. When both offer at once they have agreed; an open offer is not made twice. */
export const offerExtension = defineCommand({
  contract,
  access,
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
