import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { MediaHome, MediaRelay } from '../media-engine.ts';
import { createEmbeddedEngine } from './engine.ts';
import type { MediaNetwork } from './network.ts';
import { openEchoing, openPublisher, openWatcher, type Publisher, type Watcher } from './testing/browser.ts';
import { openLossyConnection } from './testing/lossy-proxy.ts';

const home: MediaHome = { key: async () => 1, mayTake: async () => true, isHere: async () => true };
const sessionId = randomUUID();
const anywhere: MediaNetwork = { addresses: ['127.0.0.1'], ports: null };
let engine: ReturnType<typeof createEmbeddedEngine>;
let relay: MediaRelay;
let open: { close(): unknown }[] = [];

const start = (network = anywhere) => {
  engine = createEmbeddedEngine({ network, turn: null, home, logger: pino({ level: 'silent' }) });
  relay = engine.relay!;
};
beforeEach(() => start());
afterEach(async () => {
  await Promise.all(open.map((peer) => peer.close()));
  open = [];
  await engine.stop();
});

const asIs = (sdp: string) => sdp;
async function publisher(participantId: string, through = asIs, firstNumber?: number): Promise<Publisher> {
  const peer = await openPublisher(firstNumber);
  open.push(peer);
  await peer.accept(through(await relay.publish({ sessionId, participantId }, peer.offer)));
  await peer.connected;
  return peer;
}

async function watcher(participantId: string, publisherId: string, through = asIs): Promise<Watcher> {
  const peer = await openWatcher(through(await relay.subscribe({ sessionId, participantId }, publisherId)));
  open.push(peer);
  await relay.accept({ sessionId, participantId }, publisherId, peer.answer);
  await peer.connected;
  return peer;
}

const medium = <M extends { name: string }>({ media }: { media: M[] }, name: string): M =>
  media.find((each) => each.name === name)!;
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const workerPid = async () => Number(/process (\d+)/.exec((await engine.health()).detail)?.[1]);
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** Whether anything arrives from a moment on. */
async function flows({ media }: Watcher): Promise<boolean> {
  const count = () => media.reduce((sum, { places }) => sum + places.length, 0);
  await pause(200); // what is on its way
  const before = count();
  await pause(400);
  return count() > before;
}

