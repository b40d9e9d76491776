import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MediaUnavailable } from '../media-engine.ts';
import { until } from './testing/guest.ts';
import { createJanusServer, type JanusServer, withoutJanus } from './testing/janus-server.ts';
import { createStage, SECRETS, type Stage } from './testing/stage.ts';

let janus: JanusServer;
let stage: Stage;
let sessionId: string;

beforeEach(async (context) => {
  const reason = withoutJanus();
  if (reason !== null) context.skip(reason);
  janus = await createJanusServer(SECRETS);
  stage = createStage(janus);
  sessionId = randomUUID();
});
afterEach(async () => {
  await stage?.close();
  await janus?.close();
});

test('Loge starts without Janus, reports that, and connects when it comes', async () => {
  const engine = stage.engine();
  await until(async () => (await engine.health()).detail.includes('no Janus at'));
  expect(await engine.health()).toMatchObject({ ok: false });
  await engine.open({ sessionId }); // nobody is kept out of the room, nor is anybody late because of it
  const guest = stage.guest(sessionId);
  expect(await engine.relay.observe(guest.participant)).toBeNull();
  await engine.revoke(guest.participant);
  await expect(guest.publish(engine.relay)).rejects.toThrow(MediaUnavailable);
  const opened = until(async () => (await engine.health()).ok, 10_000);
  await janus.start();
  await opened;
  expect(await engine.health()).toEqual({ ok: true, detail: `Janus 1.1.2 at ${janus.url}` });
  await guest.publish(engine.relay);
});

test('a wrong secret is reported to the operator, and so is a wrong key of the rooms', async () => {
  await janus.start();
  const engine = stage.engine({ secret: 'another' });
  await until(async () => (await engine.health()).detail.includes('JANUS_SECRET'));
  expect((await engine.health()).ok).toBe(false);

  const other = stage.engine({ adminKey: 'another' });
  await until(async () => (await other.health()).ok);
  await other.open({ sessionId });
  await expect(stage.guest(sessionId).publish(other.relay)).rejects.toThrow(MediaUnavailable);
  expect(await other.health()).toMatchObject({
    ok: false,
    detail: expect.stringContaining('JANUS_ADMIN_KEY'),
  });
});

test('a room that a dead process left is the same room', async () => {
  await janus.start();
  const dead = stage.engine();
  const [speaker, listener] = [stage.guest(sessionId), stage.guest(sessionId)];
  await dead.open({ sessionId });
  await speaker.publish(dead.relay);
  await dead.stop();

  const engine = stage.engine();
  await engine.open({ sessionId });
  await speaker.publish(engine.relay);
  speaker.send(0);
  const connection = await listener.subscribe(engine.relay, speaker.participant.participantId);
  await until(() => (connection.payloads[0]?.length ?? 0) > 0);
});

test('when Janus dies, everybody in its rooms is told within a second; when it is back, they meet again', async () => {
  await janus.start();
  const engine = stage.engine();
  const { relay } = engine;
  const [speaker, listener] = [stage.guest(sessionId), stage.guest(sessionId)];
  await speaker.publish(relay);
  speaker.send(0, 1);
  await listener.subscribe(relay, speaker.participant.participantId);
  const lost: string[][] = [];
  relay.onLost((sessions) => lost.push([...sessions]));

  await janus.kill();
  await until(() => lost.length > 0, 1_000);
  expect(lost).toEqual([[sessionId]]);
  expect(relay.carried()).toEqual([]);
  expect((await engine.health()).ok).toBe(false);
  await expect(speaker.publish(relay)).rejects.toThrow(MediaUnavailable);

  await janus.start();
  await until(async () => (await engine.health()).ok, 10_000);
  await speaker.publish(relay);
  const connection = await listener.subscribe(relay, speaker.participant.participantId);
  await until(() => (connection.payloads[0]?.length ?? 0) > 0);
  expect(lost).toHaveLength(1);
});

test('a Janus that hangs counts as gone, and one that continues as back', async () => {
  await janus.start();
  const engine = stage.engine({}, 1_500);
  const { relay } = engine;
  const guest = stage.guest(sessionId);
  await guest.publish(relay);
  const lost: string[][] = [];
  relay.onLost((sessions) => lost.push([...sessions]));

  janus.freeze(true);
  await expect(relay.subscribe(guest.participant, randomUUID())).rejects.toThrow(MediaUnavailable);
  await until(() => lost.length > 0, 10_000);
  expect((await engine.health()).ok).toBe(false);
  const start = performance.now();
  await engine.revoke(guest.participant); // it does not wait for an answer, which takes 1.5 s to be given up
  expect(performance.now() - start).toBeLessThan(1_000);

  janus.freeze(false);
  await until(async () => (await engine.health()).ok);
  await guest.publish(relay);
});

test('a Janus that hangs holds up a few calls, and refuses the others at once', async () => {
  await janus.start();
  const engine = stage.engine();
  await until(async () => (await engine.health()).ok);
  janus.freeze(true);
  const counted = { unavailable: 0, otherwise: 0 };
  for (let index = 0; index < 40; index += 1)
    engine.relay
      .subscribe({ sessionId, participantId: randomUUID() }, randomUUID())
      .catch((error: unknown) => {
        counted[error instanceof MediaUnavailable ? 'unavailable' : 'otherwise'] += 1;
      });
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(counted).toEqual({ unavailable: 34, otherwise: 0 });
  janus.freeze(false);
});
