import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { FakeConnection } from '../testing/fake-peer-connection.ts';
import { fakeRoom } from '../testing/fake-server.ts';

beforeEach(() => {
  FakeConnection.all = [];
  vi.stubGlobal('MediaStream', class {});
});
afterEach(() => vi.unstubAllGlobals());

const open = () => FakeConnection.all.filter(({ closed }) => !closed);
/** Connections by which somebody gets another one from the server. */
const feeds = () => open().filter((pc) => pc.remoteDescription?.type === 'offer');
const connectAll = () => {
  for (const pc of open()) if (pc.connectionState !== 'connected') pc.become('connected');
};

/** A room with so many people whose media go through a server, and the network up. */
async function group(size: number) {
  const room = fakeRoom();
  room.engine = 'embedded';
  const people = Array.from({ length: size }, () => room.person());
  for (const { controller } of people) {
    await controller.enter();
    await room.clock.pass(100);
  }
  connectAll();
  await room.clock.pass(100);
  return { room, people, first: people[0]!, second: people[1]! };
}
const links = ({ people }: Awaited<ReturnType<typeof group>>) =>
  people.map(({ controller }) => controller.state().peers.map(({ link }) => link));

test('three people each send once, and get each other from the server', async () => {
  const stage = await group(3);
  expect(open()).toHaveLength(3 + 6);
  expect(stage.room.steps.filter(({ kind }) => kind === 'publish')).toHaveLength(3);
  expect(links(stage)).toEqual(Array(3).fill(['connected', 'connected']));
  expect(stage.first.controller.state()).toMatchObject({ engine: 'embedded', sending: 'connected' });
  expect(stage.room.reports).toEqual([]);
  await stage.room.clock.pass(11_000);
  expect(stage.first.guest().beat).toEqual({ connected: 2, camera: true, line: null });
});

describe('offers that came with entering', () => {
  const offered = (room: ReturnType<typeof fakeRoom>, self: string) =>
    [...room.guests.values()]
      .filter(({ participantId, publishes }) => participantId !== self && publishes)
      .map(({ participantId }) => ({ participantId, sdp: `offer of ${participantId}` }));
  async function arrival() {
    const { room } = await group(2);
    room.offersFor = (self) => offered(room, self);
    const before = room.steps.length;
    const third = room.person();
    await third.controller.enter();
    await room.clock.pass(100);
    const own = () =>
      room.steps
        .slice(before)
        .filter(({ by }) => by === third.guest().participantId)
        .map(({ kind }) => kind);
    return { room, third, own };
  }

  test('are answered without a question, and one sends as soon as somebody is seen', async () => {
    const { room, third, own } = await arrival();
    expect(own()).toEqual(['accept', 'accept']);
    expect(
      feeds()
        .slice(-2)
        .map(({ remoteDescription }) => remoteDescription?.sdp),
    ).toEqual([expect.stringMatching(/^offer of 0/), expect.stringMatching(/^offer of 0/)]);
    expect(third.controller.state().sending).toBe('connecting');
    feeds().at(-1)!.become('connected');
    await room.clock.pass(10);
    expect(own()).toEqual(['accept', 'accept', 'publish']);
    connectAll();
    await room.clock.pass(2_000);
    expect(own().filter((kind) => kind === 'publish')).toHaveLength(1);
    expect(third.controller.state()).toMatchObject({
      sending: 'connected',
      peers: [{ link: 'connected' }, { link: 'connected' }],
    });
  });

  test('that fail delay sending for a second, and are requested again', async () => {
    const { room, own } = await arrival();
    const mine = feeds().slice(-2);
    await room.clock.pass(1_000);
    expect(own()).toEqual(['accept', 'accept', 'publish']);
    for (const pc of mine) pc.become('failed');
    await room.clock.pass(600);
    expect(own().filter((kind) => kind === 'subscribe')).toHaveLength(2);
    expect(room.reports).toEqual([]);
  });

  test('are worthless once the media were rebuilt', async () => {
    const { room } = await group(2);
    room.offersFor = (self) => {
      const offers = offered(room, self);
      room.raiseEpoch();
      return offers;
    };
    const third = room.person();
    await third.controller.enter();
    await room.clock.pass(2_000);
    connectAll();
    const used = FakeConnection.all.filter(({ remoteDescription }) =>
      remoteDescription?.sdp.startsWith('offer of 0'),
    );
    expect(used.filter(({ closed }) => !closed)).toEqual([]);
    expect(third.controller.state().peers.map(({ link }) => link)).toEqual(['connected', 'connected']);
  });
});

