import type pg from 'pg';
import type { Transact } from '#platform/functions/command.ts';
import type { BookingRow } from '#product/booking/booking-row.ts';
import { insertOrder } from '#product/booking/payment-orders.ts';
import { lockPayment, lockPaymentOf } from '#product/booking/payment-row.ts';
import { isLostCapability, storeAccountState } from '#product/booking/payout-account.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { french } from '#product/mail/french.ts';
import { AppError } from '#product/shared/errors.ts';
import { basisPoints, cents } from '#product/shared/money/cents.ts';
import { feeOf } from '#product/shared/money/price.ts';
import { type Instant, instantOf } from '#product/shared/time/instant.ts';
import { ofCity } from '#product/shared/time/zone-city.ts';
import type { CheckoutOrder, OpenedCheckout } from '#server/integrations/payments/provider.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { appErrorOf, asAppError } from './provider-errors.ts';

interface PaymentDraft {
  kind: 'booking' | 'extension';
  /** The booking whose terms are paid; its row is locked. */
  row: BookingRow;
  amountCents: number;
  /**
   * The end of the hold, or of the time to pay for an extension: after it the payment is no longer
   * wanted.
   */
  wantedUntil: Instant;
  now: Date;
}

/**
 * The payment of a held booking, in the command's transaction: the open one, or a new one. Its page
 * is opened afterwards, by `openCheckout`.
 * @throws AppError nothing_to_pay when it is paid
 */
export async function ensurePayment(
  db: pg.ClientBase,
  deps: Pick<ProductDeps, 'payments'>,
  draft: Omit<PaymentDraft, 'kind' | 'amountCents'>,
): Promise<string> {
  const before = await lockPaymentOf(db, draft.row.id);
  if (before?.state === 'authorised' || before?.state === 'captured') throw new AppError('nothing_to_pay');
  if (before?.state === 'open') return before.id;
  return insertPayment(db, deps, { ...draft, kind: 'booking', amountCents: draft.row.price_cents });
}

/** Writes a payment whose page is still to be opened. @returns its id */
export async function insertPayment(
  db: pg.ClientBase,
  { payments }: Pick<ProductDeps, 'payments'>,
  { kind, row, amountCents, wantedUntil, now }: PaymentDraft,
): Promise<string> {
  const { rows } = await db.query(
    `insert into public.payments (booking_id, viewer_id, streamer_id, kind, provider, amount_cents, fee_basis_points,
       settings_version, wanted_until, destination_reference, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, (
       select account_reference from public.payout_accounts where streamer_id = $3 and provider = $5 and charges_enabled), $10, $10)
     returning id`,
    [
      row.id,
      row.viewer_id,
      row.streamer_id,
      kind,
      payments.name,
      amountCents,
      row.fee_basis_points,
      row.settings_version,
      new Date(wantedUntil),
      now,
    ],
  );
  const [payment] = rows;
  if (!payment) throw new Error('an insert returns its row');
  return payment.id;
}

const SALE = `select p.id as payment_id, p.kind, p.state, p.checkout_url, p.amount_cents, p.fee_basis_points, p.destination_reference,
    p.wanted_until, b.id as booking_id, b.session_id, b.title, b.start_at, b.viewer_zone, u.email, s.display_name, s.handle, x.minutes
  from public.payments p
  join public.bookings b on b.id = p.booking_id
  join public.streamers s on s.id = b.streamer_id
  join auth.users u on u.id = b.viewer_id
  left join public.session_extensions x on x.payment_id = p.id
  where p.id = $1 and u.email is not null`;
type Sale = Row<typeof SALE>;

interface Opening {
  paymentId: string;
  now: Date;
  /**
   * Undoes more in the same transaction when the provider refuses for good, so that the payer can
   * begin again.
   */
  onRefusal: (db: pg.ClientBase) => Promise<unknown>;
}

/**
 * Opens the provider's page for a payment that the command has committed, with no connection held
 * meanwhile. It may be asked for several times at once, and again after a crash: the request
 * depends on the payment alone, and the provider gives one page to a payment.
 * @returns the address of the page
 * @throws AppError provider_unavailable: the same again later; provider_refused: the payment is
 * over, another may be begun; booking_wrong_status when what was to be paid came to its end
 * meanwhile
 */
