import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { requireUnrestricted } from '#product/accounts/restrictions.ts';
import { type BookableOffer, loadOffer } from '#product/availability/load-offer.ts';
import type { BookingRules } from '#product/availability/rules/availability.ts';
import type { AvailabilityContext } from '#product/availability/rules/availability-context.ts';
import { once } from '#product/command/idempotency.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import {
  formatInstant,
  hoursAfter,
  type Instant,
  instantOf,
  parseInstant,
} from '#product/shared/time/instant.ts';
import { isZoneName } from '#product/shared/time/zone.ts';
import type { Source } from '#product/shared/visit.ts';
import { sentTogether } from '#server/postgres/one-transaction.ts';
import type { Place } from '../booking-row.ts';
import { holdSlot as contract } from '../contract.ts';
import {
  busyWith,
  contextOf,
  requireFreeStart,
  STARTS_EVENT,
  slotNotFree,
  tryWrite,
  type Wish,
} from '../free-time.ts';
import { endLapsed, lockTime } from '../lock-time.ts';
import { requireAge } from '../require-age.ts';
import {
  holdEndsAt,
  LAPSED_HOLDS_HOURS,
  MOST_FREE_BOOKINGS,
  MOST_HOLDS,
  MOST_LAPSED_HOLDS,
} from '../rules/deadlines.ts';
import { POLICIES } from '../rules/policies.ts';
import { findSeat } from '../seats.ts';

/**
 * The places that a viewer has already taken, which decide whether they may take more from one
 * streamer.
 */
interface ViewerLoad {
  held: number;
  freeHere: number;
  /** Holds with this streamer that lapsed recently. */
  lapsedHere: number;
}

/** Their time must be locked (lockTime), or two holds at once would both pass the limits. */
async function readViewerLoad(
  db: pg.ClientBase,
  { viewerId, streamerId, now }: { viewerId: string; streamerId: string; now: Date },
): Promise<ViewerLoad> {
  const since = new Date(hoursAfter(instantOf(now.getTime()), -LAPSED_HOLDS_HOURS));
  const { rows } = await db.query({
    name: 'viewer-load',
    text: `select count(*) filter (where status = 'held')::int as held, count(*) filter (where status = 'expired')::int as lapsed,
       count(*) filter (where status <> 'expired' and streamer_id = $2 and price_cents = 0)::int as free_here
     from public.bookings where viewer_id = $1 and (status in ('held', 'requested', 'confirmed', 'in_progress')
       or (status = 'expired' and streamer_id = $2 and cause in ('hold_lapsed', 'hold_released') and ended_at > $3))`,
    values: [viewerId, streamerId, since],
  });
  const [counted] = rows;
  return {
    held: counted?.held ?? 0,
    freeHere: counted?.free_here ?? 0,
    lapsedHere: counted?.lapsed ?? 0,
  };
}

/**
 * Whether a viewer can take one more hold.
 * @throws AppError viewer_busy with `details`, what they give, take or are proposed at that time;
 * too_many_holds, too_many_lapsed_holds or too_many_free_bookings
 */
function requireRoomFor(
  { held, freeHere, lapsedHere, busy }: ViewerLoad & { busy: Awaited<ReturnType<typeof busyWith>> },
  { isFree }: { isFree: boolean },
): void {
  if (busy) throw new AppError('viewer_busy', undefined, { details: busy });
  if (held >= MOST_HOLDS) throw new AppError('too_many_holds');
  if (lapsedHere >= MOST_LAPSED_HOLDS) throw new AppError('too_many_lapsed_holds');
  if (isFree && freeHere >= MOST_FREE_BOOKINGS) throw new AppError('too_many_free_bookings');
}

/**
 * A seat may be taken between the check and the write, though only by writers that do not take the
 * locks.
 */
const ATTEMPTS = 3;

/** Holds a start of an offer for ten minutes, with the streamer's and the viewer's time locked. */
export const holdSlot = serve({
  contract,
  run({ db, person, input, now }) {
    const { key, offerId, offerRevision, viewerZone, source } = input;
    return once(db, { personId: person.id, key, contract, input }, async () => {
      if (!isZoneName(viewerZone))
        throw new AppError('invalid_input', undefined, {
          fields: { viewerZone: 'Fuseau horaire inconnu' },
        });
      const offer = await loadOffer(db, offerId);
      const { streamerId, revision } = offer;
      if (streamerId === person.id) throw new AppError('own_offer');
      await requireAge(db, { personId: person.id, adultsOnly: offer.adultsOnly, now });
      if (revision !== offerRevision)
        throw new AppError('offer_changed', undefined, { details: { revision } });
      await requireUnrestricted(db, { people: [person.id, streamerId], kind: 'no_bookings', now });
      const start = parseInstant(input.start);
      const room = await enterTime(db, { streamerId, offer, start, now }, person.id);
      requireRoomFor(room, { isFree: offer.priceCents === 0 });
      const draft = { offer, viewerId: person.id, viewerZone, start, source, now };
      const { id, sessionId } = await take(db, { streamerId, offer, start, now }, draft, room.context);
      const heldAt = instantOf(now.getTime());
      return {
        bookingId: id,
        sessionId,
        status: 'held',
        revision: 0,
        start: formatInstant(start),
        holdEndsAt: formatInstant(holdEndsAt({ heldAt, paying: false, extended: false })),
        answerBy: null,
        refundCents: null,
        now: now.toISOString(),
      };
    });
  },
});

