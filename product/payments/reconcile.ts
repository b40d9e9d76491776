import type pg from 'pg';
import { lockTimeOfExtension } from '#product/booking/extend-session.ts';
import { findPayment, lockPayment } from '#product/booking/payment-row.ts';
import { daysAfter, instantOf } from '#product/shared/time/instant.ts';
import {
  type CheckoutState,
  type DisputeAtProvider,
  ProviderRefusal,
  ProviderUnavailable,
} from '#server/integrations/payments/provider.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { endPayout } from './apply-payout.ts';
import { paymentAuthorised, paymentLapsed } from './authorisation.ts';
import type { WorkDeps } from './claim.ts';
import { recordDispute } from './disputes.ts';

/**
 * An event that has not come after two minutes may never come; an authorised payment waits long and
 * is queried seldom.
 */
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
        break; // nor would it answer for the next
      }
      // Queried again later, behind the others, so that it does not delay them.
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
  const { status, paymentReference, payerCountry } = checkout;
  if (payment.state === 'open') {
    if (status === 'authorised') {
      return paymentAuthorised(db, payment, { paymentReference, payerCountry, now: now() });
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
    // An order of ours is under way, and the worker records its result.
    return rowCount === 0 ? paymentLapsed(db, payment, now()) : 'known';
  }
  return 'known';
}

/**
 * Asks the provider once a day about payouts that no event ended, and does what the event would
 * have done.
 * @returns how many had ended
 */
export async function reconcilePayouts({ pool, product, logger, now }: WorkDeps): Promise<number> {
  const { rows } = await pool.query(
    `update public.payouts set next_attempt_at = $1::timestamptz + interval '1 day'
     where state = 'sent' and next_attempt_at <= $1 and provider = $2 and provider_reference is not null
     returning id, streamer_id, account_reference, provider_reference`,
    [now(), product.payments.name],
  );
  let ended = 0;
  for (const payout of rows) {
    try {
      const status = await product.payments.readPayout({
        accountReference: payout.account_reference,
        payoutReference: payout.provider_reference,
      });
      if (status === 'under_way') continue;
      ended += await inTransaction(pool, async (db) => {
        const { rowCount } = await db.query(
          "select from public.payouts where id = $1 and state = 'sent' for update",
          [payout.id],
        );
        if (rowCount === 0) return 0;
        const error = status === 'paid' ? null : 'refused by the bank';
        await endPayout(db, payout, { posting: status, now: now(), error });
        return 1;
      });
    } catch (error) {
      if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefusal)) throw error;
      logger.warn({ err: error, payout: payout.id }, 'a payout could not be asked about');
    }
  }
  return ended;
}

/**
 * After how many days an event that never came is no longer looked for: banks decide within months,
 * and new disputes are listed at once.
 */
const LISTED_DAYS = 30;

/**
 * Asks the provider about every dispute that the books have as open and nothing was heard of for
 * hours, and which ones began in the last weeks, for those of which nothing was ever heard; and
 * does what the events would have done.
 * @returns how many had changed
 */
export async function reconcileDisputes(deps: WorkDeps): Promise<number> {
  const { pool, product, logger, now } = deps;
  let changed = 0;
  try {
    const found = await product.payments.listDisputes(daysAfter(instantOf(now().getTime()), -LISTED_DAYS));
    for (const dispute of found) changed += await catchUpDispute(deps, dispute);
    const { rows } = await pool.query(
      `update private.disputes set next_look_at = $1::timestamptz + interval '6 hours'
       where ended_at is null and (phase <> 'closed' or booked <> 'nothing') and next_look_at <= $1 and provider = $2 returning reference`,
      [now(), product.payments.name],
    );
    for (const { reference } of rows)
      changed += await catchUpDispute(deps, await product.payments.readDispute(reference));
  } catch (error) {
    if (!(error instanceof ProviderUnavailable || error instanceof ProviderRefusal)) throw error;
    logger.warn({ err: error }, 'the provider could not be asked about disputes');
  }
  return changed;
}

async function catchUpDispute(
  { pool, product, logger, now }: WorkDeps,
  dispute: DisputeAtProvider,
): Promise<number> {
  const outcome = await inTransaction(pool, async (db) => {
    const id = await findPayment(db, product.payments.name, {
      paymentId: null,
      checkoutReference: null,
      paymentReference: dispute.paymentReference,
    });
    const payment = id === null ? null : await lockPayment(db, id);
    return payment === null
      ? 'needs_a_person'
      : recordDispute(db, payment, dispute, { saidAt: now(), now: now() });
  });
  if (outcome === 'needs_a_person')
    logger.error({ dispute: dispute.disputeReference }, 'a dispute needs a person');
  return outcome === 'applied' ? 1 : 0;
}
