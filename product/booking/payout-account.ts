import type pg from 'pg';
import { type AccountState, ProviderRefusal } from '#server/integrations/payments/provider.ts';

/** Keeps what the provider says that a streamer's account may do. */
export async function storeAccountState(
  db: pg.ClientBase | pg.Pool,
  provider: string,
  { accountReference, chargesEnabled, payoutsEnabled, requirementsDue }: AccountState,
): Promise<'applied' | 'unknown_account'> {
  const { rowCount } = await db.query(
    `update public.payout_accounts set charges_enabled = $3, payouts_enabled = $4, requirements_due = $5, updated_at = now()
     where provider = $1 and account_reference = $2`,
    [provider, accountReference, chargesEnabled, payoutsEnabled, requirementsDue],
  );
  return rowCount === 0 ? 'unknown_account' : 'applied';
}

/**
 * Stripe's words for an account that may not receive money, or not send it on:
 * https://docs.stripe.com/error-codes.
 */
const LOST = ['insufficient_capabilities_for_transfer', 'transfers_not_allowed', 'payouts_not_allowed'];

/** Whether the provider refused because the streamer's account lost what it could do. */
export const isLostCapability = (error: unknown): boolean =>
  error instanceof ProviderRefusal && LOST.includes(error.code);
