import { z } from 'zod';
import { contract } from './contract.ts';

/** Money, as its people may move it. Cents. */

/** Opens the provider's page on which a streamer says where their money goes. Refuses with `provider_unavailable`. */
export const startOnboarding = contract(
  'payments/start-onboarding',
  z.strictObject({}),
  z.object({ url: z.url() }),
);

/** Asks the provider again what an account may do; what the page does on its return from there. */
export const refreshPayoutAccount = contract(
  'payments/refresh-payout-account',
  z.strictObject({}),
  z.object({ payoutsEnabled: z.boolean(), chargesEnabled: z.boolean() }),
);

/** What a streamer has: from the ledger. */
export const readBalance = contract(
  'payments/read-balance',
  z.strictObject({}),
  z.object({
    pendingCents: z.int(),
    availableCents: z.int(),
    inTransitCents: z.int(),
    nextPayoutAt: z.iso.datetime().nullable(),
    leastPayoutCents: z.int(),
  }),
);
