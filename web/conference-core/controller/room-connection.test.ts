import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeConnection } from '../testing/fake-peer-connection.ts';
import { fakeRoom } from '../testing/fake-server.ts';

beforeEach(() => {
  FakeConnection.all = [];
  vi.stubGlobal('MediaStream', class {});
});
afterEach(() => vi.unstubAllGlobals());

const open = () => FakeConnection.all.filter(({ closed }) => !closed);

async function together() {
  const room = fakeRoom();
  const [first, second] = [room.person(), room.person()];
  await first.controller.enter();
  await second.controller.enter();
  await room.clock.pass(100);
  for (const pc of open()) pc.become('connected');
  return { room, first, second };
}
type Stage = Awaited<ReturnType<typeof together>>;
const peerOf = ({ first }: Stage) => first.controller.state().peers[0];

describe('an order of the streamer', () => {
  test('mutes once; a person who unmutes is not muted again by the same order', async () => {
    const { room, first } = await together();
    const order = new Date(room.clock.now()).toISOString();
    first.guest().orders = { mutedAt: order, shareStoppedAt: null };
    room.poke();
    await room.clock.pass(10);
    expect(first.flags.mic).toBe(false);
    expect(first.controller.state().notice).toEqual({ kind: 'muted', at: Date.parse(order) });
    first.flags.mic = true;
    await room.clock.pass(25_000);
    expect(first.flags.mic).toBe(true);
    first.guest().orders = { mutedAt: new Date(room.clock.now()).toISOString(), shareStoppedAt: null };
    await room.clock.pass(10_000);
    expect(first.flags.mic).toBe(false);
  });

  test('ends a share', async () => {
    const { room, first } = await together();
    first.flags.screen = true;
    first.guest().orders = { mutedAt: null, shareStoppedAt: new Date(room.clock.now()).toISOString() };
    room.poke();
    await room.clock.pass(10);
    expect(first.flags).toMatchObject({ mic: true, screen: false });
    expect(first.controller.state().notice?.kind).toBe('share_stopped');
  });

  test('is decided by the server', async () => {
    const { room, first, second } = await together();
    await first.controller.moderate('mute', second.guest().participantId);
    await first.controller.moderate('end');
    expect(room.acts).toEqual([
      { act: 'mute', target: second.guest().participantId },
      { act: 'end', target: null },
    ]);
  });
});

describe('somebody in the lobby', () => {
  test('is on no channel and sends nothing, until they are; then they ask for the ways to connect', async () => {
    const room = fakeRoom();
    const [streamer, guest] = [room.person(), room.person({ waits: true })];
    await streamer.controller.enter();
    await guest.controller.enter();
    await room.clock.pass(5_000);
    expect(guest.controller.state()).toMatchObject({ phase: 'inside', waiting: true, peers: [] });
    expect(guest.guest().handlers).toBeNull();
    expect(FakeConnection.all).toEqual([]);
    guest.guest().waits = false;
    await room.clock.pass(4_000);
    expect(guest.controller.state()).toMatchObject({ waiting: false, server: 'joined' });
    expect(room.renewed).toBe(1);
    expect(FakeConnection.all.some(({ configuration }) => configuration.iceServers?.length === 1)).toBe(true);
    for (const pc of open()) pc.become('connected');
    expect(streamer.controller.state().peers).toMatchObject([{ link: 'connected' }]);
    expect(guest.controller.state().peers).toMatchObject([{ link: 'connected' }]);
  });

  test('is told when they are sent away', async () => {
    const room = fakeRoom();
    const guest = room.person({ waits: true });
    await guest.controller.enter();
    room.refusals.set(guest.guest().participantId, 'room_refused');
    await room.clock.pass(4_000);
    expect(guest.controller.state()).toMatchObject({ phase: 'outside', out: { code: 'room_refused' } });
  });
});

