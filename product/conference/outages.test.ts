import { afterEach, beforeAll, expect, test } from 'vitest';
import { carryOut, nowOf, startIn } from '#product/booking/testing/fixture.ts';
import { tillOf } from '#product/payments/testing/till.ts';
import { ask, openProduct } from '#product/testing/product-server.ts';
import { getRoom } from './contract.ts';
import { createPulse, type Pulse } from './outages.ts';
import { comeIn, openStage, type Present, type Stage } from './testing/stage.ts';

const product = await openProduct();
let pulse: Pulse;
/** Starts a process of the server, which knows only from the database what happened before. */
const processStarts = () => createPulse({ pool: product.database.pool, now: () => nowOf(product) });
const outages = async () =>
  (await product.database.pool.query('select down_from, up_at from private.outages order by id')).rows;
const forgetOutages = () =>
  product.database.pool.query('update private.server_pulses set beat_at = null; delete from private.outages');

beforeAll(async () => {
  pulse = processStarts();
});
afterEach(async () => {
  await forgetOutages();
});

/** The server runs from one minute of the session to another, and receives the heartbeats of those who are there. */
async function runs(stage: Stage, from: number, to: number, people: Present[]): Promise<void> {
  for (let minute = from; minute < to; minute += 25 / 60) {
    stage.at(minute);
    await pulse.beat();
    await Promise.all(people.map((present) => present.beat()));
    await carryOut(product);
  }
  stage.at(to);
}

/** It was killed, and starts again at that minute: overdue work is done at once, before any heartbeat arrives. */
async function startsAgain(stage: Stage, minute: number): Promise<void> {
  stage.at(minute);
  pulse = processStarts();
  await pulse.beat();
  await carryOut(product);
  await carryOut(product);
}

async function opens(durationMinutes: number, minutes: number): Promise<[Stage, Present, Present]> {
  const stage = await openStage(product, startIn(product, 3, minutes), durationMinutes);
  stage.at(-5);
  return [stage, await comeIn(stage.viewer, stage.roomId), await comeIn(stage.streamer, stage.roomId)];
}

async function settled(stage: Stage, minute: number) {
  stage.at(minute);
  await carryOut(product);
  return await tillOf(product).bookingOf(stage.bookingId);
}

test('a server that is down from before the start until after the 10 minutes makes nobody absent', async () => {
  const [stage, viewer, streamer] = await opens(30, 0);
  await runs(stage, -4.9, -1, [viewer, streamer]);
  await startsAgain(stage, 11);
  expect(await tillOf(product).bookingOf(stage.bookingId)).toMatchObject({ status: 'in_progress' });
  await runs(stage, 11.1, 30, [viewer, streamer]);
  await viewer.leave();
  await streamer.leave();
  expect(await settled(stage, 30.1)).toMatchObject({
    status: 'completed',
    delivered_minutes: 30,
    refund_cents: 0,
  });
  // The evidence is what was recorded: two stays of each.
  const { evidence } = await ask(stage.viewer, getRoom, { roomId: stage.roomId });
  expect(evidence?.presences).toHaveLength(4);
});

test('two minutes of our own in a session of fifteen cost the streamer nothing', async () => {
  const [stage, viewer, streamer] = await opens(15, 120);
  await runs(stage, -0.5, 5, [viewer, streamer]);
  await startsAgain(stage, 7);
  await runs(stage, 7.1, 15, [viewer, streamer]);
  await Promise.all([viewer.leave(), streamer.leave()]);
  expect(await settled(stage, 15.1)).toMatchObject({
    status: 'completed',
    delivered_minutes: 15,
    refund_cents: 0,
  });
});

test('an outage at the end of a session: it is settled a minute later, with those who were heard of again', async () => {
  const [stage, viewer, streamer] = await opens(15, 240);
  await runs(stage, -0.5, 12, [viewer, streamer]);
  await startsAgain(stage, 17);
  expect(await tillOf(product).bookingOf(stage.bookingId)).toMatchObject({ status: 'in_progress' });
  stage.at(17.1);
  await Promise.all([viewer.beat(), streamer.beat()]);
  await viewer.leave();
  await streamer.leave();
  expect(await settled(stage, 17.9)).toMatchObject({ status: 'in_progress' });
  expect(await settled(stage, 18.1)).toMatchObject({ status: 'completed', delivered_minutes: 15 });
});

test('a person who left just before an outage was not there during it', async () => {
  const [stage, viewer, streamer] = await opens(15, 300);
  await runs(stage, -0.5, 4.9, [viewer, streamer]);
  await streamer.leave();
  await startsAgain(stage, 7);
  stage.at(7.1);
  const again = await comeIn(stage.streamer, stage.roomId);
  await runs(stage, 7.2, 15, [viewer, again]);
  expect(await settled(stage, 21)).toMatchObject({
    status: 'completed',
    delivered_minutes: 12,
    refund_cents: 800,
  });
});

test('a person who reloads the page after the outage had not left', async () => {
  const [stage, viewer, streamer] = await opens(15, 330);
  await runs(stage, -0.5, 5, [viewer, streamer]);
  await startsAgain(stage, 7);
  stage.at(7.1);
  await streamer.leave();
  stage.at(7.2);
  const again = await comeIn(stage.streamer, stage.roomId);
  await runs(stage, 7.3, 15, [viewer, again]);
  await again.leave();
  expect(await settled(stage, 21)).toMatchObject({ status: 'completed', delivered_minutes: 15 });
});

test('a person who does not come back after an outage was there until it', async () => {
  const [stage, viewer, streamer] = await opens(15, 360);
  await runs(stage, -0.5, 5, [viewer, streamer]);
  await startsAgain(stage, 7);
  await runs(stage, 7.1, 15, [viewer]);
  expect(await settled(stage, 21)).toMatchObject({ status: 'completed', delivered_minutes: 4 });
});

test('a streamer who never came is absent, a minute after the outage that hid it', async () => {
  const stage = await openStage(product, startIn(product, 2, 0));
  stage.at(-5);
  const viewer = await comeIn(stage.viewer, stage.roomId);
  await runs(stage, -4.9, -1, [viewer]);
  await startsAgain(stage, 11);
  await runs(stage, 11.1, 11.9, [viewer]);
  expect(await tillOf(product).bookingOf(stage.bookingId)).toMatchObject({ status: 'in_progress' });
  expect(await settled(stage, 12.1)).toMatchObject({ status: 'streamer_no_show', refund_cents: 4000 });
});

test('no outage is recorded while any process lives, nor when a clock is set; a real one is recorded once', async () => {
  await forgetOutages();
  const [one, other] = [processStarts(), processStarts()];
  for (const seconds of [0, 15, 30, 45]) {
    product.clock.ahead = seconds * 1000;
    await one.beat();
  }
  await other.beat();
  product.clock.ahead = 3_600_000;
  await one.beat();
  expect(await outages()).toEqual([]);

  product.clock.ahead += 60_000;
  await Promise.all(Array.from({ length: 5 }, () => processStarts().beat()));
  const rows = await outages();
  expect(rows).toHaveLength(1);
  expect(Math.abs(rows[0].up_at - rows[0].down_from - 60_000)).toBeLessThan(2_000);
});
