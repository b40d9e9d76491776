import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import { basisPoints, cents } from '#domain/money/cents.ts';
import { feeOf } from '#domain/money/price.ts';
import type { Instant } from '#domain/time/instant.ts';
import { french } from '#server/integrations/mail/french.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { lockPaymentOf } from './payment-row.ts';
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

/**
 * Opens the provider's page for a booking that is held, in the command's transaction; the caller has locked the booking. One
 * that is open already is the same one. When the transaction is rolled back after all, the page stays behind unknown to
 * anybody, and the provider closes it.
 * @throws AppError nothing_to_pay when it is paid; provider_unavailable or provider_refused
 */
export async function openCheckout(
  db: pg.ClientBase,
  { payments, siteUrl }: Pick<ProductDeps, 'payments' | 'siteUrl'>,
  { bookingId, expiresAt, now }: CheckoutOfBooking,
): Promise<{ paymentId: string; checkoutUrl: string }> {
  const before = await lockPaymentOf(db, bookingId);
  if (before?.state === 'authorised' || before?.state === 'captured') throw new AppError('nothing_to_pay');
  if (before?.state === 'open' && before.checkout_url !== null) {
    return { paymentId: before.id, checkoutUrl: before.checkout_url };
  }
  const { rows } = await db.query<Sale>(SALE, [bookingId, payments.name]);
  const [sale] = rows;
  if (!sale) throw new AppError('booking_not_found');
  const paymentId = await insertPayment(db, { bookingId, provider: payments.name, sale, now });
  const amount = cents(sale.price_cents);
  const page = `${siteUrl()}/book-session/${sale.handle}?booking=${bookingId}`;
  const opened = await asAppError(
    payments.openCheckout({
      paymentId,
      bookingId,
      amount,
      currency: 'eur',
      title: sale.title,
      description: `Avec ${sale.display_name}, ${startOf(sale)}`,
      customerEmail: sale.email,
      successUrl: `${page}&payment=done`,
      cancelUrl: `${page}&payment=left`,
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
  now: Date;
}

async function insertPayment(
  db: pg.ClientBase,
  { bookingId, provider, sale, now }: NewPayment,
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into public.payments (booking_id, viewer_id, streamer_id, provider, amount_cents, fee_basis_points,
       settings_version, destination_reference, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) returning id`,
    [
      bookingId,
      sale.viewer_id,
      sale.streamer_id,
      provider,
      sale.price_cents,
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
