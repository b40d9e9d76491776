import { expect } from 'vitest';
import { EXTENSION_FAULTS } from '#product/conference/extension/testing/steps.ts';
import type { ProductServer } from '#product/testing/product-server.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { BOOKING_COLUMNS, type BookingRow, bookingOf } from '../booking-row.ts';
import { replay } from './replay.ts';

/**
 * People in two places, whether they give or take; and sessions in two places, but for seats that still have to answer where the others went.
 */
const OVERLAPS = `
  select a.id, b.id as with from public.bookings a join public.bookings b on a.id < b.id
    and (a.streamer_id = b.streamer_id and a.session_id <> b.session_id
        and tstzrange(a.blocks_from, a.blocks_until) && tstzrange(b.blocks_from, b.blocks_until)
      or a.viewer_id = b.viewer_id and tstzrange(a.start_at, a.end_at) && tstzrange(b.start_at, b.end_at)
      or a.streamer_id = b.viewer_id and tstzrange(a.blocks_from, a.blocks_until) && tstzrange(b.start_at, b.end_at)
      or a.viewer_id = b.streamer_id and tstzrange(a.start_at, a.end_at) && tstzrange(b.blocks_from, b.blocks_until)
      or a.session_id = b.session_id and (a.seat = b.seat or a.start_at <> b.start_at
        and a.proposed_start_at is distinct from b.start_at and b.proposed_start_at is distinct from a.start_at))
  where a.status in ('held', 'requested', 'confirmed', 'in_progress') and b.status in ('held', 'requested', 'confirmed', 'in_progress')`;

/**
 * What Loge has captured or is about to capture of a payment, less what it has refunded or is about to; compared with what the booking
 * says that the viewer pays in the end.
 */
const MONEY = `
  select b.id, b.status, b.price_cents, b.refund_cents, b.confirmed_at is not null as was_confirmed,
    coalesce(sum(p.captured_cents - p.refunded_cents), 0)::int as taken,
    coalesce(sum(o.captures - o.refunds), 0)::int as ordered
  from public.bookings b
  left join public.payments p on p.booking_id = b.id
  left join lateral (
    select coalesce(sum(amount_cents) filter (where kind = 'capture'), 0) as captures,
      coalesce(sum(amount_cents) filter (where kind = 'refund'), 0) as refunds
    from public.payment_orders where payment_id = p.id and state = 'pending'
  ) o on true
  where b.viewer_id = any($1) group by b.id`;

interface MoneyRow {
  id: string;
  status: string;
  price_cents: number;
  refund_cents: number | null;
  was_confirmed: boolean;
  taken: number;
  ordered: number;
}

/** Cents that the viewer pays when all that was ordered is done. */
function owed({
  status,
  price_cents: price,
  refund_cents: refund,
  was_confirmed: confirmed,
}: MoneyRow): number {
  if (status === 'confirmed' || status === 'in_progress') return price;
  return confirmed ? price - (refund ?? 0) : 0;
}

/** What must always be true, in one snapshot: books, time, money, and that history and row agree. */
export async function checkInvariants(
  { database }: ProductServer,
  viewerIds: readonly string[],
): Promise<void> {
  await inTransaction(
    database.pool,
    async (db) => {
      const { rows: unbalanced } = await db.query(
        'select posting_id from public.ledger_lines group by posting_id having sum(amount_cents) <> 0',
      );
      expect(unbalanced, 'postings that do not sum to zero').toEqual([]);
      expect((await db.query(OVERLAPS)).rows, 'time that is sold twice').toEqual([]);
      expect((await db.query(EXTENSION_FAULTS)).rows, 'extensions that are not what was paid').toEqual([]);
      const { rows: money } = await db.query<MoneyRow>(MONEY, [viewerIds]);
      for (const row of money) {
        expect({ ...row, comesTo: row.taken + row.ordered }).toMatchObject({ comesTo: owed(row) });
      }
      const { rows: bookings } = await db.query<BookingRow>(
        `select ${BOOKING_COLUMNS} from public.bookings where viewer_id = any($1)`,
        [viewerIds],
      );
      for (const row of bookings) expect(bookingOf(row)).toEqual(await replay(db, row));
    },
    (client) => client.query('begin isolation level repeatable read read only'),
  );
}

/** What must be true once everything due was done: the provider's books match ours, and it holds no money without a reason. */
export async function checkSettled({ database }: ProductServer, viewerIds: readonly string[]): Promise<void> {
  const { rows } = await database.pool.query(
    `select p.id, p.state, p.captured_cents, p.refunded_cents, s.state as theirs, s.captured_cents as their_captured,
       s.refunded_cents as their_refunded, b.status
     from public.payments p join public.bookings b on b.id = p.booking_id
     left join sandbox.payments s on s.payment_id = p.id::text
     where p.viewer_id = any($1)`,
    [viewerIds],
  );
  for (const row of rows) {
    expect({ ...row, captured: row.their_captured ?? 0, refunded: row.their_refunded ?? 0 }).toMatchObject({
      captured: row.captured_cents,
      refunded: row.refunded_cents,
    });
    if (row.theirs === 'authorised') expect(row).toMatchObject({ status: 'requested' });
  }
  const { rows: left } = await database.pool.query(
    `select o.kind, o.last_error from public.payment_orders o join public.payments p on p.id = o.payment_id
     where o.state = 'pending' and p.viewer_id = any($1)`,
    [viewerIds],
  );
  expect(left, 'orders that were never carried out').toEqual([]);
}
