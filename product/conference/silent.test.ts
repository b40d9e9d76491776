import { beforeEach, expect, test } from 'vitest';
import { cancelBooking } from '#product/booking/contract.ts';
import { offerExtension } from '#product/booking/extension-contract.ts';
import { key, runTask, startIn } from '#product/booking/testing/fixture.ts';
import { ask, codeOf, openProduct, type SignedIn } from '#product/testing/product-server.ts';
import { closeSilentAdmissions } from './close-silent.ts';
import { renewMedia, sendChatMessage } from './contract.ts';
import { comeIn, openStage, type Present, type Stage } from './testing/stage.ts';

/** The place in the room of somebody who is silent, or whose booking no longer opens it. */
const product = await openProduct();
let stage: Stage;
let viewer: Present;
let streamer: Present;
let day = 3;

beforeEach(async () => {
  stage = await openStage(product, startIn(product, day++));
  stage.at(-9);
  viewer = await comeIn(stage.viewer, stage.roomId);
  streamer = await comeIn(stage.streamer, stage.roomId);
});

const self = ({ entry }: Present) => ({ roomId: stage.roomId, participantId: entry.participantId });
/** What each command from within the room answers; null where it was carried out. */
const tries = async (who: SignedIn, present: Present) => [
  await codeOf(who, renewMedia, { ...self(present), epoch: 1, rebuild: false }),
  await codeOf(who, sendChatMessage, { ...self(present), key: key(), body: 'Bonsoir' }),
];
const endsOf = async () =>
  (
    await product.rows('select side, end_cause from private.admissions where session_id = $1 order by side', [
      stage.roomId,
    ])
  ).map(({ end_cause: cause }) => cause);
async function mayListen({ id }: SignedIn): Promise<boolean> {
  const client = await product.database.pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query('select realtime.authorize($1, $2, $3, $4) as access', [
      `room:${stage.roomId}`,
      'authenticated',
      JSON.stringify({ sub: id, role: 'authenticated' }),
      'public',
    ]);
    return rows[0]!.access.read.length > 0 || rows[0]!.access.write.length > 0;
  } finally {
    await client.query('rollback');
    client.release();
  }
}

test('a participant who fell silent can do nothing within the room, until a heartbeat restores them', async () => {
  stage.at(1);
  await Promise.all([viewer.beat(), streamer.beat()]);
  stage.at(1.6);
  expect(await tries(stage.viewer, viewer)).toEqual(['room_left', 'room_left']);
  await expect(streamer.does('lobby_on')).rejects.toThrow('room_left');
  expect(await codeOf(stage.viewer, offerExtension, { ...self(viewer), expectedPriceCents: 1_000 })).toBe(
    'room_left',
  );
  await Promise.all([viewer.beat(), streamer.beat()]);
  expect(await tries(stage.viewer, viewer)).toEqual([null, null]);
});

test('a cancelled session delivers nothing more to the people still in its room', async () => {
  await ask(stage.streamer, cancelBooking, {
    key: key(),
    bookingId: stage.bookingId,
    expectedRefundCents: 4000,
  });
  expect(await tries(stage.viewer, viewer)).toEqual(['room_cancelled', 'room_cancelled']);
  stage.at(-8.2); // 48 s later: their tab may still hear of it by its own heartbeat
  await runTask(product, closeSilentAdmissions);
  expect(await endsOf()).toEqual([null, null]);
  stage.at(-7.9);
  await runTask(product, closeSilentAdmissions);
  expect(await endsOf()).toEqual(['closed', 'closed']);
  expect(await mayListen(stage.viewer)).toBe(false);
});

test('a tab that slept in an open room keeps its place', async () => {
  stage.at(-5);
  await streamer.beat();
  await runTask(product, closeSilentAdmissions);
  expect(await endsOf()).toEqual([null, null]);
  expect((await viewer.beat()).peers).toMatchObject([{ side: 'streamer' }]);
  // Past the end nobody stays alone.
  stage.at(67);
  await runTask(product, closeSilentAdmissions);
  expect(await endsOf()).toEqual(['closed', 'closed']);
});

test('a silent participant keeps the room’s channel while it is open, and loses it when they may not come back', async () => {
  stage.at(5);
  await runTask(product, closeSilentAdmissions);
  expect(await mayListen(stage.viewer)).toBe(true);
  stage.at(67);
  await runTask(product, closeSilentAdmissions);
  expect(await mayListen(stage.viewer)).toBe(false);
});
