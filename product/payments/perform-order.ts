import type pg from 'pg';
import { advanceBooking } from '#product/booking/advance-booking.ts';
import { extensionUnpaid } from '#product/booking/extend-session.ts';
import {
  capturedOf,
  lockPayment,
  type PaymentRow,
  readPayment,
  storeCaptured,
} from '#product/booking/payment-row.ts';
import {
  capture,
  type Movement,
  processingCost,
  recordRefund,
  refund,
  refundAgain,
  refundableOf,
} from '#product/booking/rules/payment.ts';
import { writePosting } from '#product/books/ledger.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { AppError } from '#product/shared/errors.ts';
import { basisPoints, cents, NOTHING } from '#product/shared/money/cents.ts';
import { type DisputeAnswer, ProviderRefusal } from '#server/integrations/payments/provider.ts';
import type { OrderRow, WorkDeps } from './claim.ts';
import { keptEvidence } from './dispute-evidence.ts';
import { bookDisputes } from './disputes.ts';
import { notifyRefunded } from './notify-payment.ts';
import { isPassing } from './provider-errors.ts';

/** Thrown when an order can be carried out, but not now. */
export class Postponed extends Error {
  override name = 'Postponed';
}

/**
 * A refund that was made, of which the rest was refused for good: it is written into the books, and
 * never sent under another key.
 */
export class HalfRefunded extends ProviderRefusal {
  override name = 'HalfRefunded';
  readonly record: (db: pg.ClientBase) => Promise<void>;
  constructor(cause: ProviderRefusal, refundReference: string, record: HalfRefunded['record']) {
    super(cause.code, cause.message, { cause, refundReference });
    this.record = record;
  }
}

/** Records the provider's answer. */
type Recording = (db: pg.ClientBase) => Promise<string | null>;

/**
 * Sends an order to the provider with its id as key, with no connection held.
 * @returns what is then to be recorded, in one transaction
 * @throws ProviderRefusal, ProviderUnavailable or Postponed
 */
export async function perform({ pool, product, now }: WorkDeps, order: OrderRow): Promise<Recording> {
  const payment = await readPayment(pool, order.payment_id);
  switch (order.kind) {
    case 'capture':
      return performCapture(product, order, payment, now());
    case 'void':
      return performVoid(product, order, payment, now());
    case 'refund':
      return performRefund(product, order, payment, now());
    case 'refund_again':
      return refundOnceMore(product, order, payment, now());
    case 'reverse_transfer':
      await product.payments.reverseTransfer({
        paymentReference: referenceOf(payment),
        transferReference: payment.transfer_reference,
        amount: cents(order.amount_cents),
        key: order.id,
      });
      return async () => null;
    case 'transfer': {
      const { transferReference } = await product.payments.transfer({
        accountReference: await accountOf(pool, payment),
        paymentReference: referenceOf(payment),
        amount: cents(order.amount_cents),
        key: order.id,
      });
      return async () => transferReference;
    }
    case 'contest_dispute':
    case 'accept_dispute':
      return answerDispute(pool, product, order, payment);
  }
}

/** The account that a payment's share went to, and to which a part of it goes back. */
async function accountOf(pool: pg.Pool, payment: PaymentRow): Promise<string> {
  if (payment.destination_reference !== null) return payment.destination_reference;
  const { rows } = await pool.query(
    'select account_reference from public.payout_accounts where streamer_id = $1 and provider = $2',
    [payment.streamer_id, payment.provider],
  );
  const [account] = rows;
  if (!account) throw new ProviderRefusal('no_account', 'the streamer has no account any more');
  return account.account_reference;
}

/** Sends what the team answered to a bank; what follows from it, the provider's events tell. */
async function answerDispute(
  pool: pg.Pool,
  { payments }: ProductDeps,
  order: OrderRow,
  payment: PaymentRow,
): Promise<Recording> {
  const disputeReference = order.dispute_reference ?? '';
  const { rows } = await pool.query(
    'select evidence from private.disputes where provider = $1 and reference = $2',
    [payment.provider, disputeReference],
  );
  const [dispute] = rows;
  if (!dispute) throw new ProviderRefusal('resource_missing', `no dispute ${disputeReference}`);
  const answer: DisputeAnswer =
    order.kind === 'accept_dispute'
      ? { kind: 'accept' }
      : { kind: 'contest', evidence: keptEvidence.parse(dispute.evidence) };
  await payments.answerDispute({ disputeReference, answer, key: order.id });
  return async () => disputeReference;
}

