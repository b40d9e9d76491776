import type pg from 'pg';
import type { BookingRules } from '#domain/availability/rules.ts';
import { holdEndsAt } from '#domain/booking/deadlines.ts';
import { POLICIES } from '#domain/cancellation/policies.ts';
import { type Instant, instantOf } from '#domain/time/instant.ts';
import type { Place } from '#server/product/lifecycle/booking-row.ts';
import type { BookableOffer } from '#server/product/lifecycle/load-offer.ts';
import { STARTS_EVENT } from '#server/product/lifecycle/tell-starts.ts';

export interface HoldDraft {
  id: string;
  place: Place;
  offer: BookableOffer;
  /** The streamer's, for the buffers. */
  rules: BookingRules;
  viewerId: string;
  viewerZone: string;
  start: Instant;
  now: Date;
}

/** In one statement: a hold without its history would be a fault, and each round trip keeps others waiting. */
const INSERT = `
with hold as (
  insert into public.bookings (id, session_id, seat, seats, streamer_id, viewer_id, offer_id, title, category, confirmation,
    price_cents, fee_basis_points, settings_version, policy, questions, viewer_zone, streamer_zone, buffer_before_minutes,
    buffer_after_minutes, duration_minutes, start_at, agreed_start_at, status, held_at, due_event, due_at, created_at, updated_at)
  select $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, s.fee_basis_points, s.version, $12, $13, $14, $15, $16, $17, $18, $19, $19,
    'held', $20, 'expire', $21, $20, $20
  from public.platform_settings s order by s.version desc limit 1
  returning *
), event as (
  insert into public.booking_events (booking_id, revision, at, actor, actor_id, type, to_status)
  select id, revision, held_at, 'viewer', viewer_id, 'hold', status from hold
)
select realtime.send('{}', '${STARTS_EVENT}', 'starts:' || streamer_id::text) from hold` as const;

/**
 * Writes a hold and the first line of its history. What the viewer agrees to is frozen here: price, fee, policy, questions, length
 * and buffers; what becomes of the offer later changes none of it.
 */
export async function insertHold(db: pg.ClientBase, draft: HoldDraft): Promise<void> {
  const { id, place, offer, rules, viewerId, viewerZone, start, now } = draft;
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
      offer.category,
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
    ],
  });
}
