import { expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { insertBooked } from '#product/availability/testing/marketplace.ts';
import { publish } from '#product/discovery/testing/discovery.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const database = await openTestDatabase('product');

test('the rating is the mean of the reviews that can be seen, also when those of several streamers come at once', async () => {
  const ratingsOf = async (...ids: string[]) => {
    const { rows } = await database.pool.query(
      'select rating_average::float as average, rating_count as count from public.streamers where id = any($1) order by array_position($1, id)',
      [ids],
    );
    return rows;
  };
  const [one, two] = [
    await publish(database.pool, { name: 'Une Notée' }),
    await publish(database.pool, { name: 'Deux Notée' }),
  ];
  const bookings: string[] = [];
  for (const [index, streamerId] of [one, one, two].entries()) {
    const viewerId = await insertPerson(database.pool, {
      email: `${index}-note@loge.test`,
      role: 'viewer',
    });
    const { rows: offers } = await database.pool.query<{ id: string }>(
      'select id from public.offers where streamer_id = $1',
      [streamerId],
    );
    const start = new Date(Date.UTC(2026, 9, 5 + index, 10));
    bookings.push(
      await insertBooked(database.pool, {
        streamerId,
        viewerId,
        offerId: offers[0]?.id ?? '',
        start,
        status: 'completed',
      }),
    );
  }
  await database.pool.query(
    `insert into public.reviews (booking_id, streamer_id, viewer_id, rating)
     select b.id, b.streamer_id, b.viewer_id, g.rating
     from unnest($1::uuid[], array[5, 2, 4]) g (id, rating) join public.bookings b on b.id = g.id`,
    [bookings],
  );
  expect(await ratingsOf(one, two)).toEqual([
    { average: 3.5, count: 2 },
    { average: 4, count: 1 },
  ]);
  await database.pool.query('update public.reviews set rating = 1 where booking_id = $1', [bookings[0]]);
  await database.pool.query('delete from public.reviews where booking_id = $1', [bookings[2]]);
  expect(await ratingsOf(one, two)).toEqual([
    { average: 1.5, count: 2 },
    { average: null, count: 0 },
  ]);
  await database.pool.query('update public.reviews set hidden_at = now() where booking_id = $1', [
    bookings[0],
  ]);
  expect(await ratingsOf(one)).toEqual([{ average: 2, count: 1 }]);
});
