import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  ask,
  codeOf,
  type ProductServer,
  type SignedIn,
  startProduct,
} from '#product/testing/product-server.ts';
import { blockTime, listSlots, unblockTime } from '../contract.ts';
import { insertBooked, insertOffer, openStreamer } from '../testing/marketplace.ts';

let product: ProductServer;
let streamer: SignedIn;
let offerId: string;
beforeAll(async () => {
  product = await startProduct();
  streamer = await product.join({ role: 'streamer' });
  await openStreamer(product.database.pool, streamer.id);
  offerId = await insertOffer(product.database.pool, streamer.id);
});
afterAll(() => product.close());

const at = (days: number, hour: number) => {
  const day = new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  return `${day}T${String(hour).padStart(2, '0')}:00:00.000Z`;
};
const startsOn = async (days: number) => {
  const { slots } = await ask({ client: product.client() }, listSlots, {
    offerId,
    from: at(days, 0),
    until: at(days + 1, 0),
  });
  return slots.map(({ start }) => start);
};

test('blocked time cannot be booked until it is unblocked, and existing bookings stay', async () => {
  const viewer = await product.join();
  await insertBooked(product.database.pool, {
    streamerId: streamer.id,
    offerId,
    viewerId: viewer.id,
    start: new Date(at(9, 12)),
  });
  const before = await startsOn(9);
  expect(before).toContain(at(9, 14));
  const { id, booked } = await ask(streamer, blockTime, {
    start: at(9, 11),
    end: at(9, 16),
    note: 'Dentiste',
  });
  expect(booked).toBe(1);
  const during = await startsOn(9);
  expect(during.filter((start) => start > at(9, 10) && start < at(9, 16))).toEqual([]);
  expect(JSON.stringify(during)).not.toContain('Dentiste');
  await ask(await product.join({ role: 'streamer' }), unblockTime, { id });
  expect(await startsOn(9)).toEqual(during);
  await ask(streamer, unblockTime, { id });
  await ask(streamer, unblockTime, { id });
  expect(await startsOn(9)).toEqual(before);
});

test('time that is past, reversed or longer than a week is refused', async () => {
  const wrong = [
    { start: at(-2, 10), end: at(-2, 12) },
    { start: at(3, 12), end: at(3, 12) },
    { start: at(3, 12), end: at(11, 12) },
  ];
  for (const stretch of wrong)
    expect(await codeOf(streamer, blockTime, { ...stretch, note: '' })).toBe('bad_hours');
  const viewer = await product.join();
  expect(await codeOf(viewer, blockTime, { start: at(3, 10), end: at(3, 12), note: '' })).toBe('forbidden');
});

test('removing a calendar keeps the time that was blocked by hand', async () => {
  await ask(streamer, blockTime, { start: at(20, 10), end: at(20, 12), note: '' });
  await product.database.pool.query(
    "insert into public.calendars (streamer_id, label, url) values ($1, 'Google', 'https://example.org/a.ics')",
    [streamer.id],
  );
  await product.database.pool.query('delete from public.calendars where streamer_id = $1', [streamer.id]);
  const { rows } = await product.database.pool.query(
    'select note from public.busy_times where streamer_id = $1 and starts_at = $2',
    [streamer.id, at(20, 10)],
  );
  expect(rows).toHaveLength(1);
});