describe('one who publishes to three', () => {
  test('is seen and heard by each, and asked for a key frame when somebody subscribes later', async () => {
    const one = await publisher('one');
    one.stream();
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
    const five = await watcher('five', 'one');
    await vi.waitFor(() => expect(medium(one, 'camera').asked).toBeGreaterThan(before));
    const since = medium(one, 'screen').asked;
    await pause(500);
    await medium(five, 'screen').wantKeyFrame();
    await vi.waitFor(() => expect(medium(one, 'screen').asked).toBeGreaterThan(since));
    await vi.waitFor(() => expect(one.allowed()).toBeGreaterThan(400_000n), 5_000);
    await vi.waitFor(async () => {
      const seen = await relay.observe({ sessionId, participantId: 'one' });
      expect(seen?.connected).toBe(true);
      expect(seen!.packetsReceived).toBeGreaterThan(100);
    }, 3_000);
    expect(await relay.observe({ sessionId, participantId: 'two' })).toEqual({
      connected: false,
      packetsReceived: 0,
    });
  });

  test('arrives whole over connections that lose three packets of a hundred, both ways', async () => {
    const connections = await Promise.all([openLossyConnection(0.03), openLossyConnection(0.03)]);
    open.push(...connections);
    const one = await publisher('one', connections[0]!.through);
    const two = await watcher('two', 'one', connections[1]!.through);
    const stop = one.stream(['audio', 'camera']);
    await vi.waitFor(() => expect(medium(one, 'camera').sent).toBeGreaterThan(300), 20_000);
    stop();
    await pause(300);
    for (const connection of connections) expect(connection.lost()).toBeGreaterThan(10);
    const share = (name: string) => {
      const { sent } = medium(one, name);
      return medium(two, name).counts.size / sent;
    };
    // Pictures are sent again; of sound, Opus carries what was lost in the packet that follows.
    expect(share('camera')).toBeGreaterThan(0.99);
    expect(share('audio')).toBeGreaterThan(0.88);
  });

  test.each([
    ['the certificate', ([kind, type]: [number, number]) => kind === 22 && type === 11],
    ['the first media', ([kind]: [number, number]) => kind >= 128],
  ])(
    'arrives over connections on which the first handshake message comes again just before %s',
    async (_what, isIt) => {
      let hello: Buffer | null = null;
      let repeated = 0;
      const connection = await openLossyConnection(0, {
        precededBy(packet) {
          const kind = packet[0] ?? 0;
          if (kind === 22) hello ??= packet;
          if (repeated > 0 || !isIt([kind, packet[13] ?? 0])) return null;
          repeated += 1;
          return hello;
        },
      });
      open.push(connection);
      const one = await publisher('one', connection.through);
      one.stream();
      expect(await flows(await watcher('two', 'one'))).toBe(true);
      expect(repeated).toBe(1);
    },
  );

  test('a publisher who returns with new numbers continues in the same stream for subscribers', async () => {
    const first = await publisher('one', asIs, 65_400);
    const two = await watcher('two', 'one');
    const stop = first.stream(['camera']);
    await vi.waitFor(() => expect(medium(two, 'camera').places.length).toBeGreaterThan(30));
    stop();
    await pause(100);
    const second = await publisher('one', asIs, 12_345);
    second.stream(['camera']);
    const length = medium(two, 'camera').places.length;
    await vi.waitFor(() => expect(medium(two, 'camera').places.length).toBeGreaterThan(length + 20));
    const places = medium(two, 'camera').places;
    for (const [index, { sequenceNumber, timestamp }] of places.slice(1).entries()) {
      expect(sequenceNumber).toBe((places[index]!.sequenceNumber + 1) % 65_536);
      expect((timestamp - places[index]!.timestamp + 2 ** 32) % 2 ** 32).toBeLessThan(3 * 90_000);
    }
    await vi.waitFor(() => expect(medium(second, 'camera').asked).toBeGreaterThan(0));
  });
});

describe('a participant who has no place any more', () => {
  test('sends and receives nothing once revoked, and all do once the room is closed', async () => {
    const [one, two] = [await publisher('one'), await publisher('two')];
    for (const each of [one, two]) each.stream(['camera']);
    const oneSeesTwo = await watcher('one', 'two');
    const twoSeesOne = await watcher('two', 'one');
    const threeSeesOne = await watcher('three', 'one');
    const threeSeesTwo = await watcher('three', 'two');
    expect(await flows(threeSeesTwo)).toBe(true);
    await engine.revoke({ sessionId, participantId: 'two' });
    expect(await Promise.all([oneSeesTwo, twoSeesOne, threeSeesTwo, threeSeesOne].map(flows))).toEqual([
      false,
      false,
      false,
      true,
    ]);
    await expect(relay.subscribe({ sessionId, participantId: 'three' }, 'two')).rejects.toThrow(
      expect.objectContaining({ name: 'MediaNotReady' }),
    );
    await engine.close({ sessionId });
    expect(await flows(threeSeesOne)).toBe(false);
    await vi.waitFor(() => expect(relay.carried()).toEqual([]), 3_000);
  });
});

