import { afterEach, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { insertBooked } from '#product/availability/testing/marketplace.ts';
import type { BookingStatus } from '#product/booking/rules/booking.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';
import { discoveryAt, publish } from '../testing/discovery.ts';

/** A Monday in Paris, 10:00. */
const now = new Date('2026-11-23T09:00:00Z');
const database = await openTestDatabase('product');
const at = discoveryAt(database, now);

const ids: Record<string, string> = {};
for (const [key, name] of [
  ['anouk', 'Anouk Karsenti'],
  ['theo', 'Théo Brume'],
  ['ines', 'Inès Solaire'],
  ['bjorn', 'Björn Ødegård'],
  ['fifth', 'Cinq Ième'],
  ['unpublished', 'Nina Cachée'],
  ['withheld', 'Rémi Retenu'],
  ['away', 'Ava Partie'],
] as const)
  ids[key] = await publish(database.pool, { name });
for (const [key, sql] of [
  ['unpublished', 'published_at = null'],
  ['withheld', 'withheld_at = now()'],
  ['away', "away_until = 'infinity'"],
] as const)
  await database.pool.query(`update public.streamers set ${sql} where id = $1`, [ids[key]]);

const viewers: string[] = [];
const met = async (viewer: string) => (await at.met(viewer)).met;

const join = async () => {
  const email = `rencontre-${viewers.length}@loge.test`;
  const id = await insertPerson(database.pool, { email, role: 'viewer', firstName: 'Ines' });
  viewers.push(id);
  return id;
};
/** A session of an hour with one of the streamers, in their first offer. @returns the offer */
const book = async (viewerId: string, key: string, day: string, status: BookingStatus = 'completed') => {
  const { rows } = await database.pool.query<{ id: string }>(
    'select id from offers where streamer_id = $1 order by position, id limit 1',
    [ids[key]],
  );
  const offerId = rows[0]!.id;
  const start = new Date(`2026-${day}T18:00:00Z`);
  await insertBooked(database.pool, { streamerId: ids[key]!, viewerId, offerId, start, status });
  return offerId;
};
afterEach(async () => {
  await database.pool.query('delete from bookings where viewer_id = any ($1)', [viewers]);
});

test('« À nouveau » names whom one met, the last one first, once each, with the hour and the offer to book again', async () => {
  const viewer = await join();
  await book(viewer, 'theo', '09-01');
  await book(viewer, 'anouk', '10-06');
  const offerId = await book(viewer, 'theo', '11-02');
  const found = await met(viewer);
  expect(found.map(({ card, lastAt }) => [card.displayName, lastAt])).toEqual([
    ['Théo Brume', '2026-11-02T18:00:00.000Z'],
    ['Anouk Karsenti', '2026-10-06T18:00:00.000Z'],
  ]);
  expect(found[0]).toMatchObject({ offerId, lastTitle: 'Relecture de partie' });
  expect(found[0]?.card.nextFree).toMatchObject({ offerId });
});

test.each(['confirmed', 'cancelled_by_viewer', 'viewer_no_show', 'streamer_no_show', 'expired'] as const)(
  'a booking that is %s is no meeting',
  async (status) => {
    const viewer = await join();
    await book(viewer, 'theo', '11-02', status);
    expect(await met(viewer)).toEqual([]);
  },
);

test('« À nouveau » is one’s own: neither another viewer nor the streamer finds the meeting among theirs', async () => {
  const viewer = await join();
  const other = await join();
  await book(viewer, 'theo', '11-02');
  expect(await met(viewer)).toHaveLength(1);
  expect(await met(other)).toEqual([]);
  expect(await met(ids.theo!)).toEqual([]);
});

test('« À nouveau » leaves out whom nobody can book with, and an offer that is no longer sold', async () => {
  const viewer = await join();
  for (const key of ['unpublished', 'withheld', 'away']) await book(viewer, key, '11-02');
  const offerId = await book(viewer, 'theo', '10-01');
  await database.pool.query('update offers set is_active = false where id = $1', [offerId]);
  expect((await met(viewer)).map(({ card, offerId }) => [card.displayName, offerId])).toEqual([
    ['Théo Brume', null],
  ]);
  await database.pool.query('update offers set is_active = true where id = $1', [offerId]);
});

test('« À nouveau » names four at most', async () => {
  const viewer = await join();
  const keys = ['anouk', 'theo', 'ines', 'bjorn'];
  for (const [index, key] of [...keys, 'fifth'].entries()) await book(viewer, key, `10-0${index + 1}`);
  expect((await met(viewer)).map(({ card }) => card.id)).toEqual(
    ['fifth', 'bjorn', 'ines', 'theo'].map((key) => ids[key]),
  );
});
