import fc from 'fast-check';
import { expect, test } from 'vitest';
import { promptly } from '#platform/testing/promptly.ts';
import * as accounts from '#product/accounts/contract.ts';
import * as administration from '#product/administration/contract.ts';
import type { Contract } from '#product/shared/contract.ts';
import { openProduct } from '#product/testing/product-server.ts';

const isContract = (value: unknown): value is Contract =>
  typeof value === 'object' && value !== null && 'request' in value && 'name' in value;
const contracts = Object.values<unknown>({ ...accounts, ...administration }).filter(isContract);

const product = await openProduct();
const admin = await product.join({ role: 'admin' });

/** Text that breaks things: quotes, NUL, half a surrogate pair, right-to-left marks, an id, a date. */
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom("'; drop table profiles; --", '\u0000', 'abc\u0000', '\ud800abc', '\u202eabc'),
  fc.uuid(),
  fc.constantFrom(
    '9999-12-31T23:59:59Z',
    '2026-02-30T10:00:00Z',
    '0000-01-01T00:00:00Z',
    '2030-01-01T00:00:00+23:59',
  ),
);
const value = fc.oneof(
  text,
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom('viewer', 'admin', 'approve', null),
);
const keys = [
  'personId',
  'role',
  'reason',
  'until',
  'requestId',
  'decision',
  'sessionId',
  'password',
  'token',
  'words',
  'removalId',
  '__proto__',
];
const body = fc.oneof(
  fc.record(Object.fromEntries(keys.map((key) => [key, value])), { requiredKeys: [] }),
  fc.record(
    { personId: fc.uuid({ version: 4 }), reason: text, until: value, role: value },
    { requiredKeys: ['personId', 'reason'] },
  ),
  fc.jsonValue(),
);

test.each(contracts)(
  '$name answers whatever it is sent in less than a second, and never with a 500',
  async ({ name }) => {
    product.errors.length = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          body.map((each) => JSON.stringify(each)),
          fc.string(),
        ),
        async (sent) => {
          const { answer, told } = await promptly(() =>
            fetch(`${product.url}/functions/v1/${name}`, {
              method: 'POST',
              body: sent,
              headers: { apikey: product.keys.publishableKey, authorization: `Bearer ${admin.token}` },
            }),
          );
          expect([answer.status < 500, told]).toEqual([true, told]);
        },
      ),
      { numRuns: 300 },
    );
    expect(product.errors).toEqual([]);
  },
);
