import type pg from 'pg';
import type { Measure } from '#product/accounts/rules/sanctions.ts';
import { AppError } from '#product/shared/errors.ts';
import type { CaseRow } from './case-row.ts';
import { endsAccess, endsByItself, isPossible } from './rules/moderation.ts';

/** The decision that an admin is about to take on a case. */
export interface Wish {
  measure: Measure;
  days: number | null;
  cancelSessions: boolean;
}

/** When the measure ends by itself; null when it does not. @throws AppError measure_not_possible */
export function endOf(found: CaseRow, { measure, days }: Wish, now: Date): Date | null {
  if (!isPossible(measure, { kind: found.kind, hasPerson: found.personId !== null }))
    throw new AppError('measure_not_possible');
  if (endsByItself(measure) !== (days !== null)) throw new AppError('measure_not_possible');
  return days === null ? null : new Date(now.getTime() + days * 86_400_000);
}

interface Coming {
  id: string;
  /**
   * The refund of calling it off: its price, without what its viewer has back already or is about
   * to.
   */
  refundCents: number;
  other: string;
}

/**
 * The person's confirmed bookings that have not begun: with `until`, those that begin before. In
 * the order in which they are locked.
 */
export async function comingOf(
  db: pg.ClientBase,
  { personId, until, now }: { personId: string | null; until: Date | null; now: Date },
): Promise<Coming[]> {
  const { rows } = await db.query(
    `select b.id, greatest(0, b.price_cents - coalesce((
         select sum(p.refunded_cents + p.lost_cents + coalesce((
           select sum(o.amount_cents) from public.payment_orders o where o.payment_id = p.id and o.kind = 'refund' and o.state = 'pending'), 0))
         from public.payments p where p.booking_id = b.id), 0))::int as refund_cents,
       case when b.streamer_id = $1 then private.abbreviated_name(v.first_name, v.last_name) else s.display_name end as other
     from public.bookings b left join public.profiles v on v.id = b.viewer_id left join public.streamers s on s.id = b.streamer_id
     where (b.streamer_id = $1 or b.viewer_id = $1) and b.status = 'confirmed' and b.start_at > $2
       and ($3::timestamptz is null or b.start_at < $3) order by b.id`,
    [personId, now, until],
  );
  return rows.map(({ id, refund_cents: refundCents, other }) => ({
    id,
    refundCents: refundCents ?? 0,
    other: other ?? 'un compte supprimé',
  }));
}

/**
 * Those of them that the decision calls off; everything that they did not get back before goes back
 * to their viewers, fee included.
 */
export const calledOff = async (
  db: pg.ClientBase,
  found: CaseRow,
  wish: Wish,
  now: Date,
): Promise<Coming[]> => {
  const until = endOf(found, wish, now);
  if (!endsAccess(wish.measure) || !wish.cancelSessions) return [];
  return comingOf(db, { personId: found.personId, until, now });
};

export const sumOf = (bookings: readonly Coming[]): number =>
  bookings.reduce((sum, { refundCents }) => sum + refundCents, 0);
