import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { createRewriter, subscribe } from './subscription.ts';
import { openWatcher } from './testing/browser.ts';
import { openLossyConnection } from './testing/lossy-proxy.ts';

let open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

test('a browser that began its handshake before its answer came need not begin it again', async () => {
  const network = { addresses: ['127.0.0.1'], ports: null };
  const subscription = await subscribe({ network, ports: null, now: () => performance.now() }, () => {});
  const { promise: begun, resolve: begins } = Promise.withResolvers<void>();
  const said = new Set<string>();
  const losesOf = (packet: Buffer) => {
    if (packet[0] !== 22) return false; // no handshake (RFC 6347, 4.1)
    const isRepeated = said.has(packet.toString('latin1'));
    said.add(packet.toString('latin1'));
    begins();
    return isRepeated;
  };
  const connection = await openLossyConnection(0, { losesOf });
  const watcher = await openWatcher(connection.through(subscription.offer));
  open = [watcher, subscription, connection];
  await begun;
  await pause(50);
  await subscription.accept(watcher.answer);
  const late = pause(8_000).then(() => 'late');
  expect(await Promise.race([watcher.connected.then(() => 'connected'), late])).toBe('connected');
});

const clock = () => {
  const time = { now: 0 };
  return { time, now: () => time.now };
};

test('what comes first goes through as it is', () => {
  const { now } = clock();
  const rewriter = createRewriter(90_000, now);
  expect(rewriter.next({ sequenceNumber: 65_535, timestamp: 4_000_000_000 })).toEqual({
    sequenceNumber: 65_535,
    timestamp: 4_000_000_000,
  });
});

test('another source goes on where the one before it ended, later by the time that has passed', () => {
  const { now, time } = clock();
  const rewriter = createRewriter(90_000, now);
  rewriter.next({ sequenceNumber: 65_535, timestamp: 1_000 });
  time.now = 1_000;
  rewriter.restart();
  expect(rewriter.next({ sequenceNumber: 40, timestamp: 7 })).toEqual({
    sequenceNumber: 0,
    timestamp: 91_000,
  });
  expect(rewriter.next({ sequenceNumber: 42, timestamp: 3_007 })).toEqual({
    sequenceNumber: 2,
    timestamp: 94_000,
  });
});

test('a packet that is sent again keeps its number, and does not move the end', () => {
  const { now } = clock();
  const rewriter = createRewriter(48_000, now);
  for (const sequenceNumber of [10, 12, 11]) rewriter.next({ sequenceNumber, timestamp: 0 });
  rewriter.restart();
  expect(rewriter.next({ sequenceNumber: 500, timestamp: 0 }).sequenceNumber).toBe(13);
});

test('however often the source changes, nothing is missing in what one watcher gets', () => {
  const runs = fc.array(fc.record({ first: fc.nat(65_535), length: fc.integer({ min: 1, max: 50 }) }), {
    minLength: 1,
    maxLength: 20,
  });
  fc.assert(
    fc.property(runs, (sources) => {
      const { now } = clock();
      const rewriter = createRewriter(90_000, now);
      const sent = sources.flatMap(({ first, length }) => {
        rewriter.restart();
        return Array.from({ length }).map(
          (_, index) =>
            rewriter.next({ sequenceNumber: (first + index) % 65_536, timestamp: 0 }).sequenceNumber,
        );
      });
      expect(sent).toEqual(sent.map((_, index) => ((sent[0] ?? 0) + index) % 65_536));
    }),
  );
});
