import { expect, test } from 'vitest';
import { startIn } from '#product/booking/testing/fixture.ts';
import { codeOf, openProduct } from '#product/testing/product-server.ts';
import { enterRoom } from './contract.ts';
import { comeIn, openGroup, openStage } from './testing/stage.ts';

/** Who has a place in a room. The mesh of these tests carries four people. */
const product = await openProduct();
let day = 3;

const join = () => product.join({ role: 'admin' });
const reason = 'Vérification';

test('an admin takes no place that was paid for, nor the streamer’s', async () => {
  const { roomId, viewers, streamer, at } = await openGroup(product, startIn(product, day++), 2);
  at(-9);
  const [first, second] = [await join(), await join()];
  const early = await comeIn(first, roomId, { reason });
  expect(await codeOf(second, enterRoom, { roomId, reason })).toBe('room_full');
  // A reload of the one who is inside counts once.
  const inside = await comeIn(first, roomId, { reason, resume: early.entry.participantId });
  for (const paying of [...viewers, streamer]) await comeIn(paying, roomId);

  // The place of an admin who fell silent goes to the next one, and the first cannot return in addition.
  at(-8.4);
  await comeIn(second, roomId, { reason });
  await expect(inside.beat()).rejects.toThrow('room_left');
});

test('nobody enters an unlimited number of times, since each entry is kept as evidence', async () => {
  const { roomId, at, viewer } = await openStage(product, startIn(product, day++));
  at(-9);
  for (let count = 0; count < 60; count += 1) await comeIn(viewer, roomId, { takeOver: true });
  expect(await codeOf(viewer, enterRoom, { roomId, takeOver: true })).toBe('too_many_attempts');
  at(1.1);
  await comeIn(viewer, roomId);
});

test('a person who is refused keeps the media of the tab in which they are connected', async () => {
  const { roomId, viewer, streamer, at } = await openStage(product, startIn(product, day++));
  at(-9);
  const { media } = product.deps;
  const revoked: string[] = [];
  const watching = (capacity: number) => {
    const real = media.forSeats(1);
    const engine: typeof real = {
      ...real,
      capacity,
      async revoke(who) {
        revoked.push(who.participantId);
        await real.revoke(who);
      },
    };
    product.deps.media = { ...media, forSeats: () => engine, byName: () => engine };
  };
  watching(4);
  const admin = await join();
  const inside = await comeIn(admin, roomId, { reason });
  const first = await comeIn(viewer, roomId);
  expect(await codeOf(admin, enterRoom, { roomId, takeOver: true })).toBe('entry_reason_required');
  await comeIn(streamer, roomId);
  watching(2);
  expect(await codeOf(viewer, enterRoom, { roomId, takeOver: true })).toBe('room_full');
  expect(revoked).toEqual([]);
  await Promise.all([inside.beat(), first.beat()]);
  watching(4);
  await comeIn(viewer, roomId, { takeOver: true });
  expect(revoked).toEqual([first.entry.participantId]);
  product.deps.media = media;
});
