import type { Stripe } from 'stripe';
import type { AccountState, OnboardingOrder } from '../provider.ts';
import type { AccountShape } from './event-shapes.ts';

/**
 * The capabilities that an account must have: to receive transfers, and the card payments that
 * Stripe does not give transfers without.
 */
export const CAPABILITIES = { card_payments: { requested: true }, transfers: { requested: true } };

/**
 * An Express account whose money leaves when Loge says so: the share is retained until 48 hours
 * after the session, and Stripe's own payout schedule knows no session.
 */
export function accountOf({ streamerId, email }: OnboardingOrder): Stripe.AccountCreateParams {
  return {
    type: 'express',
    country: 'FR',
    email,
    capabilities: CAPABILITIES,
    settings: { payouts: { schedule: { interval: 'manual' } } },
    metadata: { streamer_id: streamerId },
  };
}

/**
 * Charges mean, here, what a destination charge needs: that money may be transferred to the
 * account.
 */
export function accountStateOf(account: AccountShape): AccountState {
  return {
    accountReference: account.id,
    chargesEnabled: account.capabilities?.transfers === 'active',
    payoutsEnabled: account.payouts_enabled,
    requirementsDue: account.requirements?.currently_due ?? [],
  };
}
