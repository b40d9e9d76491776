import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeConnection } from '../testing/fake-peer-connection.ts';
import { fakeRoom } from '../testing/fake-server.ts';

beforeEach(() => {
  FakeConnection.all = [];
  vi.stubGlobal('MediaStream', class {});
});
afterEach(() => vi.unstubAllGlobals());

const open = () => FakeConnection.all.filter(({ closed }) => !closed);
const agreed = () =>
  open().every((pc) => pc.signalingState === 'stable' && pc.localDescription && pc.remoteDescription);

/** Two people in a room, agreed on their media, and the network between them up. */
async function together() {
  const room = fakeRoom();
  const [first, second] = [room.person(), room.person()];
  await first.controller.enter();
  await room.clock.pass(100);
  await second.controller.enter();
  await room.clock.pass(100);
  expect(open()).toHaveLength(2);
  expect(agreed()).toBe(true);
  for (const pc of open()) pc.become('connected');
  return { room, first, second };
}

describe('two people', () => {
  test('connect: the one whom the server named makes the only offer, and the other builds its side from it', async () => {
    const { room, first, second } = await together();
    const descriptions = room.sent.flatMap(({ body, from }) =>
      body.kind === 'description'
        ? [[from === second.guest().participantId ? 'second' : 'first', body.description.type]]
        : [],
    );
    expect(descriptions).toEqual([
      ['second', 'offer'],
      ['first', 'answer'],
    ]);
    for (const pc of open()) {
      expect(pc.transceivers).toHaveLength(4);
      expect(pc.candidates).not.toHaveLength(0);
    }
    expect(first.controller.state()).toMatchObject({
      phase: 'inside',
      server: 'joined',
      peers: [{ link: 'connected' }],
    });
    expect(room.reports).toEqual([]);
  });

  test.each([0, 5, 500])(
    'who come at the same moment connect, with a channel that takes %i ms',
    async (delay) => {
      const room = fakeRoom();
      room.delay = delay;
      const people = [room.person(), room.person()];
      await Promise.all(people.map(({ controller }) => controller.enter()));
      await room.clock.pass(2_000);
      expect(open()).toHaveLength(2);
      expect(agreed()).toBe(true);
      expect(room.reports).toEqual([]);
    },
  );

  test('find each other although the first offer was lost', async () => {
    const room = fakeRoom();
    let lost = 0;
    room.lose = ({ body }) => body.kind === 'description' && lost++ === 0;
    const [first, second] = [room.person(), room.person()];
    await first.controller.enter();
    await room.clock.pass(100);
    await second.controller.enter();
    await room.clock.pass(3_500);
    expect(agreed()).toBe(true);
  });

  test('tell each other what they send, and again when it changes', async () => {
    const { first } = await together();
    const pc = FakeConnection.all[0]!;
    expect(JSON.parse(pc.sentFlags[0] ?? '')).toMatchObject({ mic: true });
    pc.channel?.onmessage?.({
      data: JSON.stringify({ mic: false, camera: true, screen: false, hand: true }),
    });
    expect(first.controller.state().peers[0]?.flags).toMatchObject({ mic: false, hand: true });
    pc.channel?.onmessage?.({ data: 'nonsense' });
    expect(first.controller.state().peers[0]?.flags).toMatchObject({ mic: false });
  });

  test.each(['a camera that comes', 'a camera that goes'])(
    '%s while the first offer is being answered is the one that is sent',
    async (what) => {
      const room = fakeRoom();
      const [first, second] = [room.person(), room.person()];
      const [before, after] = [{ id: 'before' }, { id: 'after' }] as MediaStreamTrack[];
      first.tracks.camera = before!;
      await first.controller.enter();
      await room.clock.pass(100);
      let release = () => {};
      room.lose = ({ body }) => {
        // The answerer's connection is made by the time that the offer comes: its answer is held.
        if (body.kind === 'description' && body.description.type === 'offer')
          for (const pc of FakeConnection.all)
            if (!pc.localDescription)
              pc.negotiated = new Promise((resolve) => {
                release = resolve;
              });
        return false;
      };
      await second.controller.enter();
      await room.clock.pass(100);
      const answering = FakeConnection.all.find(
        ({ signalingState }) => signalingState === 'have-remote-offer',
      )!;
      expect(answering.localDescription).toBeNull();
      const last = what === 'a camera that comes' ? after! : null;
      first.tracks.camera = last;
      first.change();
      release();
      await room.clock.pass(100);
      expect(agreed()).toBe(true);
      expect(answering.transceivers[1]?.sender.track).toBe(last);
    },
  );

  test('see the other go', async () => {
    const { room, first, second } = await together();
    await second.controller.leave();
    await room.clock.pass(100);
    expect(first.controller.state().peers).toEqual([]);
    expect(open()).toEqual([]);
    expect(second.controller.state()).toMatchObject({ phase: 'outside', out: { code: 'left' } });
  });

  test('agree on the server’s clock', async () => {
    const { first } = await together();
    expect(first.controller.state().ahead).toBe(5_000);
  });
});

