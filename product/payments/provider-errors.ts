import { AppError } from '#product/shared/errors.ts';
import { ProviderRefusal, ProviderUnavailable } from '#server/integrations/payments/provider.ts';

/**
 * Temporary refusals: money is on its way to the provider's balance, another request locks the
 * object, a bank has not decided.
 */
const PASSING = ['balance_insufficient', 'insufficient_funds', 'lock_timeout', 'charge_disputed'];

/** Whether the same request may succeed later. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ProviderUnavailable || (error instanceof ProviderRefusal && PASSING.includes(error.code));

/**
 * @returns AppError provider_unavailable, or provider_refused with the provider's code; anything
 *   else as it is
 */
export function appErrorOf(error: unknown): unknown {
  if (error instanceof ProviderUnavailable) return new AppError('provider_unavailable', error.message);
  if (error instanceof ProviderRefusal) return new AppError('provider_refused', error.code);
  return error;
}

/**
 * A call to the provider for which a person is waiting.
 * @throws AppError as `appErrorOf` says it
 */
export async function asAppError<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    throw appErrorOf(error);
  }
}
