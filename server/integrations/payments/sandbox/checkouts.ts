import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { cents } from '#product/shared/money/cents.ts';
import type { Instant } from '#product/shared/time/instant.ts';
import { CHECKOUT_GRACE, type CheckoutOrder, type CheckoutState, ProviderRefusal } from '../provider.ts';
import { type Manner, tell } from './webhooks.ts';

export interface Checkout {
  reference: string;
  payment_id: string;
  amount_cents: number;
  title: string;
  description: string;
  success_url: string;
  cancel_url: string;
  expires_at: Date;
  account_reference: string | null;
  challenge: { manner: Manner } | null;
  decline: string | null;
  state: 'open' | 'complete' | 'expired';
}

/** A reference cannot be guessed: a person who has it may pay. */
export const newReference = (kind: string) => `sbx_${kind}_${randomBytes(16).toString('hex')}`;

/** @returns the payment's one checkout, made now or before */
export async function openCheckout(db: pg.ClientBase, order: CheckoutOrder, now: Date): Promise<string> {
  if (order.expiresAt < now.getTime()) {
    throw new ProviderRefusal('expires_in_past', 'the hold of this payment is over');
  }
  if (order.destination) {
    const { rowCount } = await db.query(
      'select from sandbox.accounts where reference = $1 and enabled_at is not null',
      [order.destination.accountReference],
    );
    if (rowCount === 0) throw new ProviderRefusal('account_not_ready', 'this account cannot receive money');
  }
  const { rows } = await db.query(
    `insert into sandbox.checkouts (reference, payment_id, amount_cents, title, description, customer_email,
       success_url, cancel_url, expires_at, account_reference, fee_cents, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (payment_id) do update set payment_id = excluded.payment_id
     returning reference, state, amount_cents`,
    [
      newReference('checkout'),
      order.paymentId,
      order.amount,
      order.title,
      order.description,
      order.customerEmail,
      order.successUrl,
      order.cancelUrl,
      new Date(order.expiresAt + CHECKOUT_GRACE),
      order.destination?.accountReference ?? null,
      order.destination?.applicationFee ?? null,
      now,
    ],
  );
  const [made] = rows;
  if (!made || made.amount_cents !== order.amount) {
    throw new ProviderRefusal('idempotency_error', 'this payment was opened with another amount');
  }
  if (made.state !== 'open') throw new ProviderRefusal('checkout_closed', 'this checkout is over');
  return made.reference;
}

/** Gives an open checkout more time; one that is over stays so, and none is ever made shorter. */
export async function extendCheckout(db: pg.ClientBase, reference: string, until: Instant): Promise<void> {
  await db.query(
    "update sandbox.checkouts set expires_at = greatest(expires_at, $2) where reference = $1 and state = 'open'",
    [reference, new Date(until + CHECKOUT_GRACE)],
  );
}

/**
 * Reads a checkout and keeps others from it until the transaction ends; ends it when its time is
 * over.
 */
export async function lockCheckout(
  db: pg.ClientBase,
  reference: string,
  now: Date,
): Promise<Checkout | null> {
  const { rows } = await db.query('select * from sandbox.checkouts where reference = $1 for update', [
    reference,
  ]);
  const checkout = rows[0];
  if (!checkout) return null;
  if (checkout.state === 'open' && checkout.expires_at <= now) await expire(db, checkout, now);
  return checkout;
}

export async function expire(db: pg.ClientBase, checkout: Checkout, now: Date): Promise<void> {
  checkout.state = 'expired';
  await db.query("update sandbox.checkouts set state = 'expired', challenge = null where reference = $1", [
    checkout.reference,
  ]);
  await tell(db, { kind: 'checkout_expired', ...aboutCheckout(checkout), paymentReference: null }, { now });
}

const aboutCheckout = (checkout: Checkout) => ({
  paymentId: checkout.payment_id,
  checkoutReference: checkout.reference,
  amount: cents(checkout.amount_cents),
});

/** The card is good: the money is held, and Loge is told in the manner that the payer chose. */
export async function authorise(
  db: pg.ClientBase,
  checkout: Checkout,
  { now, manner, disputes = null }: { now: Date; manner: Manner; disputes?: 'won' | 'lost' | null },
): Promise<void> {
  const paymentReference = newReference('payment');
  await db.query(
    `insert into sandbox.payments (reference, checkout_reference, payment_id, amount_cents, account_reference, authorised_at, bank_decides)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      paymentReference,
      checkout.reference,
      checkout.payment_id,
      checkout.amount_cents,
      checkout.account_reference,
      now,
      disputes,
    ],
  );
  await db.query(
    "update sandbox.checkouts set state = 'complete', challenge = null, decline = null where reference = $1",
    [checkout.reference],
  );
  await tell(
    db,
    { kind: 'payment_authorised', ...aboutCheckout(checkout), paymentReference },
    { now, manner },
  );
}

/** The card is refused: the page stays open for another. */
export async function decline(
  db: pg.ClientBase,
  checkout: Checkout,
  { now, manner, reason }: { now: Date; manner: Manner; reason: 'card_declined' | 'authentication_failed' },
): Promise<void> {
  await db.query('update sandbox.checkouts set decline = $2, challenge = null where reference = $1', [
    checkout.reference,
    reason,
  ]);
  const event = { kind: 'payment_declined' as const, ...aboutCheckout(checkout), paymentReference: null };
  await tell(db, event, { now, manner });
}

/** @throws ProviderRefusal for an unknown reference */
export async function readCheckout(db: pg.ClientBase, reference: string): Promise<CheckoutState> {
  const { rows } = await db.query(
    `select c.*, p.reference as payment_reference, p.state as payment_state, p.captured_cents, p.refunded_cents
     from sandbox.checkouts c left join sandbox.payments p on p.checkout_reference = c.reference
     where c.reference = $1`,
    [reference],
  );
  const found = rows[0];
  if (!found) throw new ProviderRefusal('resource_missing', `no checkout ${reference}`);
  const open = found.decline === null ? 'open' : 'declined';
  return {
    checkoutReference: found.reference,
    paymentId: found.payment_id,
    status: found.payment_state ?? (found.state === 'expired' ? 'expired' : open),
    amount: cents(found.amount_cents),
    captured: cents(found.captured_cents ?? 0),
    refunded: cents(found.refunded_cents ?? 0),
    paymentReference: found.payment_reference,
  };
}