export async function openCheckout(
  transact: Transact,
  { payments, siteUrl }: Pick<ProductDeps, 'payments' | 'siteUrl'>,
  { paymentId, now, onRefusal }: Opening,
): Promise<string> {
  const sale = await transact((db) => readSale(db, paymentId));
  if (sale.checkout_url !== null) return sale.checkout_url;
  if (sale.state !== 'open') throw new AppError('booking_wrong_status');
  let opened: OpenedCheckout;
  try {
    opened = await payments.openCheckout(orderOf(sale, siteUrl()));
  } catch (cause) {
    const account = sale.destination_reference;
    if (account !== null && isLostCapability(cause)) {
      // The viewer pays nevertheless: the share waits with the platform, as for a streamer who has
      // no account yet.
      const state = await asAppError(payments.askForCapabilities(account));
      await transact(async (db) => {
        await storeAccountState(db, payments.name, state);
        await db.query(
          `update public.payments set destination_reference = null
           where id = $1 and destination_reference = $2 and checkout_reference is null`,
          [paymentId, account],
        );
      });
      return openCheckout(transact, { payments, siteUrl }, { paymentId, now, onRefusal });
    }
    const error = appErrorOf(cause);
    if (error instanceof AppError && error.code === 'provider_refused')
      await transact((db) => endUnopened(db, { paymentId, failure: error.message, now, onRefusal }));
    throw error;
  }
  const url = await transact((db) => recordPage(db, { paymentId, opened, now }));
  if (url === null) throw new AppError('booking_wrong_status');
  return url;
}

async function readSale(db: pg.ClientBase, paymentId: string): Promise<Sale> {
  const { rows } = await db.query(SALE, [paymentId]);
  const [sale] = rows;
  if (!sale) throw new AppError('booking_not_found');
  return sale;
}

/**
 * @returns the page's address; null when nobody wants the payment any more: then the page is closed
 */
async function recordPage(
  db: pg.ClientBase,
  { paymentId, opened, now }: { paymentId: string; opened: OpenedCheckout; now: Date },
): Promise<string | null> {
  const payment = await lockPayment(db, paymentId);
  if (payment === null || payment.checkout_url !== null) return payment?.checkout_url ?? null;
  await db.query('update public.payments set checkout_reference = $2, checkout_url = $3 where id = $1', [
    paymentId,
    opened.checkoutReference,
    opened.url,
  ]);
  if (payment.state === 'open') return opened.url;
  await insertOrder(db, { paymentId, kind: 'void', amount: 0, now });
  return null;
}

/**
 * The provider gives no page for this payment; if another request has got one meanwhile, that one
 * counts.
 */
async function endUnopened(
  db: pg.ClientBase,
  { paymentId, failure, now, onRefusal }: Opening & { failure: string },
): Promise<void> {
  const payment = await lockPayment(db, paymentId);
  if (payment?.state !== 'open' || payment.checkout_reference !== null) return;
  await db.query(
    `update public.payments set state = 'expired', failure = $2, updated_at = $3 where id = $1`,
    [paymentId, failure, now],
  );
  await onRefusal(db);
}

/** The request is the same each time, so that the provider recognises it. */
function orderOf(sale: Sale, siteUrl: string): CheckoutOrder {
  const amount = cents(sale.amount_cents);
  const { destination_reference: accountReference } = sale;
  return {
    paymentId: sale.payment_id,
    bookingId: sale.booking_id,
    amount,
    currency: 'eur',
    ...pageOf(sale, siteUrl),
    description: `Avec ${sale.display_name}, ${startOf(sale)}`,
    customerEmail: sale.email,
    expiresAt: instantOf((sale.wanted_until ?? sale.start_at).getTime()),
    destination:
      accountReference === null
        ? null
        : { accountReference, applicationFee: feeOf(amount, basisPoints(sale.fee_basis_points)) },
  };
}

/**
 * The page of an extension leads back to an address that tells the payer to close the second tab.
 */
function pageOf(
  { kind, title, minutes, session_id, handle, booking_id }: Sale,
  siteUrl: string,
): Pick<CheckoutOrder, 'title' | 'successUrl' | 'cancelUrl'> {
  if (kind === 'extension') {
    const room = `${siteUrl}/conference/room/${session_id}`;
    return {
      title: french(`${title} : ${minutes} min de plus`),
      successUrl: `${room}?extension=done`,
      cancelUrl: `${room}?extension=left`,
    };
  }
  const page = `${siteUrl}/book-session/${handle}?booking=${booking_id}`;
  return { title, successUrl: `${page}&payment=done`, cancelUrl: `${page}&payment=left` };
}

/**
 * `le samedi 5 décembre à 18 h (heure de Paris)`: short, for the provider's page and the payer's
 * receipt.
 */
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
  const minutes = part('minute') === '00' ? '' : ` ${part('minute')}`;
  const time = `${String(Number(part('hour')))} h${minutes}`;
  return french(`le ${part('weekday')} ${day} ${part('month')} à ${time} (heure ${ofCity(viewer_zone)})`);
}
