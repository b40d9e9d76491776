import type pg from 'pg';
import { BOOKING_COLUMNS, bookingOf, refundOf } from '#product/booking/booking-row.ts';
import { transition } from '#product/booking/rules/transition.ts';
import { serve } from '#product/command/serve.ts';
import { type Instant, instantOf } from '#product/shared/time/instant.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { readGuardianship as contract, type GuardianSession } from '../contract.ts';
import { readByLink } from '../guardianship.ts';

/** As many past sessions as a page shows. */
const SESSIONS =
  `select b.id, b.title, b.start_at, b.duration_minutes, b.status, b.price_cents, coalesce(s.display_name, 'Compte supprimé') as streamer_name,
    (b.status in ('requested', 'confirmed') and b.start_at > $2) as is_to_come,
    (select coalesce(sum(p.amount_cents), 0)::integer from public.payments p where p.booking_id = b.id and p.state in ('authorised', 'captured')) as paid_cents,
    (select coalesce(sum(p.refunded_cents), 0)::integer from public.payments p where p.booking_id = b.id) as refunded_cents
  from public.bookings b left join public.streamers s on s.id = b.streamer_id
  where b.viewer_id = $1 and b.status not in ('held', 'expired', 'declined')
  order by is_to_come desc, case when b.status in ('requested', 'confirmed') and b.start_at > $2 then b.start_at end, b.start_at desc
  limit 60` as const;

/** A minor's sessions, those to come first. Nothing of what was written around them. */
async function sessionsOf(db: pg.ClientBase, personId: string, now: Date): Promise<Row<typeof SESSIONS>[]> {
  const { rows } = await db.query(SESSIONS, [personId, now]);
  return rows;
}

/** The viewer's refund by cancelling at an instant, in cents. */
async function quoteOf(db: pg.ClientBase, bookingId: string, at: Instant): Promise<number> {
  const { rows } = await db.query(`select ${BOOKING_COLUMNS} from public.bookings where id = $1`, [
    bookingId,
  ]);
  const [row] = rows;
  if (!row) return 0;
  const result = transition(bookingOf(row), { type: 'cancel', by: 'viewer' }, at);
  return result.ok ? (refundOf(result.value) ?? 0) : 0;
}

/**
 * Returns a guardian's view by the link of a mail. Reading changes nothing, so that mail programs
 * that open links do no harm.
 */
export const readGuardianship = serve({
  contract,
  async run({ db, input: { token }, now }) {
    const found = await readByLink(db, token, now);
    const { person_id: personId, state } = found;
    const { rows } = await db.query('select private.spent_in_month($1, $2) as spent', [personId, now]);
    const isTold = state === 'confirmed' || state === 'stopped';
    const sessions: GuardianSession[] = [];
    for (const row of isTold ? await sessionsOf(db, personId, now) : [])
      sessions.push({
        bookingId: row.id,
        title: row.title,
        streamerName: row.streamer_name,
        start: row.start_at.toISOString(),
        durationMinutes: row.duration_minutes,
        status: row.status,
        isFree: row.price_cents === 0,
        paidCents: row.paid_cents,
        refundedCents: row.refunded_cents,
        refundCents: row.is_to_come ? await quoteOf(db, row.id, instantOf(now.getTime())) : null,
      });
    return {
      state: state === 'asked' && found.expires_at <= now ? ('expired' as const) : state,
      minorName: found.minor_name ?? '',
      askedAt: found.asked_at.toISOString(),
      expiresAt: found.expires_at.toISOString(),
      guardianName: found.guardian_name,
      monthlyCents: found.monthly_cents,
      spentCents: isTold ? (rows[0]?.spent ?? 0) : 0,
      sessions,
    };
  },
});
