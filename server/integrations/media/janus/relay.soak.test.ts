import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { BadDescription, MediaNotReady } from '../media-engine.ts';
import { type Guest, type Received, until } from './testing/guest.ts';
import { createJanusServer, type JanusServer, withoutJanus } from './testing/janus-server.ts';
import { createStage, SECRETS, type Stage } from './testing/stage.ts';

let janus: JanusServer;
let stage: Stage;
let sessionId: string;

beforeAll(async () => {
  if (withoutJanus() !== null) return;
  janus = await createJanusServer(SECRETS);
  await janus.start();
});
afterAll(() => janus?.close());
beforeEach((context) => {
  const reason = withoutJanus();
  if (reason !== null) context.skip(reason);
  stage = createStage(janus);
  sessionId = randomUUID();
});
afterEach(() => stage?.close());

const idOf = (guest: Guest) => guest.participant.participantId;
/** From whom something came, for each place of the layout. */
const senders = ({ payloads }: Received) => payloads.map((all) => [...new Set(all)].join());
const everything = (guest: Guest) => [0, 1, 2, 3].map((place) => `${idOf(guest)} ${place}`);
const flows = (connection: Received) => until(() => connection.payloads.some((all) => all.length > 0));

test('three people get each other’s four media, each in its place and from the right one', async () => {
  const { relay, ...engine } = stage.engine();
  await engine.open({ sessionId });
  const guests = [stage.guest(sessionId), stage.guest(sessionId), stage.guest(sessionId)];
  for (const guest of guests) {
    await guest.publish(relay);
    guest.send(0, 1, 2, 3);
  }
  const connections = await Promise.all(
    guests.flatMap((guest) =>
      guests
        .filter((other) => other !== guest)
        .map(async (other) => ({ other, connection: await guest.subscribe(relay, idOf(other)) })),
    ),
  );
  expect(connections).toHaveLength(6);
  for (const { other, connection } of connections) {
    await until(() => connection.payloads.every((all) => all.length > 5));
    expect(senders(connection)).toEqual(everything(other));
  }
  for (const { participant } of guests) {
    const seen = await relay.observe(participant);
    expect(seen).toMatchObject({ connected: true });
    expect(seen?.packetsReceived).toBeGreaterThan(0);
  }
  expect(new Set(relay.carried().map(({ participantId }) => participantId))).toEqual(
    new Set(guests.map(idOf)),
  );
});

test('a place in which nothing is sent stays, and fills when something is', async () => {
  const { relay } = stage.engine();
  const [speaker, listener] = [stage.guest(sessionId), stage.guest(sessionId)];
  await speaker.publish(relay); // nobody opened the room: Janus may have been started again since
  speaker.send(0);
  const connection = await listener.subscribe(relay, idOf(speaker));
  await flows(connection);
  expect(senders(connection)).toEqual([`${idOf(speaker)} 0`, '', '', '']);
  speaker.send(0, 2);
  await until(() => (connection.payloads[2]?.length ?? 0) > 0);
  expect(senders(connection)).toEqual([`${idOf(speaker)} 0`, '', `${idOf(speaker)} 2`, '']);
});

test('a publisher who reconnects is seen through the existing connections; a subscriber who reconnects has one', async () => {
  const [one, two] = [stage.engine(), stage.engine()];
  const [speaker, near, far] = [stage.guest(sessionId), stage.guest(sessionId), stage.guest(sessionId)];
  await speaker.publish(one.relay);
  speaker.send(0, 1);
  const connections = await Promise.all([
    near.subscribe(one.relay, idOf(speaker)),
    far.subscribe(one.relay, idOf(speaker), two.relay),
  ]);
  await Promise.all(connections.map(flows));
  const before = (await one.relay.observe(speaker.participant))?.packetsReceived ?? 0;

  await speaker.publish(two.relay); // another process, as behind a balancer
  speaker.send(0, 2);
  await until(() => connections.every(({ payloads }) => (payloads[2]?.length ?? 0) > 0));
  for (const connection of connections) expect(senders(connection)[2]).toBe(`${idOf(speaker)} 2`);
  expect((await one.relay.observe(speaker.participant))?.packetsReceived).toBeGreaterThanOrEqual(before);

  const [first] = connections;
  const again = await near.subscribe(two.relay, idOf(speaker));
  await until(() => (again.payloads[2]?.length ?? 0) > 0);
  const replaced = first?.payloads[2]?.length;
  await until(() => (again.payloads[2]?.length ?? 0) > 20);
  expect(first?.payloads[2]?.length).toBeLessThanOrEqual((replaced ?? 0) + 1);
});

