import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { openEchoing } from '#server/integrations/media/embedded/testing/browser.ts';
import { openMedia } from '#server/integrations/media/open-media.ts';
import { testConnection } from '../media-contract.ts';

const product = await openProduct({ clockRuns: true });
beforeAll(async () => {
  product.deps.media = openMedia(
    { addresses: ['127.0.0.1'], ports: null, janus: null },
    {
      turn: { urls: ['turn:relay.example:3478'], secret: 'north' },
      connection: product.database.connection,
      janusKey: () => Buffer.alloc(32),
      logger: pino({ level: 'silent' }),
      now: () => new Date(Date.now() + product.clock.ahead),
    },
  );
});
afterAll(async () => {
  await product.deps.media.stop();
});

const start = (who: SignedIn) => codeOf(who, testConnection, { step: 'start' });

test('a test begins with the relays to try, with credentials for that person', async () => {
  const viewer = await product.join();
  const { measurable, iceServers } = await ask(viewer, testConnection, { step: 'start' });
  expect(measurable).toBe(true);
  expect(iceServers.map(({ urls }) => urls)).toEqual([
    ['stun:relay.example:3478'],
    ['turn:relay.example:3478'],
  ]);
  expect(iceServers[1]?.username).toContain(viewer.id);
  // The relay's credentials last for the test, not for hours.
  const [until] = iceServers[1]?.username?.split(':') ?? [];
  const seconds = Number(until) - (Date.now() + product.clock.ahead) / 1000;
  expect(seconds).toBeGreaterThan(100);
  expect(seconds).toBeLessThanOrEqual(120);
});

test('what a browser sends to the media server comes back', async () => {
  const viewer = await product.join();
  const line = await openEchoing();
  try {
    const { sdp } = await ask(viewer, testConnection, { step: 'offer', sdp: line.offer });
    await line.accept(sdp ?? '');
    await vi.waitFor(() => {
      line.send();
      expect(line.got()).toBeGreaterThan(5);
    }, 10_000);
  } finally {
    await line.close();
  }
});

test('one at a time for each person, and another ten seconds later', async () => {
  const [one, other] = [await product.join(), await product.join()];
  expect(await start(one)).toBeNull();
  expect(await start(one)).toBe('too_many_attempts');
  expect(await start(other)).toBeNull();
  product.clock.ahead += 10_500;
  expect(await start(one)).toBeNull();
});

test('an invalid description is refused, and counts as an attempt', async () => {
  const viewer = await product.join();
  const offer = { step: 'offer', sdp: 'v=0' } as const;
  expect(await codeOf(viewer, testConnection, offer)).toBe('media_refused');
  expect(await codeOf(viewer, testConnection, offer)).toBe('too_many_attempts');
});

test('nobody measures without being signed in', async () => {
  expect(await codeOf({ client: product.client() }, testConnection, { step: 'start' })).toBe(
    'unauthenticated',
  );
});