/**
 * Makes a refund that came back once more: the streamer's share and our fee were given back by the
 * first one.
 */
async function refundOnceMore(
  { payments }: ProductDeps,
  order: OrderRow,
  before: PaymentRow,
  now: Date,
): Promise<Recording> {
  const amount = cents(order.amount_cents);
  const paymentReference = referenceOf(before);
  const made = await payments.refund({ paymentReference, amount, key: order.id, reverseTransfer: null });
  return async (db) => {
    const payment = await locked(db, order.payment_id);
    await writePosting(db, refundAgain(amount, 'provider_balance'), {
      source: `order:${order.id}`,
      at: now,
      paymentId: payment.id,
    });
    await notifyRefunded(db, { bookingId: payment.booking_id, amount, now });
    return made.refundReference;
  };
}

const referenceOf = (payment: PaymentRow): string => {
  if (payment.payment_reference === null) throw new ProviderRefusal('never_paid', 'nobody began to pay');
  return payment.payment_reference;
};

/**
 * Captures the money that the provider holds. When that is no longer possible, nothing has been
 * paid for the booking, so it cannot stand: it is cancelled, or loses the extension that was not
 * paid.
 */
async function performCapture(
  { payments }: ProductDeps,
  order: OrderRow,
  before: PaymentRow,
  now: Date,
): Promise<Recording> {
  const paymentReference = referenceOf(before);
  const amount = cents(order.amount_cents);
  const { cost } = await payments.capture({ paymentReference, amount, key: order.id });
  return async (db) => {
    const payment = await locked(db, order.payment_id);
    if (payment.state === 'captured') return paymentReference;
    const { streamerId } = capturedOf(payment);
    const sale = { streamerId, amount, fee: basisPoints(payment.fee_basis_points) };
    const movement = capture(sale, payment.kind === 'extension' ? 'extension' : 'capture');
    await db.query(
      `update public.payments set state = 'captured', captured_at = $2, updated_at = $2 where id = $1`,
      [payment.id, now],
    );
    await storeCaptured(db, payment.id, movement.payment);
    const written = { at: now, paymentId: payment.id };
    await writePosting(db, movement.posting, { ...written, source: `order:${order.id}` });
    if (cost !== null && cost > NOTHING)
      await writePosting(db, processingCost(cost), { ...written, source: `cost:${order.id}` });
    await bookDisputes(db, payment.id, now);
    return paymentReference;
  };
}

/** Voids the authorisation that the provider holds or is about to hold. */
async function performVoid(
  { payments }: ProductDeps,
  order: OrderRow,
  before: PaymentRow,
  now: Date,
): Promise<Recording> {
  let { payment_reference: paymentReference } = before;
  if (before.state === 'captured') return async () => paymentReference;
  if (paymentReference === null && before.checkout_reference !== null) {
    const checkout = await payments.closeCheckout(before.checkout_reference);
    paymentReference = checkout.paymentReference;
    if (checkout.status !== 'authorised')
      return (db) => end(db, before.id, { state: 'expired', paymentReference, now });
  }
  if (paymentReference === null) {
    return async (db) => {
      const { checkout_reference, payment_reference } = await locked(db, before.id);
      if (checkout_reference ?? payment_reference) throw new Postponed('its page was opened meanwhile');
      return end(db, before.id, { state: 'expired', paymentReference, now });
    };
  }
  await payments.cancelAuthorisation({ paymentReference, key: order.id });
  return (db) => end(db, before.id, { state: 'voided', paymentReference, now });
}

async function end(
  db: pg.ClientBase,
  id: string,
  { state, paymentReference, now }: { state: string; paymentReference: string | null; now: Date },
): Promise<string | null> {
  await locked(db, id);
  await db.query(
    `update public.payments set state = $2, payment_reference = coalesce(payment_reference, $3), updated_at = $4
     where id = $1`,
    [id, state, paymentReference, now],
  );
  return paymentReference;
}

/**
 * Refunds money, divided as the books will: the streamer's part from their account, ours from the
 * fee. Never more than is left: a booking that ends at 100 % after a goodwill refund, or after a
 * lost dispute, refunds the rest.
 */
