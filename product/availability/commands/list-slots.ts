import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import {
  daysAfter,
  formatInstant,
  type Instant,
  instantOf,
  MILLIS_PER_DAY,
  minutesAfter,
  parseInstant,
} from '#product/shared/time/instant.ts';
import { type Interval, overlap } from '#product/shared/time/interval.ts';
import { epochDayOf } from '#product/shared/time/local-date.ts';
import { listSlots as contract, MOST_DAYS_LISTED } from '../contract.ts';
import { loadAvailabilityContext } from '../load-availability-context.ts';
import { loadMove } from '../load-move.ts';
import { loadOffer } from '../load-offer.ts';
import { RULE_LIMITS } from '../rules/availability.ts';
import { type AvailabilityContext, bookableSpan } from '../rules/availability-context.ts';
import { publicReason } from '../rules/check-availability.ts';
import { endOfStreamersDay, startOfStreamersDay } from '../rules/hours.ts';
import { firstFreeStart, freeStarts, listedStarts, whyNoneFree } from '../rules/slots.ts';

/** The subject of the request, named by an offer or by the booking that is to move. */
interface Listing {
  offer: { id: string; revision: number; streamerZone: string; durationMinutes: number };
  ask: (span: Interval) => Promise<AvailabilityContext>;
  /** Whether a free start would do. */
  allows: (start: Instant) => boolean;
}

const anyStart = (): boolean => true;
/** Of a streamer whom a decision of the team keeps from new bookings. */
const noStart = (): boolean => false;

/**
 * The free and the taken starts of an offer, and when none is free: why, and the first one
 * afterwards.
 */
export const listSlots = serve({
  contract,
  async run({ db, person, input, now }) {
    const span = offeredSpan(input.from, input.until, now);
    const { offer, ask, allows } = await listing();
    const context = await ask(span);
    const { free, taken } = listedStarts(context, span);
    const byOthers = await withoutOwn(db, { personId: person.id, taken, minutes: offer.durationMinutes });
    const slots = free.filter(({ start }) => allows(start));
    const none = slots.length === 0;
    const whyNone = none ? whyNoneFree(context, span) : null;
    return {
      offerId: offer.id,
      offerRevision: offer.revision,
      streamerZone: offer.streamerZone,
      durationMinutes: offer.durationMinutes,
      slots: slots.map(({ start, seatsLeft }) => ({ start: formatInstant(start), seatsLeft })),
      taken: allows === noStart ? [] : byOthers.map(formatInstant),
      absences: absencesWithin(context, { ...span, start: instantOf(Math.max(span.start, now.getTime())) }),
      bookableUntil: formatInstant(bookableSpan(context).end),
      // How far a booking may move is limited by its own rules, not by the streamer's horizon.
      whyNone: none ? publicReason(whyNone ?? (allows === noStart ? 'outside_hours' : 'too_far')) : null,
      nextStart: none && allows !== noStart ? await firstAfter(span.end) : null,
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
      const { rows } = await db.query(`select private.is_restricted($1, 'no_bookings', $2) as restricted`, [
        [streamerId],
        now,
      ]);
      return {
        offer,
        ask: (span) => loadAvailabilityContext(db, { streamerId, offer, now, span }),
        allows: rows[0]?.restricted ? noStart : anyStart,
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

interface Taken {
  /** Null: nobody is signed in. */
  personId: string | null;
  taken: readonly Instant[];
  minutes: number;
}

/**
 * The taken starts at which the person has nothing themself: nobody waits for a place that they
 * hold, nor for another at the same time.
 */
async function withoutOwn(db: pg.ClientBase, { personId, taken, minutes }: Taken): Promise<Instant[]> {
  const [first, last] = [taken.at(0), taken.at(-1)];
  if (personId === null || first === undefined || last === undefined) return [...taken];
  const { rows } = await db.query(
    `select start_at, end_at from public.bookings where viewer_id = $1
       and status in ('held', 'requested', 'confirmed', 'in_progress') and end_at > $2 and start_at < $3`,
    [personId, new Date(first), new Date(minutesAfter(last, minutes))],
  );
  const own = rows.map(({ start_at: start, end_at: end }) => ({
    start: instantOf(start.getTime()),
    end: instantOf(end.getTime()),
  }));
  return taken.filter(
    (start) => !own.some((mine) => overlap(mine, { start, end: minutesAfter(start, minutes) })),
  );
}

/**
 * Those that touch the stretch in the streamer's zone, and are not past; more days than that were
 * read.
 */
function absencesWithin({ hours }: AvailabilityContext, span: Interval) {
  return hours.absences.filter(
    ({ first, last }) =>
      startOfStreamersDay(hours, epochDayOf(first)) < span.end &&
      endOfStreamersDay(hours, epochDayOf(last)) > span.start,
  );
}

/**
 * The part of the requested stretch that can hold a start: without the past, and within every
 * horizon.
 * @throws AppError invalid_input when it is empty or longer than 100 days
 */
function offeredSpan(from: string, until: string, now: Date): Interval {
  const asked = { start: parseInstant(from), end: parseInstant(until) };
  if (asked.end <= asked.start) {
    throw new AppError('invalid_input', 'until comes before from', {
      fields: { until: 'Cette fin précède le début.' },
    });
  }
  if (asked.end - asked.start > MOST_DAYS_LISTED * MILLIS_PER_DAY) {
    const fields = { until: `Demandez ${MOST_DAYS_LISTED} jours au plus.` };
    throw new AppError('invalid_input', 'more than 100 days', { fields });
  }
  const nothingBefore = daysAfter(instantOf(now.getTime()), -1);
  const start = clamp(asked.start, nothingBefore, lastHorizon(now));
  return { start, end: clamp(asked.end, nothingBefore, lastHorizon(now)) };
}

/**
 * The farthest day that any streamer can offer: the longest horizon, and two days for the zones.
 */
const lastHorizon = (now: Date): Instant =>
  daysAfter(instantOf(now.getTime()), RULE_LIMITS.horizonDays.max + 2);

const clamp = (instant: Instant, least: Instant, most: Instant): Instant =>
  Math.min(Math.max(instant, least), most) as Instant;