describe('cameras', () => {
  const people = Array.from({ length: 8 }, (_, index) => `p${index}`);

  test('is watched by the last of several questions, whichever takes longest', async () => {
    const one = await publisher('one');
    one.stream();
    const two = { sessionId, participantId: 'two' };
    const asked = await Promise.allSettled(Array.from({ length: 5 }, () => relay.subscribe(two, 'one')));
    const last = asked.at(-1)!;
    if (last.status === 'rejected') throw last.reason;
    const peer = await openWatcher(last.value);
    open.push(peer);
    await relay.accept(two, 'one', peer.answer);
    await peer.connected;
    expect(await flows(peer)).toBe(true);
  });

  test('are limited to six: the first to come, or those whom the server names', async () => {
    const publishers = await Promise.all(people.map((id) => publisher(id)));
    const seen = await Promise.all(people.map((id) => watcher('looker', id)));
    for (const each of publishers.slice(0, 6)) each.stream(['camera', 'audio']);
    await vi.waitFor(() => {
      for (const each of seen.slice(0, 6)) expect(medium(each, 'camera').counts.size).toBeGreaterThan(3);
    }, 5_000);
    for (const each of publishers.slice(6)) each.stream(['camera', 'audio']);
    await vi.waitFor(() => {
      for (const each of seen.slice(6)) expect(medium(each, 'audio').counts.size).toBeGreaterThan(10);
    }, 5_000);
    expect(seen.slice(6).map((each) => medium(each, 'camera').counts.size)).toEqual([0, 0]);

    const named = ['p7', 'p1', 'p2', 'p3', 'p4', 'p5'];
    await relay.showCameras({ sessionId }, named);
    await vi.waitFor(() => expect(medium(seen[7]!, 'camera').counts.size).toBeGreaterThan(3), 5_000);
    await vi.waitFor(() => expect(medium(publishers[7]!, 'camera').asked).toBeGreaterThan(0));
    const before = medium(seen[0]!, 'camera').counts.size;
    await pause(300);
    expect(medium(seen[0]!, 'camera').counts.size).toBe(before);
    expect(medium(seen[6]!, 'camera').counts.size).toBe(0);
  });
});

test('a room takes fourteen people and no more, and another room is not full for that', async () => {
  const { offer } = await openPublisher();
  for (let index = 0; index < 14; index += 1)
    await relay.publish({ sessionId, participantId: `p${index}` }, offer);
  await expect(relay.publish({ sessionId, participantId: 'late' }, offer)).rejects.toThrow(
    'the room is full',
  );
  await relay.publish({ sessionId: randomUUID(), participantId: 'late' }, offer);
  // Anybody who already has a place may connect again.
  await relay.publish({ sessionId, participantId: 'p3' }, offer);
}, 20_000);

test('ports are taken from the range that was opened, and are released', async () => {
  await engine.stop();
  start({ addresses: ['192.0.2.7', '127.0.0.1'], ports: [42_310, 42_313] });
  const { offer } = await openPublisher();
  const publish = (participantId: string) => relay.publish({ sessionId, participantId }, offer);
  const answers = [await publish('one'), await publish('two')];
  expect(answers.map((sdp) => /candidate:1 1 udp \d+ (\S+ \d+) typ host/.exec(sdp)?.[1])).toEqual([
    '192.0.2.7 42310',
    '192.0.2.7 42312',
  ]);
  await expect(publish('three')).rejects.toThrow('MEDIA_PORTS');
  await engine.revoke({ sessionId, participantId: 'one' });
  expect(await publish('three')).toContain('127.0.0.1 42310');
});

test('a person who makes connection after connection is slowed down', async () => {
  const { offer } = await openPublisher();
  const restless = async () => {
    for (let index = 0; index < 100; index += 1)
      await relay.publish({ sessionId, participantId: 'one' }, offer);
  };
  await expect(restless()).rejects.toThrow('too many connections');
  await relay.publish({ sessionId, participantId: 'two' }, offer);
});

