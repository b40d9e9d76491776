import type { Stripe } from 'stripe';
import { z } from 'zod';

// A webhook's body is somebody else's text, signed or not: everything that is read of it is checked
// here first, and nothing that the database could not keep (a NUL, a number beyond an integer
// column, a year beyond its calendar) gets past.

const text = z
  .string()
  .max(500)
  .refine((value) => !value.includes('\0'), 'holds a NUL');
const id = text.min(1);
const whole = z.int().min(0).max(2_147_483_647);
const signed = z.int().min(-2_147_483_647).max(2_147_483_647);
/** Seconds since the epoch, until the year 2100. */
const seconds = z.int().min(0).max(4_102_444_800);
/** Another object: its id, or the object itself where it was expanded. */
const reference = z.union([id, z.object({ id })]);
const metadata = z.record(z.string(), text).nullish();

/** A schema whose fields Stripe publishes for its object: it compiles with no other. */
const of =
  <T>() =>
  <S extends z.ZodType>(schema: T extends z.input<S> ? S : never): S =>
    schema;

export const eventHead = z.object({
  id,
  type: text,
  created: seconds,
  /** The connected account that the event happened on; absent for our own. */
  account: id.nullish(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

/** https://docs.stripe.com/event-destinations: names an object and has none of its data. */
export const thinEvent = z.object({ object: z.literal('v2.core.event') });

export const sessionShape = of<Stripe.Checkout.Session>()(
  z.object({
    id,
    metadata,
    payment_intent: reference.nullish(),
    amount_total: whole.nullish(),
    customer_details: z.object({ address: z.object({ country: text.nullish() }).nullish() }).nullish(),
  }),
);

export const intentShape = of<Stripe.PaymentIntent>()(
  z.object({ id, metadata, amount: whole, amount_received: whole }),
);

export const refundShape = of<Stripe.Refund>()(
  z.object({
    id,
    metadata,
    amount: whole,
    status: text.nullish(),
    payment_intent: reference.nullish(),
    failure_reason: text.nullish(),
  }),
);

export const disputeShape = of<Stripe.Dispute>()(
  z.object({
    id,
    amount: whole,
    status: text,
    reason: text.nullish(),
    evidence_details: z.object({ due_by: seconds.nullish() }).nullish(),
    payment_intent: reference.nullish(),
    balance_transactions: z.array(z.object({ amount: signed, fee: signed })),
  }),
);
export type DisputeShape = z.output<typeof disputeShape>;

export const fraudShape = of<Stripe.Radar.EarlyFraudWarning>()(
  z.object({ id, fraud_type: text, payment_intent: reference.nullish() }),
);

export const accountShape = of<Stripe.Account>()(
  z.object({
    id,
    capabilities: z.object({ transfers: text.optional() }).nullish(),
    payouts_enabled: z.boolean(),
    requirements: z.object({ currently_due: z.array(text).nullish() }).nullish(),
  }),
);
export type AccountShape = z.output<typeof accountShape>;

export const payoutShape = of<Stripe.Payout>()(z.object({ id, amount: whole }));
