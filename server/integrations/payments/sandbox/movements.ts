import type pg from 'pg';
import { type Cents, cents } from '#product/shared/money/cents.ts';
import { type PaymentProvider, ProviderRefusal, type RefundOrder } from '../provider.ts';
import { newReference } from './checkouts.ts';
import { tell } from './webhooks.ts';

export interface Payment {
  reference: string;
  checkout_reference: string | null;
  payment_id: string;
  amount_cents: number;
  captured_cents: number;
  refunded_cents: number;
  account_reference: string | null;
  state: 'authorised' | 'captured' | 'voided';
  /**
   * How the bank decides the dispute that the payer announced at the checkout; null: there is none.
   */
  bank_decides: 'won' | 'lost' | null;
}

const refusal = (code: string, message: string) => new ProviderRefusal(code, message);

export const aboutPayment = (payment: Payment) => ({
  paymentId: payment.payment_id,
  checkoutReference: payment.checkout_reference,
  paymentReference: payment.reference,
});

/** @throws ProviderRefusal for an unknown reference */
async function lockPayment(db: pg.ClientBase, reference: string): Promise<Payment> {
  const { rows } = await db.query('select * from sandbox.payments where reference = $1 for update', [
    reference,
  ]);
  if (!rows[0]) throw refusal('resource_missing', `no payment ${reference}`);
  return rows[0];
}

export async function capture(
  db: pg.ClientBase,
  { paymentReference, amount }: { paymentReference: string; amount: Cents },
  now: Date,
): Promise<void> {
  const payment = await lockPayment(db, paymentReference);
  if (payment.state === 'captured' && payment.captured_cents === amount) return;
  if (payment.state !== 'authorised') throw refusal('payment_unexpected_state', `it is ${payment.state}`);
  if (amount > payment.amount_cents) throw refusal('amount_too_large', 'more than was authorised');
  await db.query("update sandbox.payments set state = 'captured', captured_cents = $2 where reference = $1", [
    paymentReference,
    amount,
  ]);
  if (payment.bank_decides !== null)
    await announceDispute(db, { reference: paymentReference, amount, decides: payment.bank_decides }, now);
  await tell(db, { kind: 'payment_captured', ...aboutPayment(payment), amount }, { now });
}

export async function cancelAuthorisation(
  db: pg.ClientBase,
  paymentReference: string,
  now: Date,
): Promise<void> {
  const payment = await lockPayment(db, paymentReference);
  if (payment.state === 'voided') return;
  if (payment.state !== 'authorised') throw refusal('payment_unexpected_state', `it is ${payment.state}`);
  await voidPayment(db, payment, now);
}

export async function voidPayment(db: pg.ClientBase, payment: Payment, now: Date): Promise<void> {
  await db.query("update sandbox.payments set state = 'voided' where reference = $1", [payment.reference]);
  const amount = cents(payment.amount_cents);
  await tell(db, { kind: 'payment_voided', ...aboutPayment(payment), amount }, { now });
}

interface Movement {
  kind: 'refund' | 'transfer' | 'reversal' | 'payout';
  key: string;
  of: string;
  accountReference: string | null;
  amount: Cents;
  /** Of a payout: when the bank answers. */
  settlesAt?: Date;
}

/**
 * Returns the reference of an earlier call with this key.
 * @throws ProviderRefusal when it was another call
 */
async function madeBefore(db: pg.ClientBase, { kind, key, of, amount }: Movement): Promise<string | null> {
  const { rows } = await db.query(
    'select reference, of, amount_cents from sandbox.movements where kind = $1 and key = $2',
    [kind, key],
  );
  const [made] = rows;
  if (made && (made.of !== of || made.amount_cents !== amount)) {
    throw refusal('idempotency_error', `the key ${key} came with another request`);
  }
  return made?.reference ?? null;
}

