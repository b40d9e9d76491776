import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import { basisPoints, cents } from '#domain/money/cents.ts';
import { feeOf } from '#domain/money/price.ts';
import type { Instant } from '#domain/time/instant.ts';
import { french } from '#server/integrations/mail/french.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { lockPayment, lockPaymentOf } from './payment-row.ts';
import { asAppError } from './provider-errors.ts';

export interface CheckoutOfBooking {
  bookingId: string;
  /** The end of the hold: after it the payment is no longer wanted. */
  expiresAt: Instant;
  now: Date;
}

interface Sale {
  title: string;
  price_cents: number;
  fee_basis_points: number;
  settings_version: number;
  viewer_id: string;
  streamer_id: string;
  email: string;
  display_name: string;
  handle: string;
  start_at: Date;
  viewer_zone: string;
  account_reference: string | null;
}

const SALE = `select b.title, b.price_cents, b.fee_basis_points, b.settings_version, b.viewer_id, b.streamer_id, u.email,
    s.display_name, s.handle, b.start_at, b.viewer_zone, a.account_reference
  from public.bookings b
  join public.streamers s on s.id = b.streamer_id
  join auth.users u on u.id = b.viewer_id
  left join public.payout_accounts a on a.streamer_id = b.streamer_id and a.provider = $2 and a.charges_enabled
  where b.id = $1`;

type Deps = Pick<ProductDeps, 'payments' | 'siteUrl'>;

/**
 * Opens the provider's page for a booking that is held, in the command's transaction; the caller has locked the booking. One
 * that is open already is the same one. When the transaction is rolled back after all, the page stays behind unknown to
 * anybody, and the provider closes it.
 * @throws AppError nothing_to_pay when it is paid; provider_unavailable or provider_refused
 */
export async function openCheckout(
  db: pg.ClientBase,
  deps: Deps,
  { bookingId, expiresAt, now }: CheckoutOfBooking,
): Promise<{ paymentId: string; checkoutUrl: string }> {
  const before = await lockPaymentOf(db, bookingId);
  if (before?.state === 'authorised' || before?.state === 'captured') throw new AppError('nothing_to_pay');
  if (before?.state === 'open' && before.checkout_url !== null) {
    return { paymentId: before.id, checkoutUrl: before.checkout_url };
  }
  const sale = await saleOf(db, deps, bookingId);
  const page = `${deps.siteUrl()}/book-session/${sale.handle}?booking=${bookingId}`;
  return open(db, deps, {
    bookingId,
    sale,
    kind: 'booking',
    amountCents: sale.price_cents,
    title: sale.title,
    successUrl: `${page}&payment=done`,
    cancelUrl: `${page}&payment=left`,
    expiresAt,
    now,
  });
}

export interface CheckoutOfExtension extends CheckoutOfBooking {
  sessionId: string;
  /** Of the page that was opened for it before; null when none was. */
  paymentId: string | null;
  amountCents: number;
  minutes: number;
}

/**
 * The same for an extension that both agreed to: a payment of its own. Its page leads back to one that says what to do with a second tab.
 * @throws AppError nothing_to_pay when it is paid, or its page is closed; provider_unavailable or provider_refused
 */
export async function openExtensionCheckout(
  db: pg.ClientBase,
  deps: Deps,
  { bookingId, sessionId, paymentId, amountCents, minutes, expiresAt, now }: CheckoutOfExtension,
): Promise<{ paymentId: string; checkoutUrl: string }> {
  if (paymentId !== null) {
    const before = await lockPayment(db, paymentId);
    if (before?.state !== 'open' || before.checkout_url === null) throw new AppError('nothing_to_pay');
    return { paymentId, checkoutUrl: before.checkout_url };
  }
  const sale = await saleOf(db, deps, bookingId);
  const page = `${deps.siteUrl()}/conference/room/${sessionId}`;
  return open(db, deps, {
    bookingId,
    sale,
    kind: 'extension',
    amountCents,
    title: french(`${sale.title} : ${minutes} min de plus`),
    successUrl: `${page}?extension=done`,
    cancelUrl: `${page}?extension=left`,
    expiresAt,
    now,
  });
}

async function saleOf(db: pg.ClientBase, { payments }: Deps, bookingId: string): Promise<Sale> {
  const { rows } = await db.query<Sale>(SALE, [bookingId, payments.name]);
  const [sale] = rows;
  if (!sale) throw new AppError('booking_not_found');
  return sale;
}

interface NewCheckout {
  bookingId: string;
  sale: Sale;
  kind: 'booking' | 'extension';
  amountCents: number;
  title: string;
  successUrl: string;
  cancelUrl: string;
  expiresAt: Instant;
  now: Date;
}

async function open(
  db: pg.ClientBase,
  { payments }: Deps,
  { bookingId, sale, kind, amountCents, title, successUrl, cancelUrl, expiresAt, now }: NewCheckout,
): Promise<{ paymentId: string; checkoutUrl: string }> {
  const provider = payments.name;
  const paymentId = await insertPayment(db, { bookingId, provider, sale, kind, amountCents, now });
  const amount = cents(amountCents);
  const opened = await asAppError(
    payments.openCheckout({
      paymentId,
      bookingId,
      amount,
      currency: 'eur',
      title,
      description: `Avec ${sale.display_name}, ${startOf(sale)}`,
      customerEmail: sale.email,
      successUrl,
      cancelUrl,
      expiresAt,
      destination:
        sale.account_reference === null
          ? null
          : {
              accountReference: sale.account_reference,
              applicationFee: feeOf(amount, basisPoints(sale.fee_basis_points)),
            },
    }),
  );
  await db.query('update public.payments set checkout_reference = $2, checkout_url = $3 where id = $1', [
    paymentId,
    opened.checkoutReference,
    opened.url,
  ]);
  return { paymentId, checkoutUrl: opened.url };
}

interface NewPayment {
  bookingId: string;
  provider: string;
  sale: Sale;
  kind: 'booking' | 'extension';
  amountCents: number;
  now: Date;
}

async function insertPayment(
  db: pg.ClientBase,
  { bookingId, provider, sale, kind, amountCents, now }: NewPayment,
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into public.payments (booking_id, viewer_id, streamer_id, kind, provider, amount_cents, fee_basis_points,
       settings_version, destination_reference, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10) returning id`,
    [
      bookingId,
      sale.viewer_id,
      sale.streamer_id,
      kind,
      provider,
      amountCents,
      sale.fee_basis_points,
      sale.settings_version,
      sale.account_reference,
      now,
    ],
  );
  return rows[0]?.id ?? '';
}

/** `le samedi 5 décembre à 18 h 00 (heure de Paris)`: short, for the provider's page and the payer's receipt. */
function startOf({ start_at, viewer_zone }: Sale): string {
  const parts = new Intl.DateTimeFormat('fr-FR', {
    timeZone: viewer_zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(start_at);
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((found) => found.type === type)?.value ?? '';
  const day = part('day') === '1' ? '1er' : part('day');
  const city = viewer_zone.split('/').at(-1)?.replaceAll('_', ' ') ?? viewer_zone;
  const time = `${part('hour')} h ${part('minute')}`;
  return french(`le ${part('weekday')} ${day} ${part('month')} à ${time} (heure de ${city})`);
}