describe('the ladder', () => {
  test('an interruption that mends within two seconds changes nothing', async () => {
    const { room } = await together();
    const pc = open()[0]!;
    pc.become('disconnected');
    await room.clock.pass(1_500);
    pc.become('connected');
    await room.clock.pass(15_000);
    expect(pc.restarts).toBe(0);
    expect(room.renewed).toBe(0);
  });

  test('a longer one restarts, on both sides at once, and they agree again', async () => {
    const { room, first } = await together();
    for (const pc of open()) pc.become('disconnected');
    expect(first.controller.state().peers[0]?.link).toBe('recovering');
    await room.clock.pass(2_500);
    expect(open().map(({ restarts }) => restarts)).toEqual([1, 1]);
    await room.clock.pass(500);
    expect(agreed()).toBe(true);
    expect(room.reports).toEqual([]);
    for (const pc of open()) pc.become('connected');
    await room.clock.pass(20_000);
    expect(room.renewed).toBe(0);
    expect(FakeConnection.all).toHaveLength(2);
  });

  test('a failed one restarts with fresh credentials; ten seconds later everything is rebuilt', async () => {
    const { room, first } = await together();
    const [pc] = open();
    pc!.become('failed');
    await room.clock.pass(100);
    expect(pc!.configuration.iceServers).toEqual([{ urls: ['turn:fresh'] }]);
    expect(pc!.restarts).toBe(1);
    await room.clock.pass(11_000);
    expect(FakeConnection.all.length).toBeGreaterThan(2);
    expect(pc!.closed).toBe(true);
    expect(open()).toHaveLength(2);
    expect(agreed()).toBe(true);
    for (const each of open()) each.become('connected');
    expect(first.controller.state().peers).toMatchObject([{ link: 'connected' }]);
  });
});

describe('the server', () => {
  test('has the last word: a newer connection elsewhere ends this one at its next question', async () => {
    const { room, first } = await together();
    room.refusals.set(first.guest().participantId, 'room_taken_over');
    first.guest().handlers?.onPoke();
    await room.clock.pass(10);
    expect(first.controller.state()).toMatchObject({
      phase: 'outside',
      out: { code: 'room_taken_over' },
      peers: [],
    });
  });

  test('out of reach leaves the media alone', async () => {
    const { room, first } = await together();
    first.guest().handlers?.onStatus('lost');
    room.refusals.set(first.guest().participantId, 'unreachable');
    await room.clock.pass(25_000);
    expect(first.controller.state()).toMatchObject({
      phase: 'inside',
      server: 'lost',
      peers: [{ link: 'connected' }],
    });
    room.refusals.clear();
    first.guest().handlers?.onStatus('joined');
    await room.clock.pass(100);
    expect(first.controller.state().server).toBe('joined');
    expect(FakeConnection.all).toHaveLength(2);
  });

  test('a forged message on the channel only makes the page ask it', async () => {
    const { room, first } = await together();
    const stranger = '00000000-0000-4000-8000-000000000099';
    first.guest().handlers?.onSignal({ from: stranger, to: null, epoch: 7, body: { kind: 'hello' } });
    await room.clock.pass(10);
    expect(first.controller.state()).toMatchObject({ phase: 'inside', peers: [{ link: 'connected' }] });
    expect(open()).toHaveLength(2);
  });
});
