import type { Stripe } from 'stripe';
import { asked } from './stripe-errors.ts';

/** The name under which our key stays on what was made with it. */
const ORDER_KEY = 'order_key';

/** The key with which something was made; null for what was made by hand. */
export const keyOf = ({ metadata }: { metadata: Stripe.Metadata | null }): string | null =>
  metadata?.[ORDER_KEY] ?? null;

/** What a write carries: Stripe's guard against repetition, and the mark by which we know it again later. */
export const withKey = (key: string) => ({
  metadata: { metadata: { [ORDER_KEY]: key } },
  options: { idempotencyKey: key },
});

/**
 * Finds what an earlier call with this key made. Stripe forgets idempotency keys after 24 hours, and an order that waited
 * for a whole outage may be older: money must not leave twice for that.
 * @param list the newest hundred of the place where it would be
 */
export async function madeBefore<T extends { metadata: Stripe.Metadata | null }>(
  key: string,
  list: () => PromiseLike<{ data: T[] }>,
): Promise<T | null> {
  const { data } = await asked(Promise.resolve(list()));
  return data.find((made) => keyOf(made) === key) ?? null;
}
