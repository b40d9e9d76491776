import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { subscribe } from './subscription.ts';
import { openWatcher } from './testing/browser.ts';
import { openLossyLine } from './testing/lossy-proxy.ts';

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
  const line = await openLossyLine(0, { losesOf });
  const watcher = await openWatcher(line.through(subscription.offer));
  open = [watcher, subscription, line];
  await begun;
  await pause(50);
  await subscription.accept(watcher.answer);
  const late = pause(8_000).then(() => 'late');
  expect(await Promise.race([watcher.connected.then(() => 'connected'), late])).toBe('connected');
});
