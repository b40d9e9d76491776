import type pg from 'pg';
import { cents } from '#product/shared/money/cents.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import type { ExtensionEnd, RoomExtension } from './extension-contract.ts';
import { insertOrder } from './payment-orders.ts';
import { lockPayment } from './payment-row.ts';
import type { Extension } from './rules/booking.ts';
import { tellRoom } from './tell-room.ts';

const COLUMNS = 'id, booking_id, side, minutes, price_cents, state, reason, payment_id, until_at';
const BY_ID = `select ${COLUMNS} from public.session_extensions where id = $1 and booking_id = $2` as const;
export type ExtensionRow = Row<typeof BY_ID>;
const OPEN = `state in ('offered', 'accepted', 'paying')`;

export const isOpen = ({ state }: ExtensionRow): boolean =>
  state === 'offered' || state === 'accepted' || state === 'paying';

/** The extension as the room shows it. */
export const factsOf = (row: ExtensionRow): RoomExtension => ({
  id: row.id,
  by: row.side,
  state: row.state,
  minutes: row.minutes,
  priceCents: row.price_cents,
  until: row.until_at.toISOString(),
  reason: row.reason,
});

/** The same as product/booking/rules sees it. */
export const termsOfExtension = ({ minutes, price_cents }: ExtensionRow): Extension => ({
  minutes,
  price: cents(price_cents),
});

/** The newest extension of a booking, open or not. Rows change only under the booking's lock. */
export async function lastExtension(db: pg.ClientBase, bookingId: string): Promise<ExtensionRow | null> {
  const { rows } = await db.query(
    `select ${COLUMNS} from public.session_extensions where booking_id = $1
     order by ${OPEN} desc, offered_at desc, id limit 1`,
    [bookingId],
  );
  return rows[0] ?? null;
}

export async function openExtension(db: pg.ClientBase, bookingId: string): Promise<ExtensionRow | null> {
  const last = await lastExtension(db, bookingId);
  return last && isOpen(last) ? last : null;
}

export async function extensionById(
  db: pg.ClientBase,
  bookingId: string,
  id: string,
): Promise<ExtensionRow | null> {
  const { rows } = await db.query(BY_ID, [id, bookingId]);
  return rows[0] ?? null;
}

export async function extensionOfPayment(db: pg.ClientBase, paymentId: string): Promise<ExtensionRow | null> {
  const { rows } = await db.query(`select ${COLUMNS} from public.session_extensions where payment_id = $1`, [
    paymentId,
  ]);
  return rows[0] ?? null;
}

export async function insertExtension(
  db: pg.ClientBase,
  draft: { bookingId: string; side: ExtensionRow['side']; extension: Extension; until: Date; now: Date },
): Promise<ExtensionRow> {
  const { bookingId, side, extension, until, now } = draft;
  const { rows } = await db.query(
    `insert into public.session_extensions (booking_id, side, minutes, price_cents, offered_at, until_at)
     values ($1, $2, $3, $4, $5, $6) returning ${COLUMNS}`,
    [bookingId, side, extension.minutes, extension.price, now, until],
  );
  const [row] = rows;
  if (!row) throw new Error('an insert returns its row');
  return row;
}

/** Columns left out stay as they are; `payment_id` can be set to null. */
type Changes = Partial<
  Pick<ExtensionRow, 'state' | 'reason' | 'payment_id' | 'until_at'> & { accepted_at: Date; ended_at: Date }
>;

/**
 * Stores the extension's new state, and tells both people's pages. The caller holds the booking's
 * lock.
 */
export async function changeExtension(
  db: pg.ClientBase,
  { id }: Pick<ExtensionRow, 'id'>,
  changes: Changes,
): Promise<ExtensionRow> {
  const { state, reason, payment_id, until_at, accepted_at, ended_at } = changes;
  const { rows } = await db.query(
    `update public.session_extensions x set state = coalesce($2, x.state), reason = coalesce($3, x.reason),
       payment_id = case when $4 then $5 else x.payment_id end, until_at = coalesce($6, x.until_at),
       accepted_at = coalesce($7, x.accepted_at), ended_at = coalesce($8, x.ended_at)
     from public.bookings b where x.id = $1 and b.id = x.booking_id
     returning x.*, b.session_id`,
    [
      id,
      state ?? null,
      reason ?? null,
      payment_id !== undefined,
      payment_id ?? null,
      until_at ?? null,
      accepted_at ?? null,
      ended_at ?? null,
    ],
  );
  const [row] = rows;
  if (!row) throw new Error(`extension ${id} is gone`);
  await tellRoom(db, row.session_id);
  return row;
}

/**
 * Ends an extension that was declined, withdrawn or not paid in time. A payment page that is still
 * open is closed, and money that is authorised later is released. The caller holds the booking's
 * lock.
 */
export async function endExtension(
  db: pg.ClientBase,
  row: ExtensionRow,
  { reason, now }: { reason: ExtensionEnd; now: Date },
): Promise<ExtensionRow> {
  const state = reason === 'declined' || reason === 'withdrawn' ? 'refused' : 'failed';
  const payment = row.payment_id === null ? null : await lockPayment(db, row.payment_id);
  if (payment?.state === 'open')
    await insertOrder(db, { paymentId: payment.id, kind: 'void', amount: 0, now });
  return changeExtension(db, row, { state, reason, ended_at: now });
}

/**
 * Ends the open extension of a booking that has ended. Extensions that were paid are not affected.
 */
export async function endOpenExtension(db: pg.ClientBase, bookingId: string, now: Date): Promise<void> {
  const open = await openExtension(db, bookingId);
  if (open) await endExtension(db, open, { reason: 'session_over', now });
}

/**
 * Withdraws an extension that is offered or agreed on and not paid, when one of the two may not
 * continue. The caller holds the booking's lock.
 * @returns whether there was one
 */
export async function withdrawExtension(db: pg.ClientBase, bookingId: string, now: Date): Promise<boolean> {
  const open = await openExtension(db, bookingId);
  if (open) await endExtension(db, open, { reason: 'withdrawn', now });
  return open !== null;
}

/**
 * The provider refused the payment: the extension stays agreed on, and another payment can be begun
 * while there is time.
 */
export async function forgetPaymentOfExtension(db: pg.ClientBase, paymentId: string): Promise<void> {
  const row = await extensionOfPayment(db, paymentId);
  if (row?.state === 'paying') await changeExtension(db, row, { state: 'accepted', payment_id: null });
}
