import { randomUUID } from 'node:crypto';
import pino from 'pino';
import {
  insertOffer,
  type OfferDraft,
  type OpenDraft,
  openStreamer,
} from '#product/availability/testing/marketplace.ts';
import { carryOutDeadlines } from '#product/conference/carry-out-deadlines.ts';
import { ask, type ProductServer, type SignedIn } from '#product/testing/product-server.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { type Advanced, advanceBooking } from '../advance-booking.ts';
import { type BookingStanding, holdSlot } from '../contract.ts';
import type { BookingEvent } from '../rules/events.ts';

export const key = (): string => randomUUID();
const DAY = 86_400_000;

/** A streamer who is open every day from 9 to 18 in Paris, with an offer. */
export interface Fixture {
  streamer: SignedIn;
  offerId: string;
  /** Of the offer; 1 when left out. */
  revision?: number;
}

export async function openFixture(
  product: ProductServer,
  offer: OfferDraft = {},
  hours: OpenDraft = {},
): Promise<Fixture> {
  const streamer = await product.join({ role: 'streamer' });
  await openStreamer(product.database.pool, streamer.id, hours);
  return { streamer, offerId: await insertOffer(product.database.pool, streamer.id, offer) };
}

/** The day on which days are counted is that of the beginning of a test file: one that runs past midnight would come to the same day twice. */
const BEGAN = Date.now();

/** Some days after the server's now, at so many minutes past 10:00 UTC: within the hours of `openFixture`, summer and winter. */
export function startIn(product: ProductServer, days: number, minutes = 0): string {
  const day = new Date(BEGAN + product.clock.ahead + days * DAY);
  day.setUTCHours(10, minutes, 0, 0);
  return day.toISOString();
}

/** What `hold-slot` is sent. */
export const holdRequest = ({ offerId, revision = 1 }: Fixture, start: string) => ({
  key: key(),
  offerId,
  offerRevision: revision,
  start,
  viewerZone: 'Europe/Paris',
});

export const hold = (viewer: SignedIn, fixture: Fixture, start: string): Promise<BookingStanding> =>
  ask(viewer, holdSlot, holdRequest(fixture, start));

export const nowOf = ({ clock }: ProductServer): Date => new Date(Date.now() + clock.ahead);

/** An event without a command, at the server's now. */
export const advance = (
  product: ProductServer,
  bookingId: string,
  event: BookingEvent,
  now = nowOf(product),
): Promise<Advanced> =>
  inTransaction(product.database.pool, (db) => advanceBooking(db, { bookingId, event, actorId: null, now }));

/** Runs a task once, at the server's now. */
export const runTask = (product: ProductServer, task: (run: Run) => Promise<unknown>): Promise<unknown> =>
  task({
    pool: product.database.pool,
    logger: pino({ level: 'error' }, { write: (line: string) => product.errors.push(JSON.parse(line)) }),
    now: nowOf(product),
    signal: new AbortController().signal,
  });

export const carryOut = (product: ProductServer): Promise<unknown> => runTask(product, carryOutDeadlines);

const WATCHED = [
  'public.bookings',
  'public.booking_events',
  'public.payments',
  'public.payment_orders',
  'public.ledger_lines',
  'public.notifications',
  'public.waiting_list_entries',
  'private.command_keys',
  'mail.messages',
];

/** Everything that a refused command must leave unchanged. */
export async function everything({ database }: ProductServer): Promise<string> {
  const parts = WATCHED.map(
    (table) => `(select coalesce(md5(string_agg(t::text, '|' order by t::text)), 'none') from ${table} t)`,
  );
  const { rows } = await database.pool.query(`select concat_ws(' ', ${parts.join(', ')}) as state`);
  return rows[0].state;
}

/** The provider has the money of a held booking: the state a payment leaves before anything follows from it. */
export async function insertAuthorised({ database }: ProductServer, bookingId: string): Promise<void> {
  await database.pool.query(
    `insert into public.payments (booking_id, viewer_id, streamer_id, provider, state, amount_cents, fee_basis_points, settings_version,
       checkout_reference, payment_reference, authorised_at)
     select id, viewer_id, streamer_id, 'sandbox', 'authorised', price_cents, fee_basis_points, settings_version, 'co_' || id, 'pa_' || id, now()
     from public.bookings where id = $1`,
    [bookingId],
  );
}

/** A hold that was paid: confirmed, or requested of an offer on request. */
export async function book(
  product: ProductServer,
  viewer: SignedIn,
  fixture: Fixture,
  start: string,
): Promise<string> {
  const { bookingId } = await hold(viewer, fixture, start);
  await insertAuthorised(product, bookingId);
  await advance(product, bookingId, { type: 'authorise_payment', by: 'system' });
  return bookingId;
}