test('what somebody shows is told over the channel, to those who come later too', async () => {
  const { room, first, second } = await group(2);
  first.flags.mic = false;
  first.change();
  await room.clock.pass(10);
  expect(second.controller.state().peers[0]?.flags).toMatchObject({ mic: false, camera: true });
  const third = room.person();
  await third.controller.enter();
  await room.clock.pass(100);
  expect(third.controller.state().peers.map(({ flags }) => flags?.mic)).toEqual([false, true]);
});

test('somebody who does not publish yet is waited for, and subscribed to as soon as the server reports it', async () => {
  const room = fakeRoom();
  room.engine = 'embedded';
  const [first, second] = [room.person(), room.person()];
  room.refuseStep = ({ kind }) => (kind === 'publish' ? 'media_unavailable' : null);
  await first.controller.enter();
  await second.controller.enter();
  await room.clock.pass(300);
  expect(room.steps.some(({ kind }) => kind === 'subscribe')).toBe(false);
  expect(first.controller.state().peers).toMatchObject([{ link: 'connecting' }]);
  room.refuseStep = () => null;
  await room.clock.pass(3_000);
  connectAll();
  expect(first.controller.state().peers).toMatchObject([{ link: 'connected' }]);
  expect(second.controller.state().peers).toMatchObject([{ link: 'connected' }]);
});

test('somebody who began to send between entering and joining the channel is received as soon as the channel is joined', async () => {
  const room = fakeRoom();
  room.engine = 'embedded';
  const [first, second] = [room.person(), room.person()];
  room.refuseStep = ({ kind }) => (kind === 'publish' ? 'media_unavailable' : null);
  await first.controller.enter();
  await room.clock.pass(100);
  room.delay = 5_000;
  await second.controller.enter();
  room.refuseStep = () => null;
  await room.clock.pass(4_900);
  expect(first.guest().publishes).toBe(true);
  expect(room.steps.some(({ kind, by }) => kind === 'subscribe' && by === second.guest().participantId)).toBe(
    false,
  );
  await room.clock.pass(200);
  connectAll();
  expect(second.controller.state().peers).toMatchObject([{ link: 'connected' }]);
});

test('a subscription that comes too early is tried again by itself', async () => {
  const room = fakeRoom();
  room.engine = 'embedded';
  let refusals = 2;
  room.refuseStep = ({ kind }) => (kind === 'subscribe' && refusals-- > 0 ? 'media_not_ready' : null);
  const [first, second] = [room.person(), room.person()];
  await first.controller.enter();
  await second.controller.enter();
  await room.clock.pass(3_000);
  connectAll();
  expect(first.controller.state().peers).toMatchObject([{ link: 'connected' }]);
  expect(room.reports).toEqual([]);
});