/**
 * Locks the time of both, ends what has lapsed in it, and reads what decides. All statements are
 * sent together, which keeps the lock one round trip shorter for everybody who waits for a popular
 * streamer. Postgres runs them in this order, so what is read is protected by the lock.
 */
async function enterTime(
  db: pg.ClientBase,
  wish: Wish,
  viewerId: string,
): Promise<ViewerLoad & { busy: Awaited<ReturnType<typeof busyWith>>; context: AvailabilityContext }> {
  const { streamerId, now } = wish;
  const people = [streamerId, viewerId];
  const read = () => readViewerLoad(db, { viewerId, streamerId, now });
  const readBusy = () => busyWith(db, viewerId, wish);
  const [, ended, load, busy, context] = await sentTogether(
    lockTime(db, people),
    endLapsed(db, { people, now }),
    read(),
    readBusy(),
    contextOf(db, wish),
  );
  if (ended === 0) return { ...load, busy, context };
  return { ...(await read()), busy: await readBusy(), context };
}

/** @throws AppError slot_not_free or viewer_busy */
async function take(
  db: pg.ClientBase,
  wish: Wish,
  draft: Omit<HoldDraft, 'id' | 'place' | 'rules'>,
  known: AvailabilityContext,
): Promise<{ id: string; sessionId: string }> {
  const { offer, start } = draft;
  const id = randomUUID();
  for (let attempt = 1, context = known; ; attempt++, context = await contextOf(db, wish)) {
    await requireFreeStart(db, wish, context);
    const place = await placeFor(db, id, offer, start);
    const { rules } = context;
    const collision = await tryWrite(db, () => insertHold(db, { ...draft, id, place, rules }));
    if (!collision) return { id, sessionId: place.sessionId };
    const busy = collision === 'time' ? await busyWith(db, draft.viewerId, wish) : null;
    if (busy) throw new AppError('viewer_busy', undefined, { details: busy });
    // Another viewer may have taken a seat of the session meanwhile, which this hold then joins.
    if (offer.seats === 1 || attempt === ATTEMPTS) throw await slotNotFree(db, wish, 'taken');
  }
}

/** A session for one is a session of its own; in a group, the next seat is taken. */
async function placeFor(
  db: pg.ClientBase,
  id: string,
  { id: offerId, streamerId, seats }: BookableOffer,
  start: Instant,
): Promise<Place> {
  if (seats === 1) return { sessionId: id, seat: 1 };
  return (await findSeat(db, { streamerId, offerId, start })) ?? { sessionId: randomUUID(), seat: 1 };
}

interface HoldDraft {
  id: string;
  place: Place;
  offer: BookableOffer;
  /** The streamer's, for the buffers. */
  rules: BookingRules;
  viewerId: string;
  viewerZone: string;
  start: Instant;
  source: Source | null;
  now: Date;
}

/**
 * In one statement: a hold without its history would be an error, and each round trip keeps others
 * waiting.
 */
const INSERT = `
with hold as (
  insert into public.bookings (id, session_id, seat, seats, streamer_id, viewer_id, offer_id, title, category, confirmation,
    price_cents, fee_basis_points, settings_version, policy, questions, viewer_zone, streamer_zone, buffer_before_minutes,
    buffer_after_minutes, duration_minutes, start_at, agreed_start_at, status, held_at, due_event, due_at, source, created_at, updated_at)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, s.fee_basis_points, s.version, $12, $13, $14, $15, $16, $17, $18, $19, $19,
    'held', $20, 'expire', $21, $22, $20, $20
  from public.platform_settings s order by s.version desc limit 1
  returning *
), event as (
  insert into public.booking_events (booking_id, revision, at, actor, actor_id, type, to_status)
  select id, revision, held_at, 'viewer', viewer_id, 'hold', status from hold
)
select realtime.send('{}', '${STARTS_EVENT}', 'starts:' || s.id) from hold join public.streamers s on s.id in (hold.streamer_id, hold.viewer_id)` as const;

/**
 * Writes a hold and the first entry of its history. The viewer's terms are frozen here: price, fee,
 * policy, questions, length and buffers; later changes of the offer do not affect it.
 */
async function insertHold(db: pg.ClientBase, draft: HoldDraft): Promise<void> {
  const { id, place, offer, rules, viewerId, viewerZone, start, source, now } = draft;
  const heldAt = instantOf(now.getTime());
  await db.query({
    name: 'insert-hold',
    text: INSERT,
    values: [
      id,
      place.sessionId,
      place.seat,
      offer.seats,
      offer.streamerId,
      viewerId,
      offer.id,
      offer.title,
      place.category ?? offer.category,
      offer.confirmation,
      offer.priceCents,
      JSON.stringify(POLICIES[offer.policy]),
      JSON.stringify(offer.questions),
      viewerZone,
      offer.streamerZone,
      rules.bufferBeforeMinutes,
      rules.bufferAfterMinutes,
      offer.durationMinutes,
      new Date(start),
      now,
      new Date(holdEndsAt({ heldAt, paying: false, extended: false })),
      source,
    ],
  });
}
