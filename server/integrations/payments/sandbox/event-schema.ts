import { z } from 'zod';
import { cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import type { ProviderEvent } from '../provider-event.ts';

/**
 * Texts and numbers that the database can keep: no NUL in a text, no number beyond an integer
 * column, no year beyond its calendar.
 */
const text = z
  .string()
  .max(500)
  .refine((value) => !value.includes('\0'), 'holds a NUL');
const amount = z.int().min(0).max(2_147_483_647).transform(cents);
const head = {
  eventId: text.min(1),
  at: z.int().min(0).max(4_102_444_800_000).transform(instantOf),
};
const payment = {
  ...head,
  paymentId: text.nullable(),
  checkoutReference: text.nullable(),
  paymentReference: text.nullable(),
  amount,
};

/** The events that the sandbox sends: its webhook's body is the event as Loge reads it. */
export const sandboxEvent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('payment_authorised'),
    ...payment,
    payerCountry: z
      .string()
      .regex(/^[A-Z]{2}$/)
      .nullish(),
  }),
  z.object({ kind: z.literal('payment_declined'), ...payment }),
  z.object({ kind: z.literal('checkout_expired'), ...payment }),
  z.object({ kind: z.literal('payment_captured'), ...payment }),
  z.object({ kind: z.literal('payment_voided'), ...payment }),
  z.object({
    kind: z.literal('payment_refunded'),
    ...payment,
    refundReference: text,
    key: text.nullable(),
    failure: text.nullable(),
  }),
  z.object({
    kind: z.literal('dispute_changed'),
    ...payment,
    disputeReference: text,
    withdrawn: amount,
    reinstated: amount,
    outcome: z.enum(['won', 'lost']).nullable(),
    cost: amount,
    costGivenBack: amount,
    reason: text,
    phase: z.enum(['inquiry', 'needs_answer', 'answered', 'closed']),
    answerBy: head.at.nullable(),
  }),
  z.object({
    kind: z.literal('account_updated'),
    ...head,
    accountReference: text,
    chargesEnabled: z.boolean(),
    payoutsEnabled: z.boolean(),
    requirementsDue: z.array(text),
  }),
  z.object({
    kind: z.enum(['payout_paid', 'payout_failed']),
    ...head,
    payoutReference: text,
    accountReference: text,
    amount,
  }),
]) satisfies z.ZodType<ProviderEvent>;

type Sent<E> = E extends ProviderEvent ? Omit<E, 'eventId' | 'at'> : never;

/** An event that is yet to be given its id and time. */
export type Happened = Sent<z.infer<typeof sandboxEvent>>;
