import { describe, expect, test } from 'vitest';
import { watchSchema } from '#platform/platform.ts';
import { openFilms } from '#platform/rest/testing/films.ts';
import { keepTime } from '#platform/tasks.ts';

const films = await openFilms();
const { pool } = films.db;
const seen = async (table: string) => (await films.anon.from(table).select()).data;

describe('a table that is made while the server runs', () => {
  test('is served without a notification by hand', async () => {
    await pool.query(
      'create table api.fresh (id int); insert into api.fresh values (1); grant select on api.fresh to anon',
    );
    await expect.poll(() => seen('fresh')).toEqual([{ id: 1 }]);
    await pool.query('alter table api.fresh rename column id to number');
    await expect
      .poll(async () => (await films.anon.from('fresh').select('number')).data)
      .toEqual([{ number: 1 }]);
  });

  test('where no event trigger may be made: within seconds, and the publication is followed too', async () => {
    await pool.query('drop event trigger realtime_watch_schema');
    const task = await watchSchema(pool, ['api']);
    expect(task).not.toBeNull();
    const stop = keepTime([task!], (error) => expect.unreachable(String(error)));
    await pool.query(`create table api.quiet (id int primary key); grant select on api.quiet to anon;
      alter publication supabase_realtime add table api.quiet`);
    await expect.poll(() => seen('quiet'), { timeout: 15_000 }).toEqual([]);
    const captures = () =>
      pool.query(
        "select from pg_trigger where tgrelid = 'api.quiet'::regclass and tgname = 'realtime_capture'",
      );
    await expect.poll(async () => (await captures()).rowCount, { timeout: 15_000 }).toBe(1);
    await pool.query('create function api.later() returns int immutable language sql as $$ select 7 $$');
    await expect.poll(async () => (await films.anon.rpc('later')).data, { timeout: 15_000 }).toBe(7);
    await stop();
  }, 40_000);
});
