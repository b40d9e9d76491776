import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { StripeDouble } from './stripe-double.ts';

let double: StripeDouble;
beforeEach(async () => {
  double = await new StripeDouble().listen();
});
afterEach(() => double.close());

describe('the double refuses what Stripe refuses', () => {
  const post = async (path: string, form: string, headers: Record<string, string> = {}) => {
    const response = await fetch(`${double.baseUrl}${path}`, {
      method: 'POST',
      body: form,
      headers: { authorization: `Bearer ${double.secretKey}`, ...headers },
    });
    return { status: response.status, ...((await response.json()) as { error?: unknown; id?: string }) };
  };

  test('parameters that are unknown, missing or of another type', async () => {
    expect(await post('/v1/refunds', 'payment_intents=pi_1')).toMatchObject({
      status: 400,
      error: { code: 'parameter_unknown', param: 'payment_intents' },
    });
    expect(await post('/v1/checkout/sessions', 'payment_intent_data[capture]=manual')).toMatchObject({
      error: { code: 'parameter_unknown', param: 'payment_intent_data[capture]' },
    });
    expect(await post('/v1/account_links', 'type=account_onboarding')).toMatchObject({
      error: { code: 'parameter_missing', param: 'account' },
    });
    expect(await post('/v1/refunds', 'amount=12.5')).toMatchObject({
      error: { code: 'parameter_invalid_integer' },
    });
    expect(await post('/v1/checkout/sessions', 'mode=rent')).toMatchObject({ status: 400 });
    expect(await post('/v1/tokens', '')).toMatchObject({ status: 404 });
  });

  test('an idempotency key that comes back with something else', async () => {
    const key = { 'idempotency-key': 'k1' };
    const first = await post('/v1/accounts', 'type=express', key);
    expect(await post('/v1/accounts', 'type=express', key)).toEqual(first);
    expect(await post('/v1/accounts', 'type=custom', key)).toMatchObject({
      status: 400,
      error: { type: 'idempotency_error' },
    });
  });
});