describe('a connection with the media server', () => {
  test('that is interrupted for less than two seconds is left alone', async () => {
    const { room } = await group(2);
    const [pc] = open();
    pc!.become('disconnected');
    await room.clock.pass(1_500);
    pc!.become('connected');
    await room.clock.pass(8_000);
    expect(FakeConnection.all).toHaveLength(4);
  });

  test('that stays interrupted is rebuilt, and nobody else’s is touched', async () => {
    const stage = await group(3);
    const feed = feeds()[0]!;
    feed.become('disconnected');
    expect(links(stage).flat()).toContain('recovering');
    await stage.room.clock.pass(2_100);
    expect(feed.closed).toBe(true);
    expect(FakeConnection.all).toHaveLength(10);
    connectAll();
    expect(links(stage).flat()).not.toContain('recovering');
    expect(stage.room.renewed).toBe(0);
  });

  test('that failed is rebuilt with fresh credentials, and those who watch keep what they have', async () => {
    const stage = await group(2);
    const [own] = open();
    own!.become('failed');
    expect(stage.first.controller.state().sending).toBe('recovering');
    await stage.room.clock.pass(600);
    expect(stage.room.renewed).toBe(1);
    expect(FakeConnection.all.at(-1)?.configuration.iceServers).toEqual([{ urls: ['turn:fresh'] }]);
    connectAll();
    const before = FakeConnection.all.length;
    await stage.room.clock.pass(100);
    expect(FakeConnection.all).toHaveLength(before);
    expect(links(stage)).toEqual([['connected'], ['connected']]);
  });

  test('that never stands is tried again and again, less and less often, and raises no epoch', async () => {
    const { room, first } = await group(2);
    const [own] = open();
    own!.become('failed');
    await room.clock.pass(60_000);
    const tried = FakeConnection.all.length;
    expect(tried).toBeGreaterThan(5);
    expect(tried).toBeLessThan(8);
    expect(first.controller.state()).toMatchObject({ phase: 'inside', sending: 'recovering' });
  });

  test('is mended at once when the network comes back', async () => {
    const { room, first } = await group(2);
    const [own] = open();
    own!.become('disconnected');
    first.controller.wake();
    await room.clock.pass(10);
    expect(own!.closed).toBe(true);
    expect(FakeConnection.all).toHaveLength(5);
  });
});

test('all media are rebuilt when the server reports that they are gone', async () => {
  const stage = await group(3);
  stage.room.raiseEpoch();
  await stage.room.clock.pass(1_000);
  expect(FakeConnection.all.slice(0, 9).every(({ closed }) => closed)).toBe(true);
  expect(open()).toHaveLength(9);
  connectAll();
  expect(links(stage)).toEqual(Array(3).fill(['connected', 'connected']));
  expect(stage.room.reports).toEqual([]);
});

test('somebody of whom nothing comes although they send is shown as cut off, until something comes', async () => {
  const { room, first } = await group(2);
  await room.clock.pass(8_100);
  for (const pc of feeds()) pc.silent = true;
  await room.clock.pass(4_100);
  expect(first.controller.state().peers[0]?.link).toBe('connected');
  await room.clock.pass(4_100);
  expect(first.controller.state().peers[0]?.link).toBe('recovering');
  for (const pc of feeds()) pc.silent = false;
  await room.clock.pass(4_100);
  expect(first.controller.state().peers[0]?.link).toBe('connected');
});

test('somebody who has nothing to send is not', async () => {
  const { room, first, second } = await group(2);
  Object.assign(second.flags, { mic: false, camera: false });
  second.change();
  for (const pc of feeds()) pc.silent = true;
  await room.clock.pass(30_000);
  expect(first.controller.state().peers[0]?.link).toBe('connected');
});

describe('the camera', () => {
  const camera = { id: 'camera' } as MediaStreamTrack;
  const sent = () => FakeConnection.all[0]!.transceivers[1]!.sender.track;

  test('is sent only while the room has a place for it', async () => {
    const { room, first, second } = await group(2);
    first.tracks.camera = camera;
    first.change();
    await room.clock.pass(10);
    expect(sent()).toBe(camera);
    first.guest().mayShowCamera = false;
    room.poke();
    await room.clock.pass(10);
    expect(sent()).toBeNull();
    expect(first.controller.state().mayShowCamera).toBe(false);
    expect(second.controller.state().peers[0]?.flags?.camera).toBe(false);
    first.guest().mayShowCamera = true;
    room.poke();
    await room.clock.pass(10);
    expect(sent()).toBe(camera);
    expect(second.controller.state().peers[0]?.flags?.camera).toBe(true);
  });

  test('that is switched on or off is reported to the server at once, since there are only so many places', async () => {
    const { room, first } = await group(2);
    first.flags.camera = false;
    first.change();
    await room.clock.pass(10);
    expect(first.guest().beat).toMatchObject({ camera: false });
  });
});
