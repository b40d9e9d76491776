import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { holdSlot as contract } from '#contracts/booking.ts';
import { AppError } from '#contracts/errors.ts';
import { parseInstant } from '#domain/time/instant.ts';
import { isZoneName } from '#domain/time/zone.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';
import { loadOffer } from '#server/product/availability/load-offer.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { once } from '#server/product/idempotency.ts';
import { endLapsed } from './end-lapsed.ts';
import { requireFreeStart, slotNotFree, type Wish } from './free-time.ts';
import { type HoldDraft, insertHold } from './insert-hold.ts';
import { findSeat } from './seats.ts';
import { standingOf } from './standing.ts';
import { lockTime } from './time-locks.ts';
import { requireRoomFor } from './viewer-load.ts';
import { tryWrite } from './write-in-free-time.ts';

/** Of seats that were taken between the look and the write, which the locks rule out but for writers that do not take them. */
const ATTEMPTS = 3;

/** Takes a start of an offer for ten minutes, in the streamer's and the viewer's locked time. */
export const holdSlot = (deps: ProductDeps) =>
  defineCommand({
    contract,
    access,
    run({ db, person, input, now }) {
      const { key, offerId, offerRevision, viewerZone } = input;
      return once(db, { personId: person.id, key, command: contract.name, input }, async () => {
        if (!isZoneName(viewerZone))
          throw new AppError('invalid_input', undefined, {
            fields: { viewerZone: 'Fuseau horaire inconnu' },
          });
        const offer = await loadOffer(db, offerId);
        const { streamerId, durationMinutes, revision } = offer;
        if (streamerId === person.id) throw new AppError('own_offer');
        if (revision !== offerRevision)
          throw new AppError('offer_changed', undefined, { details: { revision } });
        const start = parseInstant(input.start);
        const people = { streamerId, viewerId: person.id };
        await lockTime(db, people);
        await endLapsed(db, deps, { ...people, now });
        await requireRoomFor(db, { viewerId: person.id, start, durationMinutes });
        const bookingId = await take(
          db,
          { streamerId, offer, start, now },
          { offer, viewerId: person.id, viewerZone, start, now },
        );
        return standingOf(db, bookingId, now);
      });
    },
  });

/** @returns the new booking's id. @throws AppError slot_not_free or viewer_busy */
async function take(
  db: pg.ClientBase,
  wish: Wish,
  draft: Omit<HoldDraft, 'id' | 'place' | 'rules'>,
): Promise<string> {
  const { offer, start } = draft;
  for (let attempt = 1; ; attempt++) {
    const { rules } = await requireFreeStart(db, wish);
    const id = randomUUID();
    const shared =
      offer.seats === 1
        ? null
        : ((await findSeat(db, { streamerId: offer.streamerId, offerId: offer.id, start })) ?? {
            sessionId: randomUUID(),
            seat: 1,
          });
    const place = shared ?? { sessionId: id, seat: 1 };
    const collision = await tryWrite(db, () => insertHold(db, { ...draft, id, place, rules }));
    if (!collision) return id;
    if (collision === 'viewer') throw new AppError('viewer_busy');
    // Somebody else may have begun the session that this one joins.
    if (offer.seats === 1 || attempt === ATTEMPTS) throw await slotNotFree(db, wish, 'taken');
  }
}