async function record(db: pg.ClientBase, movement: Movement, now: Date): Promise<string> {
  const { kind, key, of, accountReference, amount, settlesAt = null } = movement;
  const reference = newReference(kind);
  await db.query(
    `insert into sandbox.movements (reference, kind, key, of, account_reference, amount_cents, state, settles_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      reference,
      kind,
      key,
      of,
      accountReference,
      amount,
      settlesAt === null ? 'done' : 'pending',
      settlesAt,
      now,
    ],
  );
  return reference;
}

/** So long after the capture the bank of a payer who disputes it takes the money. Milliseconds. */
const TAKES_AFTER = 20_000;

/** A payer who chose it at the checkout turns to the bank once the money is captured. */
async function announceDispute(
  db: pg.ClientBase,
  { reference, amount, decides }: { reference: string; amount: number; decides: 'won' | 'lost' },
  now: Date,
): Promise<void> {
  await db.query(
    `insert into sandbox.disputes (reference, payment_reference, amount_cents, decides, next_step_at, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [newReference('dispute'), reference, amount, decides, new Date(now.getTime() + TAKES_AFTER), now],
  );
}

/**
 * Whether the bank has the money, or keeps it: then the provider refuses to give it back a second
 * time.
 */
async function isDisputed(db: pg.ClientBase, paymentReference: string): Promise<boolean> {
  const { rowCount } = await db.query(
    "select from sandbox.disputes where payment_reference = $1 and state in ('needs_response', 'lost')",
    [paymentReference],
  );
  return rowCount !== 0;
}

export async function refund(
  db: pg.ClientBase,
  { paymentReference, amount, key, reverseTransfer }: RefundOrder,
  now: Date,
): Promise<string> {
  const payment = await lockPayment(db, paymentReference);
  const movement = { kind: 'refund' as const, key, of: paymentReference, accountReference: null, amount };
  const made = await madeBefore(db, movement);
  if (made !== null) return made;
  if (await isDisputed(db, paymentReference)) {
    throw refusal('charge_disputed', 'its payer has asked the bank for it');
  }
  if (payment.refunded_cents + amount > payment.captured_cents) {
    throw refusal('refund_too_large', 'more than is left of it');
  }
  if (reverseTransfer && payment.account_reference === null) {
    throw refusal('no_transfer', 'nothing of it went to another account');
  }
  const refundReference = await record(db, movement, now);
  await db.query('update sandbox.payments set refunded_cents = refunded_cents + $2 where reference = $1', [
    paymentReference,
    amount,
  ]);
  const event = {
    kind: 'payment_refunded' as const,
    ...aboutPayment(payment),
    refundReference,
    key,
    amount,
    failure: null,
  };
  await tell(db, event, { now });
  return refundReference;
}

/** @throws ProviderRefusal when the account may not receive, or send, money */
async function readyAccount(db: pg.ClientBase, reference: string): Promise<void> {
  const { rowCount } = await db.query(
    'select from sandbox.accounts where reference = $1 and enabled_at is not null for update',
    [reference],
  );
  if (rowCount === 0) throw refusal('account_not_ready', `${reference} can move no money`);
}

export async function transfer(
  db: pg.ClientBase,
  order: { accountReference: string; paymentReference: string; amount: Cents; key: string },
  now: Date,
): Promise<string> {
  const payment = await lockPayment(db, order.paymentReference);
  await readyAccount(db, order.accountReference);
  const movement = { ...order, kind: 'transfer' as const, of: order.paymentReference };
  const made = await madeBefore(db, movement);
  if (made !== null) return made;
  if (order.amount > payment.captured_cents) throw refusal('transfer_too_large', 'more than was captured');
  return record(db, movement, now);
}

/** The part of a capture sent to its payment's destination; undefined when the payment has none. */
async function sharedByCapture(
  db: pg.ClientBase,
  paymentReference: string,
): Promise<{ amount_cents: number } | undefined> {
  const { account_reference, captured_cents } = await lockPayment(db, paymentReference);
  return account_reference === null ? undefined : { amount_cents: captured_cents };
}

export async function reverseTransfer(
  db: pg.ClientBase,
  { paymentReference, transferReference, amount, key }: Parameters<PaymentProvider['reverseTransfer']>[0],
  now: Date,
): Promise<void> {
  const { rows } = await db.query(
    "select amount_cents from sandbox.movements where reference = $1 and kind = 'transfer' for update",
    [transferReference],
  );
  const [made] = transferReference === null ? [await sharedByCapture(db, paymentReference)] : rows;
  const of = transferReference ?? paymentReference;
  if (!made) throw refusal('resource_missing', `no transfer ${of}`);
  const movement = { kind: 'reversal' as const, key, of, accountReference: null, amount };
  if ((await madeBefore(db, movement)) !== null) return;
  const { rows: sums } = await db.query(
    "select coalesce(sum(amount_cents), 0)::int as reversed from sandbox.movements where of = $1 and kind = 'reversal'",
    [of],
  );
  if ((sums[0]?.reversed ?? 0) + amount > made.amount_cents) {
    throw refusal('reversal_too_large', 'more than is left of the transfer');
  }
  await record(db, movement, now);
}

/** How long a fictitious bank takes. */
const BANK_MILLIS = 20_000;

export async function sendPayout(
  db: pg.ClientBase,
  { accountReference, amount, key }: { accountReference: string; amount: Cents; key: string },
  now: Date,
): Promise<string> {
  await readyAccount(db, accountReference);
  const settlesAt = new Date(now.getTime() + BANK_MILLIS);
  const movement = {
    kind: 'payout' as const,
    key,
    of: accountReference,
    accountReference,
    amount,
    settlesAt,
  };
  return (await madeBefore(db, movement)) ?? record(db, movement, now);
}

export async function readPayout(
  db: pg.ClientBase,
  { accountReference, payoutReference }: { accountReference: string; payoutReference: string },
): Promise<'under_way' | 'paid' | 'failed'> {
  const { rows } = await db.query(
    "select state from sandbox.movements where kind = 'payout' and reference = $1 and of = $2",
    [payoutReference, accountReference],
  );
  if (!rows[0]) throw refusal('resource_missing', `no payout ${payoutReference}`);
  return rows[0].state === 'paid' || rows[0].state === 'failed' ? rows[0].state : 'under_way';
}
