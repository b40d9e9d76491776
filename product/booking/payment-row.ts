import type pg from 'pg';
import { basisPoints, type Cents, cents } from '#product/shared/money/cents.ts';
import { uuidOrNull } from '#server/postgres/as-caller.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import type { CapturedPayment } from './rules/payment.ts';

// The ledger still knows whose share it was after the streamer's account is deleted.
const STREAMER = `coalesce(streamer_id, (select l.streamer_id from public.ledger_postings g
  join public.ledger_lines l on l.posting_id = g.id
  where g.payment_id = payments.id and l.streamer_id is not null limit 1)) as streamer_id`;

const COLUMNS =
  `id, booking_id, ${STREAMER}, kind, provider, checkout_reference, payment_reference, checkout_url,
  destination_reference, transfer_reference, transferred_cents, state, amount_cents, fee_basis_points, captured_cents,
  refunded_cents, disputed_cents, lost_cents, released_at` as const;
const BY_ID = `select ${COLUMNS} from public.payments where id = $1` as const;

/** A row of public.payments, with what moves money. */
export type PaymentRow = Row<typeof BY_ID>;

/**
 * Reads a payment and locks it until the transaction ends. Its booking is locked first, as in every
 * change of a booking: two transactions that lock in opposite orders would deadlock.
 * @returns null when there is no such payment
 */
export async function lockPayment(db: pg.ClientBase, id: string): Promise<PaymentRow | null> {
  await db.query(
    `select from public.bookings b where b.id = (select p.booking_id from public.payments p where p.id = $1) for update`,
    [id],
  );
  const { rows } = await db.query(`select ${COLUMNS} from public.payments where id = $1 for update`, [id]);
  return rows[0] ?? null;
}

/**
 * Reads a payment without a lock.
 * @throws Error when it is missing, since payments are never deleted
 */
export async function readPayment(db: pg.ClientBase | pg.Pool, id: string): Promise<PaymentRow> {
  const { rows } = await db.query(BY_ID, [id]);
  if (!rows[0]) throw new Error(`payment ${id} is gone`);
  return rows[0];
}

/**
 * The payment by which a booking is, or was, paid: the live one, else the newest. The caller holds
 * the booking's lock.
 */
export async function lockPaymentOf(db: pg.ClientBase, bookingId: string): Promise<PaymentRow | null> {
  const { rows } = await db.query(
    `select ${COLUMNS} from public.payments where booking_id = $1 and kind = 'booking'
     order by state in ('open', 'authorised', 'captured') desc, created_at desc limit 1 for update`,
    [bookingId],
  );
  return rows[0] ?? null;
}

/**
 * The payment as the ledger's rules see it.
 * @throws Error when nobody earns from it: its account was deleted before it was captured
 */
export function capturedOf(row: PaymentRow): CapturedPayment {
  if (row.streamer_id === null) throw new Error(`payment ${row.id} belongs to no streamer`);
  return {
    streamerId: row.streamer_id,
    captured: cents(row.captured_cents),
    refunded: cents(row.refunded_cents),
    fee: basisPoints(row.fee_basis_points),
    released: row.released_at !== null,
    disputed: cents(row.disputed_cents),
    lost: cents(row.lost_cents),
  };
}

/**
 * Finds the payment that a provider's event is about, by our id, else by the provider's references.
 */
export async function findPayment(
  db: pg.ClientBase,
  provider: string,
  about: { paymentId: string | null; checkoutReference: string | null; paymentReference: string | null },
): Promise<string | null> {
  const { rows } = await db.query(
    `select id from public.payments where provider = $1 and (id = $2 or payment_reference = $3 or checkout_reference = $4)
     order by id = $2 desc nulls last limit 1`,
    [provider, uuidOrNull(about.paymentId), about.paymentReference, about.checkoutReference],
  );
  return rows[0]?.id ?? null;
}

/** The sum that banks hold back from a booking's payments during disputes, in cents. */
export async function disputedOf(db: pg.ClientBase, bookingId: string): Promise<Cents> {
  const { rows } = await db.query(
    'select coalesce(sum(disputed_cents), 0)::int as disputed from public.payments where booking_id = $1',
    [bookingId],
  );
  return cents(rows[0]?.disputed ?? 0);
}

/** Stores a payment's amounts after a movement. */
export async function storeCaptured(db: pg.ClientBase, id: string, after: CapturedPayment): Promise<void> {
  await db.query(
    `update public.payments set captured_cents = $2, refunded_cents = $3, disputed_cents = $4, lost_cents = $5, updated_at = now()
     where id = $1`,
    [id, after.captured, after.refunded, after.disputed, after.lost],
  );
}