test('any process answers: one offers, another takes the answer, a third sees it and ends it', async () => {
  const [one, two, three] = [stage.engine(), stage.engine(), stage.engine()];
  const [speaker, listener] = [stage.guest(sessionId), stage.guest(sessionId)];
  await speaker.publish(one.relay);
  speaker.send(0, 1);
  const connection = await listener.subscribe(two.relay, idOf(speaker), three.relay);
  await flows(connection);
  expect(await three.relay.observe(speaker.participant)).toMatchObject({ connected: true });

  const again = await listener.subscribe(three.relay, idOf(speaker), one.relay);
  await flows(again);
  await until(() => two.relay.carried().every(({ participantId }) => participantId !== idOf(speaker)));

  await speaker.publish(two.relay);
  const received = async () => (await one.relay.observe(speaker.participant))?.packetsReceived;
  await expect.poll(received).toBeGreaterThan(0);
  await flows(await listener.subscribe(one.relay, idOf(speaker)));

  await three.revoke(speaker.participant);
  await expect(listener.subscribe(one.relay, idOf(speaker))).rejects.toThrow(MediaNotReady);
  expect(await one.relay.observe(speaker.participant)).toBeNull();
});

test('somebody put out neither sends nor receives any more', async () => {
  const engine = stage.engine();
  const { relay } = engine;
  const [one, two] = [stage.guest(sessionId), stage.guest(sessionId)];
  for (const guest of [one, two]) {
    await guest.publish(relay);
    guest.send(0);
  }
  const [ofOne, ofTwo] = [await two.subscribe(relay, idOf(one)), await one.subscribe(relay, idOf(two))];
  await Promise.all([flows(ofOne), flows(ofTwo)]);
  await engine.revoke(one.participant);
  const counts = () => [ofOne, ofTwo].map(({ payloads }) => payloads[0]?.length);
  const after = counts();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(counts()).toEqual(after);
  expect(relay.carried()).toEqual([two.participant]);
  await expect(two.subscribe(relay, idOf(one))).rejects.toThrow(MediaNotReady);
  await engine.revoke(one.participant); // twice is once
});

test('somebody put out while something is under way for them holds nothing afterwards', async () => {
  const engine = stage.engine();
  const { relay } = engine;
  const [one, two] = [stage.guest(sessionId), stage.guest(sessionId)];
  await two.publish(relay);
  await one.publish(relay);
  for (const pause of [0, 1, 3, 6]) {
    const subscribed = relay.subscribe(one.participant, idOf(two));
    await new Promise((resolve) => setTimeout(resolve, pause));
    await Promise.allSettled([subscribed, engine.revoke(one.participant)]);
    expect(relay.carried()).toEqual([two.participant]);
    await expect(
      relay.accept(one.participant, idOf(two), two.connection?.localDescription?.sdp ?? ''),
    ).rejects.toThrow(MediaNotReady);
    await engine.revoke(one.participant);
  }
});

test('what is no description of the four media is refused, and so is an answer to no offer', async () => {
  const { relay } = stage.engine();
  const [guest, other] = [stage.guest(sessionId), stage.guest(sessionId)];
  await expect(relay.publish(guest.participant, 'v=0\r\n')).rejects.toThrow(BadDescription);
  const broken = ['audio', 'video', 'video', 'audio'].map((kind) => `m=${kind} 9 UDP/TLS/RTP/SAVPF 96\r\n`);
  await expect(relay.publish(guest.participant, `v=0\r\n${broken.join('')}`)).rejects.toThrow(BadDescription);
  await expect(relay.subscribe(guest.participant, idOf(other))).rejects.toThrow(MediaNotReady);
  await other.publish(relay);
  await expect(
    relay.accept(guest.participant, idOf(other), other.connection?.localDescription?.sdp ?? ''),
  ).rejects.toThrow(MediaNotReady);
});

test('a room that is closed is empty, and opens again', async () => {
  const engine = stage.engine();
  const { relay } = engine;
  const [speaker, listener] = [stage.guest(sessionId), stage.guest(sessionId)];
  await engine.open({ sessionId });
  await engine.open({ sessionId }); // twice is once
  await speaker.publish(relay);
  await engine.close({ sessionId });
  await engine.close({ sessionId });
  expect(relay.carried()).toEqual([]);
  await expect(listener.subscribe(relay, idOf(speaker))).rejects.toThrow(MediaNotReady);
  await speaker.publish(relay);
  speaker.send(3);
  await flows(await listener.subscribe(relay, idOf(speaker)));
});
