import { z } from 'zod';
import { cents } from '#domain/money/cents.ts';
import { instantOf } from '#domain/time/instant.ts';
import type { ProviderEvent } from '../provider-event.ts';

const amount = z.int().nonnegative().transform(cents);
const head = { eventId: z.string(), at: z.int().transform(instantOf) };
const payment = {
  ...head,
  paymentId: z.string().nullable(),
  checkoutReference: z.string().nullable(),
  paymentReference: z.string().nullable(),
  amount,
};

/** The events that the sandbox sends: its webhook's body is the event as Loge reads it. */
export const sandboxEvent = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('payment_authorised'), ...payment }),
  z.object({ kind: z.literal('payment_declined'), ...payment }),
  z.object({ kind: z.literal('checkout_expired'), ...payment }),
  z.object({ kind: z.literal('payment_captured'), ...payment }),
  z.object({ kind: z.literal('payment_voided'), ...payment }),
  z.object({
    kind: z.literal('payment_refunded'),
    ...payment,
    refundReference: z.string(),
    key: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('dispute_changed'),
    ...payment,
    disputeReference: z.string(),
    fundsWithdrawn: z.boolean(),
    fundsReinstated: z.boolean(),
    outcome: z.enum(['won', 'lost']).nullable(),
    cost: amount,
    costGivenBack: amount,
  }),
  z.object({
    kind: z.literal('account_updated'),
    ...head,
    accountReference: z.string(),
    chargesEnabled: z.boolean(),
    payoutsEnabled: z.boolean(),
    requirementsDue: z.array(z.string()),
  }),
  z.object({
    kind: z.enum(['payout_paid', 'payout_failed']),
    ...head,
    payoutReference: z.string(),
    accountReference: z.string(),
    amount,
  }),
]) satisfies z.ZodType<ProviderEvent>;

type Sent<E> = E extends ProviderEvent ? Omit<E, 'eventId' | 'at'> : never;

/** An event that is yet to be given its id and time. */
export type Happened = Sent<z.infer<typeof sandboxEvent>>;
