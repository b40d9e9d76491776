import type pg from 'pg';
import { lockBooking, refundOf, type StoredBooking } from '#product/booking/booking-row.ts';
import { transition } from '#product/booking/rules/transition.ts';
import { instantOf } from '#product/shared/time/instant.ts';

/** How a place ends that somebody may not have. */
export const CALLED_OFF = { type: 'cancel', by: 'admin' } as const;

export interface UnallowedPlace {
  id: string;
  title: string;
  startAt: Date;
  /** Cents that go back, or are released; of a place that is only held nothing was paid. */
  refundCents: number;
  locked: StoredBooking;
}

/**
 * Locks the places that somebody who is known to be a minor took and may not have: places to come
 * of offers for adults, and requests whose money was reserved without a guardian's consent, which
 * an acceptance would take. Locked until the transaction's end, in the order in which everybody
 * locks them; what each gives back is what calling it off gives back.
 */
export async function lockUnallowed(
  db: pg.ClientBase,
  { personId, now }: { personId: string; now: Date },
): Promise<UnallowedPlace[]> {
  const { rows } = await db.query(
    `select b.id, b.title, b.start_at, b.status = 'held' as is_held from public.bookings b left join public.offers o on o.id = b.offer_id
     where b.viewer_id = $1 and b.start_at > $2 and (
       o.adults_only and b.status in ('held', 'requested', 'confirmed')
       or b.status = 'requested' and b.price_cents > 0 and not exists (
         select from public.guardianships g where g.person_id = $1 and g.state = 'confirmed'))
     order by b.id for update of b`,
    [personId, now],
  );
  const places: UnallowedPlace[] = [];
  for (const { id, title, start_at: startAt, is_held: isHeld } of rows) {
    const locked = await lockBooking(db, id);
    const after = transition(locked.booking, CALLED_OFF, instantOf(now.getTime()));
    const refundCents = isHeld || !after.ok ? 0 : (refundOf(after.value) ?? 0);
    places.push({ id, title, startAt, refundCents, locked });
  }
  return places;
}

export const refundsOf = (places: readonly UnallowedPlace[]): number =>
  places.reduce((sum, { refundCents }) => sum + refundCents, 0);
