import { serve } from '#product/command/serve.ts';
import { isZoneName } from '#product/shared/time/zone.ts';
import { listPayments as contract } from '../contract.ts';
import { patternsOf } from '../rules/search-patterns.ts';

/** Lists somebody's payments, narrowed. An index has a viewer's payments, the latest first. */
const PAID =
  `from public.payments p join public.bookings b on b.id = p.booking_id left join public.streamers s on s.id = p.streamer_id
  where p.viewer_id = $1 and p.state in ('authorised', 'captured', 'voided')
    and ($2::int is null or extract(year from p.created_at at time zone $3) = $2)
    and ($4::text[] is null or private.search_text(concat_ws(' ', b.title, s.display_name, s.handle, left(b.id::text, 8))) like all($4))` as const;

type Kind = 'booking' | 'extension';
type State = 'authorised' | 'captured' | 'voided';

/** A viewer's payments, a page at a time, with the exact sums of all of them. */
export const listPayments = serve({
  contract,
  async run({ db, person, input: { year, zone: asked, search, page, size } }) {
    const zone = isZoneName(asked) ? asked : 'Europe/Paris';
    const wanted = [person.id, year, zone, patternsOf(search)] as const;
    const { rows } = await db.query(
      `select p.id, p.booking_id, p.kind, p.state, p.created_at, p.amount_cents, p.captured_cents, p.refunded_cents, b.title, s.display_name,
         s.avatar_url, exists (select from public.payment_orders o
           where o.payment_id = p.id and o.kind = 'refund' and o.state = 'pending') as refunding
       ${PAID} order by p.created_at desc, p.id limit $5::int offset $6::int`,
      [...wanted, size, (page - 1) * size],
    );
    const { rows: sums } = await db.query(
      `select count(*)::int as payments, coalesce(sum(p.captured_cents), 0)::bigint as captured,
         coalesce(sum(p.refunded_cents), 0)::bigint as refunded ${PAID}`,
      [...wanted],
    );
    const { rows: years } = await db.query(
      `select distinct extract(year from p.created_at at time zone $2)::int as year from public.payments p
       where p.viewer_id = $1 and p.state in ('authorised', 'captured', 'voided') order by 1 desc`,
      [person.id, zone],
    );
    const captured = Number(sums[0]?.captured ?? 0);
    const refunded = Number(sums[0]?.refunded ?? 0);
    return {
      payments: rows.map((row) => ({
        id: row.id,
        bookingId: row.booking_id,
        kind: row.kind as Kind, // a constraint of the table
        state: row.state as State, // PAID lets no other through
        createdAt: row.created_at.toISOString(),
        title: row.title,
        amountCents: row.amount_cents,
        capturedCents: row.captured_cents,
        refundedCents: row.refunded_cents,
        refunding: row.refunding === true,
        streamer: row.display_name === null ? null : { name: row.display_name, avatarUrl: row.avatar_url },
      })),
      years: years.flatMap(({ year: each }) => each ?? []),
      totals: {
        payments: sums[0]?.payments ?? 0,
        capturedCents: captured,
        refundedCents: refunded,
        netCents: captured - refunded,
      },
    };
  },
});
