import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BROWSE_SORTS, FREE_WHEN } from '#product/shared/browsing.ts';
import { type ProductServer, startProduct } from '#product/testing/product-server.ts';
import { browseStreamers, getHome, listNextStarts } from './contract.ts';
import { publish } from './testing/discovery.ts';

let server: ProductServer;
beforeAll(async () => {
  server = await startProduct();
  await publish(server.database.pool, { name: 'Anouk Karsenti', categories: ['musique'] });
});
afterAll(() => server.close());

const send = async (name: string, body: unknown): Promise<number> => {
  const response = await fetch(`${server.url}/functions/v1/${name}`, {
    method: 'POST',
    headers: { apikey: server.keys.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await response.text();
  return response.status;
};

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 110 }),
  fc.string({ maxLength: 40 }),
  fc.constantFrom(
    '%',
    '_',
    "'; drop table streamers; --",
    '\\',
    '‰',
    '🎮 échecs',
    'a\u0000b',
    '\ud800',
    '((((',
    'ﬁﬂ',
    '٣ ١',
  ),
);
const number = fc.oneof(
  fc.integer({ min: -1, max: 10_000 }),
  fc.maxSafeInteger(),
  fc.double(),
  fc.constant(null),
);
/** Mostly left out, sometimes a valid value, seldom anything at all: otherwise nearly all would be refused by the contract. */
const maybe = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constant(undefined) },
    { weight: 10, arbitrary: value },
    { weight: 1, arbitrary: fc.anything() },
  );

test('no search and no filter, however odd, makes the server fail', async () => {
  const input = fc.record({
    query: maybe(text),
    category: maybe(text),
    language: maybe(text),
    priceMinCents: maybe(number),
    priceMaxCents: maybe(number),
    durationMinutes: maybe(number),
    free: maybe(fc.constantFrom(...FREE_WHEN)),
    ratingMin: maybe(number),
    sort: maybe(fc.constantFrom(...BROWSE_SORTS)),
    page: maybe(number),
    zone: maybe(fc.oneof(text, fc.constantFrom('Europe/Paris', 'Pacific/Chatham', 'Mars/Olympus', '+02:00'))),
  });
  const seen = new Set<number>();
  await fc.assert(
    fc.asyncProperty(input, async (body) => {
      const status = await send(browseStreamers.name, body);
      seen.add(status);
      expect([200, 400]).toContain(status);
    }),
    { numRuns: 1_000 },
  );
  // Neither all refused nor all accepted.
  expect([...seen].sort()).toEqual([200, 400]);
  expect(server.errors).toEqual([]);
});

test('searches alone, as they are typed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(text, fc.string({ unit: 'grapheme', maxLength: 60 })), async (query) => {
      expect([200, 400]).toContain(await send(browseStreamers.name, { query }));
    }),
    { numRuns: 800 },
  );
  expect(server.errors).toEqual([]);
});

test('nor do home and the starts of a profile', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.uuid(), number, async (zone, streamerId, count) => {
      expect([200, 400]).toContain(await send(getHome.name, { zone }));
      expect([200, 400, 404]).toContain(await send(listNextStarts.name, { streamerId, count }));
    }),
    { numRuns: 150 },
  );
  expect(server.errors).toEqual([]);
});
