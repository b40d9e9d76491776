import { Stripe } from 'stripe';
import { ProviderRefusal, ProviderUnavailable } from '../provider.ts';

/** Answers after which the same request may yet succeed: Stripe's trouble, ours with the network, or our key's. */
function isPassing(error: InstanceType<typeof Stripe.errors.StripeError>): boolean {
  const { StripeAPIError, StripeAuthenticationError, StripeConnectionError, StripeRateLimitError } =
    Stripe.errors;
  if (error instanceof StripeConnectionError || error instanceof StripeAPIError) return true;
  // A wrong key says nothing about the payment: an operator mends it, and the payment goes on.
  if (error instanceof StripeRateLimitError || error instanceof StripeAuthenticationError) return true;
  // 409: another request with the same idempotency key is under way.
  return error.statusCode === undefined || error.statusCode >= 500 || error.statusCode === 409;
}

/**
 * Makes one call to Stripe and says its failures in the port's words.
 * @throws ProviderRefusal, ProviderUnavailable; anything that is not Stripe's comes through as it is
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
