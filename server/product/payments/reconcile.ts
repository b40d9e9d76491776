import type pg from 'pg';
import {
  type CheckoutState,
  ProviderRefusal,
  ProviderUnavailable,
} from '#server/integrations/payments/provider.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { lockTimeOfExtension } from '#server/product/lifecycle/extend-session.ts';
import { lockPayment } from '#server/product/lifecycle/payment-row.ts';
import { paymentAuthorised, paymentLapsed } from './authorisation.ts';
import type { WorkDeps } from './claim.ts';

/** An event that has not come after two minutes may never come; what is authorised waits long and is asked about seldom. */
const DUE = `select id, checkout_reference from public.payments
  where provider = $2 and checkout_reference is not null and (
    state = 'open' and updated_at < $1::timestamptz - interval '2 minutes'
    or state = 'authorised' and updated_at < $1::timestamptz - interval '1 hour')
  order by updated_at limit 50`;

/**
 * Asks the provider about payments that no event ended, and does what the event would have done.
 * @returns how many had changed
 */
export async function reconcilePayments(deps: WorkDeps): Promise<number> {
  const { pool, product, logger, now } = deps;
  const { rows } = await pool.query(DUE, [now(), product.payments.name]);
  let changed = 0;
  for (const { id, checkout_reference: reference } of rows) {
    try {
      const checkout = await product.payments.readCheckout(reference);
      const outcome = await inTransaction(pool, (db) => catchUp(db, deps, { id, checkout }));
      if (outcome !== 'known') changed += 1;
      if (outcome === 'needs_a_person') logger.error({ payment: id, checkout }, 'a payment needs a person');
    } catch (error) {
      if (error instanceof ProviderUnavailable) {
        logger.warn({ err: error }, 'the payment provider does not answer');
        break; // nor would it for the next
      }
      // Asked again later, behind the others: the money of others must not wait for this one.
      await pool.query('update public.payments set updated_at = $2 where id = $1', [id, now()]);
      const detail = { err: error, payment: id };
      if (error instanceof ProviderRefusal) logger.warn(detail, 'a payment is unknown to the provider');
      else logger.error(detail, 'a payment could not be reconciled');
    }
  }
  return changed;
}

async function catchUp(
  db: pg.ClientBase,
  { now }: WorkDeps,
  { id, checkout }: { id: string; checkout: CheckoutState },
): Promise<'applied' | 'known' | 'too_late' | 'needs_a_person'> {
  if (checkout.status === 'authorised') await lockTimeOfExtension(db, id, now());
  const payment = await lockPayment(db, id);
  if (!payment) return 'known';
  await db.query('update public.payments set updated_at = $2 where id = $1', [id, now()]);
  const { status, paymentReference } = checkout;
  if (payment.state === 'open') {
    if (status === 'authorised') {
      return paymentAuthorised(db, payment, { paymentReference, now: now() });
    }
    if (status === 'expired' || status === 'voided') {
      await db.query('update public.payments set state = $2, payment_reference = $3 where id = $1', [
        id,
        status,
        paymentReference,
      ]);
      return 'applied';
    }
    return status === 'captured' ? 'needs_a_person' : 'known';
  }
  if (payment.state === 'authorised' && status === 'voided') {
    const { rowCount } = await db.query(
      "select from public.payment_orders where payment_id = $1 and state = 'pending'",
      [id],
    );
    // An order of ours is under way, and the worker records what came of it.
    return rowCount === 0 ? paymentLapsed(db, payment, now()) : 'known';
  }
  return 'known';
}
