import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { openProduct, send } from '#product/testing/product-server.ts';
import { cancelBooking, releaseHold } from './contract.ts';
import { hold, key, openFixture, startIn } from './testing/fixture.ts';

const product = await openProduct();
const fixture = await openFixture(product);

/** What the bus carries about streamers' starts while something is done: keys and payloads, nothing else. */
async function hintsOf(work: () => Promise<unknown>): Promise<{ key: string; payload: unknown }[]> {
  const client = await product.database.pool.connect();
  const heard: { key: string; payload: unknown }[] = [];
  const listen = ({ payload = '{}' }: { payload?: string | undefined }) => {
    const { message } = JSON.parse(payload) as {
      message?: { key: string; broadcast?: { payload: string } };
    };
    if (message?.key.startsWith('private:starts:'))
      heard.push({ key: message.key, payload: JSON.parse(message.broadcast?.payload ?? 'null') });
  };
  try {
    client.on('notification', listen);
    await client.query('listen realtime_bus');
    await work();
    await client.query('select 1'); // notifications come before the next answer
  } finally {
    client.off('notification', listen);
    await client.query('unlisten *');
    client.release();
  }
  return heard;
}

/** Each message of the database carries an id of its own, twice, as on a hosted project. */
const hint = () => {
  const id = expect.any(String);
  return {
    key: `private:starts:${fixture.streamer.id}`,
    payload: { type: 'broadcast', event: 'starts', payload: { id }, meta: { id } },
  };
};

test('a hold and its end each send a hint that the starts changed, without any details', async () => {
  const viewer = await product.join();
  let bookingId = '';
  const held = await hintsOf(async () => ({ bookingId } = await hold(viewer, fixture, startIn(product, 3))));
  expect(held).toEqual([hint()]);
  expect(await hintsOf(() => send(viewer, releaseHold, { key: key(), bookingId }))).toEqual([hint()]);
});

test('an absence that is taken back sends one, since no table tells of its deletions', async () => {
  const { pool } = product.database;
  const { rows } = await pool.query(
    `insert into public.absences (streamer_id, first_date, last_date) values ($1, current_date + 40, current_date + 41) returning id`,
    [fixture.streamer.id],
  );
  const gone = () => pool.query('delete from public.absences where id = $1', [rows[0]!.id]);
  expect(await hintsOf(gone)).toEqual([hint()]);
  expect(await hintsOf(gone)).toEqual([]);
});

test('a refused command sends no hint', async () => {
  const [first, second] = [await product.join(), await product.join()];
  const { bookingId } = await hold(first, fixture, startIn(product, 4));
  const taken = () => hold(second, fixture, startIn(product, 4)).catch(() => null);
  expect(await hintsOf(taken)).toEqual([]);
  const stolen = () => send(second, cancelBooking, { key: key(), bookingId, expectedRefundCents: 0 });
  expect(await hintsOf(stolen)).toEqual([]);
});

test('everybody who may see the streamer receives the hints, and nobody can send them', async () => {
  const hidden = await openFixture(product);
  await product.database.pool.query('update public.streamers set published_at = null where id = $1', [
    hidden.streamer.id,
  ]);
  const may = async (role: string, streamerId: string) => {
    const client = await product.database.pool.connect();
    try {
      await client.query('begin');
      const claims = JSON.stringify(role === 'anon' ? { role } : { sub: randomUUID(), role });
      const { rows } = await client.query('select realtime.authorize($1, $2, $3, $4) as access', [
        `starts:${streamerId}`,
        role,
        claims,
        'public',
      ]);
      return rows[0]!.access;
    } finally {
      await client.query('rollback');
      client.release();
    }
  };
  for (const role of ['anon', 'authenticated']) {
    expect(await may(role, fixture.streamer.id), role).toEqual({ read: ['broadcast'], write: [] });
    expect(await may(role, hidden.streamer.id), role).toEqual({ read: [], write: [] });
    expect(await may(role, 'nobody'), role).toEqual({ read: [], write: [] });
  }
});
