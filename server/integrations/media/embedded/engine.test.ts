import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MediaHome, MediaRelay } from '../media-engine.ts';
import { createEmbeddedEngine } from './engine.ts';
import { openPublisher, openWatcher, type Publisher, type Watcher } from './testing/browser.ts';

const home: MediaHome = { key: async () => 1, mayTake: async () => true, isHere: async () => true };
const sessionId = randomUUID();
let log: Record<string, unknown>[] = [];
const logger = pino({ level: 'info' }, { write: (line: string) => log.push(JSON.parse(line)) });
let engine: ReturnType<typeof createEmbeddedEngine>;
let relay: MediaRelay;
let open: { close(): Promise<void> }[] = [];

beforeEach(() => {
  log = [];
  engine = createEmbeddedEngine({
    network: { addresses: ['127.0.0.1'], ports: null },
    turn: null,
    home,
    logger,
  });
  relay = engine.relay!;
});
afterEach(async () => {
  await Promise.all(open.map((peer) => peer.close()));
  open = [];
  await engine.stop();
});

async function publisher(participantId: string): Promise<Publisher> {
  const peer = await openPublisher();
  open.push(peer);
  await peer.accept(await relay.publish({ sessionId, participantId }, peer.offer));
  await peer.connected;
  return peer;
}

async function watcher(participantId: string, publisherId: string): Promise<Watcher> {
  const peer = await openWatcher(await relay.subscribe({ sessionId, participantId }, publisherId));
  open.push(peer);
  await relay.accept({ sessionId, participantId }, publisherId, peer.answer);
  await peer.connected;
  return peer;
}

const medium = <M extends { name: string }>({ media }: { media: M[] }, name: string): M =>
  media.find((each) => each.name === name)!;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe('one who publishes to three', () => {
  test('is seen and heard by each, and asked for a whole picture by who comes later', async () => {
    const one = await publisher('one');
    const stop = one.stream();
    const three = await Promise.all(['two', 'three', 'four'].map((id) => watcher(id, 'one')));
    for (const each of three)
      await vi.waitFor(() => {
        expect(each.media.map(({ name, counts }) => [name, counts.size > 20])).toEqual([
          ['audio', true],
          ['camera', true],
          ['screen', true],
          ['screenAudio', true],
        ]);
      }, 5_000);
    const before = medium(one, 'camera').asked;
    expect(before).toBeGreaterThan(0);
    await pause(500);
    await watcher('five', 'one');
    await vi.waitFor(() => expect(medium(one, 'camera').asked).toBeGreaterThan(before));
    await vi.waitFor(() => expect(one.allowed()).toBe(3_000_000n), 3_000);
    stop();
  });
});
