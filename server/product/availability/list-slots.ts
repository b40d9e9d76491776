import { listSlots as contract } from '#contracts/availability.ts';
import type { AvailabilityContext } from '#domain/availability/availability-context.ts';
import { checkAvailability } from '#domain/availability/check-availability.ts';
import { firstFreeStart, freeStarts, whyNoneFree } from '#domain/availability/slots.ts';
import { formatInstant, type Instant } from '#domain/time/instant.ts';
import type { Interval } from '#domain/time/interval.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { anyone as access } from '#server/product/access.ts';
import { loadAvailabilityContext } from '#server/product/lifecycle/load-availability-context.ts';
import { loadOffer } from '#server/product/lifecycle/load-offer.ts';
import { loadMove } from './load-move.ts';
import { lastHorizon, offeredSpan } from './offered-span.ts';

/** What is asked about, however it was named: by an offer, or by the booking that is to move. */
interface Listing {
  offer: { id: string; revision: number; streamerZone: string; durationMinutes: number };
  ask: (span: Interval) => Promise<AvailabilityContext>;
  /** Whether a free start would do. */
  allows: (start: Instant) => boolean;
}

const anyStart = (): boolean => true;

/** The free starts of an offer, and when there is none: why, and the first one afterwards. */
export const listSlots = defineCommand({
  contract,
  access,
  async run({ db, person, input, now }) {
    const span = offeredSpan(input.from, input.until, now);
    const { offer, ask, allows } = await listing();
    const context = await ask(span);
    const slots = freeStarts(context, span).filter(allows);
    const none = slots.length === 0;
    return {
      offerId: offer.id,
      offerRevision: offer.revision,
      streamerZone: offer.streamerZone,
      durationMinutes: offer.durationMinutes,
      slots: slots.map((start) => ({ start: formatInstant(start), seatsLeft: seatsLeft(context, start) })),
      // A booking that may not move so far is told by its own rules, not by the streamer's.
      whyNone: none ? (whyNoneFree(context, span) ?? 'too_far') : null,
      nextStart: none ? await firstAfter(span.end) : null,
      now: now.toISOString(),
    };

    async function listing(): Promise<Listing> {
      if (input.bookingId !== undefined) {
        const { offer, context, allows } = await loadMove(db, {
          bookingId: input.bookingId,
          offerId: input.offerId,
          personId: person.id,
          now,
        });
        return { offer, allows, ask: context };
      }
      const offer = await loadOffer(db, input.offerId);
      const { streamerId } = offer;
      return {
        offer,
        ask: (span) => loadAvailabilityContext(db, { streamerId, offer, now, span }),
        allows: anyStart,
      };
    }

    async function firstAfter(end: Instant): Promise<string | null> {
      const rest = { start: end, end: lastHorizon(now) };
      if (rest.start >= rest.end) return null;
      const later = await ask(rest);
      const first = allows === anyStart ? firstFreeStart(later, rest) : freeStarts(later, rest).find(allows);
      return first === undefined || first === null ? null : formatInstant(first);
    }
  },
});

function seatsLeft(context: AvailabilityContext, start: Instant): number {
  const { capacity } = context.wanted;
  if (capacity === 1) return 1;
  const availability = checkAvailability(context, start);
  return availability.free ? availability.seatsLeft : 0;
}
