import { Stripe } from 'stripe';
import { ProviderRefusal, ProviderUnavailable } from '../provider.ts';

/**
 * Answers after which the same request may yet succeed: Stripe's trouble, ours with the network, or
 * our key's.
 */
function isPassing(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  const { StripeAPIError, StripeAuthenticationError, StripeConnectionError, StripeRateLimitError } =
    Stripe.errors;
  if (error instanceof StripeConnectionError || error instanceof StripeAPIError) return true;
  // A wrong key says nothing about the payment: once an operator has corrected it, the payment
  // continues.
  if (error instanceof StripeRateLimitError || error instanceof StripeAuthenticationError) return true;
  // 409: another request with the same idempotency key is under way.
  return error.statusCode === undefined || error.statusCode >= 500 || error.statusCode === 409;
}

/**
 * Makes one call to Stripe and says its failures in the port's words.
 * @throws ProviderRefusal, ProviderUnavailable; anything that is not Stripe's comes through as it
 *   is
 */
export async function asked<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    if (isPassing(error)) throw new ProviderUnavailable(`Stripe: ${error.message}`, { cause: error });
    throw new ProviderRefusal(error.code ?? error.rawType ?? error.type, error.message, { cause: error });
  }
}

/** The metadata field in which Stripe's objects keep our key. */
const ORDER_KEY = 'order_key';

/** The key that an object was made with; null for one made by hand. */
export const keyOf = ({ metadata }: { metadata?: Stripe.Metadata | null | undefined }): string | null =>
  metadata?.[ORDER_KEY] ?? null;

/**
 * The options of a write: Stripe's protection against repetition, and the metadata by which we
 * recognise it later.
 */
export const withKey = (key: string) => ({
  metadata: { metadata: { [ORDER_KEY]: key } },
  options: { idempotencyKey: key },
});

/**
 * Finds what an earlier call with this key made. Stripe forgets idempotency keys after 24 hours,
 * and an order that waited for a whole outage may be older: money must not leave twice for that.
 * @param list the newest hundred of the place where it would be
 */
export async function madeBefore<T extends { metadata: Stripe.Metadata | null }>(
  key: string,
  list: () => PromiseLike<{ data: T[] }>,
): Promise<T | null> {
  const { data } = await asked(Promise.resolve(list()));
  return data.find((made) => keyOf(made) === key) ?? null;
}