describe('a sign', () => {
  test('is seen by both for five seconds', async () => {
    const { room, first, second } = await together();
    first.controller.react('clap');
    await room.clock.pass(10);
    const { participantId } = first.guest();
    for (const { controller } of [first, second])
      expect(controller.state().reactions).toMatchObject([{ participantId, emoji: 'clap' }]);
    await room.clock.pass(5_100);
    for (const { controller } of [first, second]) expect(controller.state().reactions).toEqual([]);
  });

  test('given without end is shown five times', async () => {
    const { room, first, second } = await together();
    for (let count = 0; count < 50; count += 1) first.controller.react('heart');
    await room.clock.pass(10);
    expect(room.sent.filter(({ body }) => body.kind === 'reaction')).toHaveLength(5);
    expect(second.controller.state().reactions).toHaveLength(5);
  });
});

describe('the tile of somebody', () => {
  // The second one's connection is made first: it makes the offer.
  const firstOnes = () => FakeConnection.all[1]!;
  /** The second one's connection breaks, and after a while the server no longer counts them as there. */
  async function lose(stage: Stage): Promise<void> {
    firstOnes().become('disconnected');
    await stage.room.clock.pass(8_000);
    stage.second.guest().silent = true;
    stage.room.poke();
    await stage.room.clock.pass(10);
  }

  test('whose connection broke stays for half a minute, with the time since when', async () => {
    const stage = await together();
    const brokenAt = stage.room.clock.now();
    await lose(stage);
    expect(peerOf(stage)).toMatchObject({
      link: 'recovering',
      gone: brokenAt + stage.first.controller.state().ahead,
    });
    await stage.room.clock.pass(21_000);
    expect(peerOf(stage)).toBeDefined();
    await stage.room.clock.pass(1_500);
    expect(peerOf(stage)).toBeUndefined();
  });

  test('of a person who comes back is theirs again', async () => {
    const stage = await together();
    await lose(stage);
    stage.second.guest().silent = false;
    stage.room.poke();
    await stage.room.clock.pass(10);
    expect(peerOf(stage)).toMatchObject({ gone: null });
    await stage.room.clock.pass(30_000);
    expect(peerOf(stage)).toBeDefined();
  });

  test('who leaves goes at once, with a broken connection too', async () => {
    const stage = await together();
    firstOnes().become('disconnected');
    await stage.second.controller.leave();
    await stage.room.clock.pass(10);
    expect(peerOf(stage)).toBeUndefined();
  });
});

test('a share ends when one leaves: coming back at once does not show it again', async () => {
  const { first } = await together();
  first.flags.screen = true;
  await first.controller.leave();
  expect(first.flags.screen).toBe(false);
  await first.controller.enter();
  expect(first.flags).toMatchObject({ mic: true, camera: true, screen: false });
});

test('a heartbeat that does not get through in time is followed by another, and the room continues', async () => {
  const { room, first } = await together();
  room.refusals.set(first.guest().participantId, 'unreachable');
  await room.clock.pass(11_000);
  expect(first.controller.state().phase).toBe('inside');
  room.refusals.clear();
  first.guest().beat = null;
  await room.clock.pass(3_100);
  expect(first.guest().beat).not.toBeNull();
});

test('a heartbeat tells how good the lines were measured to be', async () => {
  const { room, first } = await together();
  await room.clock.pass(11_000);
  expect(first.guest().beat).toMatchObject({ line: null });
  first.controller.noteLine('poor');
  await room.clock.pass(11_000);
  expect(first.guest().beat).toMatchObject({ line: 'poor' });
});

test('one who goes away while the door opens is not left inside', async () => {
  const room = fakeRoom();
  const { controller, guest } = room.person();
  const entering = controller.enter();
  await controller.leave();
  await entering;
  expect(controller.state().phase).toBe('outside');
  expect(room.guests.has(guest().participantId)).toBe(false);
  expect(open()).toEqual([]);
});