describe('an invalid description', () => {
  test('is refused, and harms nobody', async () => {
    const one = await publisher('one');
    one.stream();
    const two = await watcher('two', 'one');
    const pid = await workerPid();
    const { offer } = await openPublisher();
    const lines = offer.split('\r\n');
    const broken: string[] = [
      '',
      'v=0',
      'hello',
      offer.slice(0, offer.length / 2),
      offer.replace('sendonly', 'sendrecv'),
      offer.replace('m=video', 'm=audio'),
      offer.replace(/VP8/g, 'H264'),
      offer.replace(/a=fingerprint.*\r\n/g, ''),
      offer.replace(/a=ssrc.*\r\n/g, ''),
      offer.replace(/a=group:BUNDLE.*\r\n/, ''),
      lines.slice(0, -10).join('\r\n'),
      'v=0\r\n'.repeat(2_000),
    ];
    for (const sdp of broken)
      await expect(relay.publish({ sessionId, participantId: 'three' }, sdp)).rejects.toThrow(
        expect.objectContaining({ name: 'BadDescription' }),
      );
    // Whatever else it may say: an answer or a refusal.
    for (let index = 0; index < lines.length; index += 1) {
      const cut = lines.toSpliced(index, 1).join('\r\n');
      const garbled = lines
        .with(index, `${lines[index]!.slice(0, 6)}%${lines[index]!.slice(9)}`)
        .join('\r\n');
      for (const sdp of [cut, garbled])
        await relay
          .publish({ sessionId: randomUUID(), participantId: 'three' }, sdp)
          .catch((error: Error) => {
            expect(error.name).toBe('BadDescription');
          });
    }
    await relay.subscribe({ sessionId, participantId: 'three' }, 'one');
    await expect(
      relay.accept({ sessionId, participantId: 'three' }, 'one', 'v=0\r\nnothing'),
    ).rejects.toThrow(expect.objectContaining({ name: 'BadDescription' }));
    await expect(relay.accept({ sessionId, participantId: 'three' }, 'nobody', offer)).rejects.toThrow(
      expect.objectContaining({ name: 'MediaNotReady' }),
    );
    expect(await flows(two)).toBe(true);
    expect(await workerPid()).toBe(pid);
  }, 30_000);
});

describe('the worker', () => {
  test('that is killed is noticed at once, reported once, and replaced: all can reconnect', async () => {
    const losses: (readonly string[])[] = [];
    relay.onLost((sessionIds) => losses.push(sessionIds));
    await publisher('one');
    await watcher('two', 'one');
    const pid = await workerPid();
    process.kill(pid, 'SIGKILL');
    await vi.waitFor(() => expect(losses).toEqual([[sessionId]]), 2_000);
    const one = await publisher('one');
    one.stream();
    const two = await watcher('two', 'one');
    expect(await flows(two)).toBe(true);
    expect(await workerPid()).not.toBe(pid);
    expect(losses).toHaveLength(1);
  });

  test('is not started for a room that closes, and is gone after a stop', async () => {
    await engine.revoke({ sessionId, participantId: 'one' });
    expect((await engine.health()).detail).toContain('not running');
    await publisher('one');
    const pid = await workerPid();
    expect(isAlive(pid)).toBe(true);
    await engine.stop();
    expect(isAlive(pid)).toBe(false);
    await expect(relay.subscribe({ sessionId, participantId: 'two' }, 'one')).rejects.toThrow(
      expect.objectContaining({ name: 'MediaUnavailable' }),
    );
  });

  test('ends by itself when its server is killed', async () => {
    const parent = spawn(process.execPath, [join(import.meta.dirname, 'testing/parent.ts')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), 5_000);
  }, 20_000);
});

test('a person who tests their connection gets back what they send', async () => {
  const { offer, send, got, accept, close } = await openEchoing();
  open.push({ close });
  await accept(await engine.echo.answer(offer));
  await vi.waitFor(() => {
    send();
    expect(got()).toBeGreaterThan(5);
  }, 5_000);
  await expect(engine.echo.answer('v=0')).rejects.toThrow(
    expect.objectContaining({ name: 'BadDescription' }),
  );
  for (let index = 1; index < 12; index += 1) await engine.echo.answer(offer);
  await expect(engine.echo.answer(offer)).rejects.toThrow(expect.objectContaining({ name: 'EchoBusy' }));
});
