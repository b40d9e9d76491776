import { afterAll, beforeAll, expect, test } from 'vitest';
import { testLine } from '#contracts/conference-test.ts';
import { ask, codeOf, type ProductServer, type SignedIn, startProduct } from '../testing/product-server.ts';

let product: ProductServer;
let viewer: SignedIn;
beforeAll(async () => {
  product = await startProduct();
  viewer = await product.join();
});
afterAll(() => product.close());

test('a test begins with what there is to measure with', async () => {
  expect(await ask(viewer, testLine, { step: 'start' })).toEqual({
    sdp: null,
    iceServers: [],
    measurable: product.deps.media.echo !== null,
  });
});

test('one at a time for each person, and another ten seconds later', async () => {
  const other = await product.join();
  expect(await codeOf(other, testLine, { step: 'start' })).toBeNull();
  expect(await codeOf(other, testLine, { step: 'start' })).toBe('too_many_attempts');
  product.clock.ahead += 10_500;
  expect(await codeOf(other, testLine, { step: 'start' })).toBeNull();
});

test('nobody measures without being signed in', async () => {
  expect(await codeOf({ client: product.client() }, testLine, { step: 'start' })).toBe('unauthenticated');
});

test('what is no description is refused', async () => {
  const other = await product.join();
  const code = await codeOf(other, testLine, { step: 'offer', sdp: 'v=0' });
  expect(code).toBe(product.deps.media.echo ? 'media_refused' : 'media_unavailable');
});