async function performRefund(
  product: ProductDeps,
  order: OrderRow,
  before: PaymentRow,
  now: Date,
): Promise<Recording> {
  const { payments } = product;
  const paymentReference = referenceOf(before);
  const planned = planRefund(before, order);
  const { amount } = planned;
  if (amount === NOTHING) {
    return async (db) => {
      await db.query('update public.payment_orders set amount_cents = 0 where id = $1', [order.id]);
      return null;
    };
  }
  const write = async (db: pg.ClientBase, source: string) => {
    const payment = await locked(db, order.payment_id);
    // It was made, and a dispute that came meanwhile does not undo it.
    const made = recordRefund(capturedOf(payment), amount, order.posting_kind ?? 'refund');
    const { posting, payment: after } = made;
    if (await writePosting(db, posting, { source, at: now, paymentId: payment.id }))
      await storeCaptured(db, payment.id, after);
    return payment;
  };
  let refundReference: string | null = null;
  try {
    ({ refundReference } = await payments.refund({
      paymentReference,
      amount,
      key: order.id,
      reverseTransfer: before.destination_reference === null ? null : { feeGivenBack: planned.feeGivenBack },
    }));
    if (before.transfer_reference !== null && planned.fromStreamer > NOTHING) {
      await payments.reverseTransfer({
        paymentReference,
        transferReference: before.transfer_reference,
        amount: planned.fromStreamer,
        key: order.id,
      });
    }
  } catch (error) {
    if (!(error instanceof ProviderRefusal) || isPassing(error)) throw error;
    const made = refundReference ?? error.refundReference;
    if (made === null) throw error;
    // Under the name that the provider's own report of it has, so that the one who comes second
    // writes nothing.
    throw new HalfRefunded(error, made, async (db) => {
      await write(db, `refund:${before.provider}:${made}`);
    });
  }
  return async (db) => {
    const payment = await write(db, `order:${order.id}`);
    await db.query('update public.payment_orders set amount_cents = $2 where id = $1', [order.id, amount]);
    await notifyRefunded(db, { bookingId: payment.booking_id, amount, now });
    return refundReference;
  };
}

/**
 * @throws Postponed while a bank has not decided a dispute, unless the provider reported that the
 *   refund was made nevertheless
 */
function planRefund(payment: PaymentRow, order: OrderRow) {
  const captured = capturedOf(payment);
  const kind = order.posting_kind ?? 'refund';
  const wanted = cents(order.amount_cents);
  if (order.provider_reference !== null)
    return { amount: wanted, ...shares(payment, recordRefund(captured, wanted, kind)) };
  const amount = cents(Math.min(wanted, refundableOf(captured)));
  const result = refund(captured, amount, kind);
  if (!result.ok) throw new Postponed(`the books refuse this refund: ${result.refusal}`);
  return { amount, ...shares(payment, result.value) };
}

/** The parts of a refund from our fee and from the streamer's share. */
function shares({ released_at }: PaymentRow, { posting }: Movement) {
  const debited = (account: string) =>
    cents(posting.lines.find((line) => line.account === account)?.amount ?? NOTHING);
  return {
    feeGivenBack: debited('platform_fees'),
    fromStreamer: debited(released_at === null ? 'streamer_pending' : 'streamer_available'),
  };
}

async function locked(db: pg.ClientBase, id: string): Promise<PaymentRow> {
  const payment = await lockPayment(db, id);
  if (!payment) throw new Error(`payment ${id} is gone`);
  return payment;
}

/**
 * Ends a payment whose authorisation is gone, and the booking or extension that depended on it.
 * Where the booking is over already, only the payment.
 */
export async function callOff(
  db: pg.ClientBase,
  paymentId: string,
  { code, now }: { code: string; now: Date },
): Promise<void> {
  const { booking_id: bookingId, kind } = await locked(db, paymentId);
  await db.query(
    `update public.payments set state = 'voided', failure = $2, updated_at = $3 where id = $1 and state <> 'captured'`,
    [paymentId, code, now],
  );
  if (kind === 'extension') return extensionUnpaid(db, paymentId, now);
  await db.query('savepoint call_off');
  try {
    await advanceBooking(db, {
      bookingId,
      event: { by: 'admin', type: 'cancel' },
      actorId: null,
      now,
      reason: 'Le paiement n’a pas pu être encaissé. Rien n’a été débité.',
      detail: { paymentId, cause: 'payment_failed' },
    });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await db.query('rollback to savepoint call_off');
  }
  await db.query('release savepoint call_off');
}
