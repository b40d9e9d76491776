import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { POLICIES } from '#product/booking/rules/policies.ts';
import { insertRows, type RowOf } from './rows.ts';

type Db = pg.ClientBase | pg.Pool;

/** Makes the page of a streamer, which their account already has, one that everybody sees. */
export async function publishStreamer(
  db: Db,
  streamerId: string,
  more: RowOf<'public.streamers'> = {},
): Promise<void> {
  const row: RowOf<'public.streamers'> = { published_at: new Date(), ...more };
  const columns = Object.keys(row);
  await db.query(
    `update public.streamers set ${columns.map((column, index) => `${column} = $${index + 2}`).join(', ')} where id = $1`,
    [streamerId, ...Object.values(row)],
  );
}

/**
 * The introduction of a streamer, as one who stored a film has it; the file itself is missing.
 * @returns its address
 */
export async function insertFilm(db: Db, streamerId: string): Promise<string> {
  const name = `${streamerId}/${randomUUID()}.webm`;
  const url = `/storage/v1/object/public/clips/${name}`;
  await insertRows(db, 'storage.objects', [
    {
      id: randomUUID(),
      bucket_id: 'clips',
      name,
      owner_id: streamerId,
      version: randomUUID(),
      metadata: { mimetype: 'video/webm', size: 1000, film: { width: 640, height: 360, seconds: 12.5 } },
    },
  ]);
  await insertRows(db, 'public.films', [{ streamer_id: streamerId, film_url: url }]);
  return url;
}

/**
 * An active offer: 60 minutes for 45 EUR, instant, one seat, unless the draft says otherwise.
 * @returns its id
 */
export async function insertOffer(
  db: Db,
  streamerId: string,
  draft: RowOf<'public.offers'> = {},
): Promise<string> {
  const id = randomUUID();
  const usual = {
    title: 'Une heure en tête à tête',
    category: 'coaching',
    duration_minutes: 60,
    price_cents: 4500,
  };
  await insertRows(db, 'public.offers', [
    {
      id,
      streamer_id: streamerId,
      seats: 1,
      confirmation: 'instant',
      policy: 'standard',
      questions: [],
      description: '',
      position: 0,
      is_active: true,
      revision: 1,
      created_at: new Date(),
      updated_at: new Date(),
      ...usual,
      ...draft,
    },
  ]);
  return id;
}

export interface BookingDraft {
  streamerId: string;
  viewerId: string;
  offerId?: string | null;
  start: Date;
  status?: string;
  more?: RowOf<'public.bookings'>;
}

/**
 * A booking as its row, with nothing around it: no event, no payment. Confirmed unless the draft
 * says otherwise.
 */
export function bookingRow({
  streamerId,
  viewerId,
  offerId = null,
  start,
  status = 'confirmed',
  more = {},
}: BookingDraft): RowOf<'public.bookings'> {
  const id = randomUUID();
  const live = ['held', 'requested', 'confirmed', 'in_progress'].includes(status);
  const made = new Date(start.getTime() - 3 * 86_400_000);
  return {
    id,
    session_id: id,
    seat: 1,
    streamer_id: streamerId,
    viewer_id: viewerId,
    offer_id: offerId,
    title: 'Une heure en tête à tête',
    category: 'coaching',
    seats: 1,
    confirmation: 'instant',
    price_cents: 4500,
    fee_basis_points: 1500,
    settings_version: 1,
    policy: POLICIES.standard,
    questions: [],
    answers: {},
    viewer_zone: 'Europe/Paris',
    streamer_zone: 'Europe/Paris',
    buffer_before_minutes: 0,
    buffer_after_minutes: 10,
    duration_minutes: 60,
    start_at: start,
    agreed_start_at: start,
    reschedules: 0,
    revision: 0,
    status,
    held_at: made,
    paying: false,
    extended: false,
    confirmed_at: null,
    answer_by: status === 'requested' ? start : null,
    ended_at: live ? null : start,
    cause: null,
    refund_cents: null,
    delivered_minutes: null,
    reason: null,
    due_event: null,
    due_at: null,
    created_at: made,
    updated_at: made,
    ...more,
  };
}

/** @returns the booking's id */
export async function insertBooking(db: Db, draft: BookingDraft): Promise<string> {
  const row = bookingRow(draft);
  await insertRows(db, 'public.bookings', [row]);
  return String(row.id);
}

/** A payment as its row: captured, 45 EUR, by the sandbox. @returns its id */
export async function insertPayment(
  db: Db,
  { bookingId, streamerId, viewerId }: { bookingId: string; streamerId: string; viewerId: string },
  more: RowOf<'public.payments'> = {},
): Promise<string> {
  const id = randomUUID();
  const at = new Date();
  await insertRows(db, 'public.payments', [
    {
      id,
      booking_id: bookingId,
      streamer_id: streamerId,
      viewer_id: viewerId,
      kind: 'booking',
      provider: 'sandbox',
      checkout_reference: `cs_${id}`,
      payment_reference: `pi_${id}`,
      state: 'captured',
      amount_cents: 4500,
      fee_basis_points: 1500,
      settings_version: 1,
      captured_cents: 4500,
      refunded_cents: 0,
      disputed_cents: 0,
      authorised_at: at,
      captured_at: at,
      created_at: at,
      updated_at: at,
      ...more,
    },
  ]);
  return id;
}
