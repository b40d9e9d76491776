import { describe, expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

const films = await openFilms({ poolSize: 2 });

const backends = (name: string) =>
  films.db.pool.query<{ pid: number }>(
    'select pid from pg_stat_activity where datname = current_database() and application_name = $1',
    [name],
  );

describe('a server that runs for long', () => {
  test('follows the schema again after the connection for LISTEN was lost', async () => {
    const [listener] = (await backends('loge-schema-cache')).rows;
    await films.db.pool.query('select pg_terminate_backend($1)', [listener?.pid]);
    await films.db.pool.query('create table api.meanwhile (id int); grant select on api.meanwhile to anon');
    const found = async () => (await films.anon.from('meanwhile').select()).data;
    await expect.poll(found, { timeout: 8_000, interval: 200 }).toEqual([]);
  }, 15_000);

  test('answers 503 when the database goes away in the middle of a request, and recovers', async () => {
    const slow = films.fetch('/rpc/nap', { method: 'POST', body: '{"seconds": 5}' });
    const sleeping = () =>
      films.db.pool.query(
        "select pid from pg_stat_activity where state = 'active' and query like '%\"nap\"%' and pid <> pg_backend_pid()",
      );
    await expect.poll(async () => (await sleeping()).rowCount).toBe(1);
    await films.db.pool.query('select pg_terminate_backend($1)', [(await sleeping()).rows[0].pid]);
    expect((await slow).status).toBe(503);
    expect((await films.anon.from('actors').select('id')).data).toHaveLength(4);
  }, 15_000);

  test('does not collect prepared statements without limit', async () => {
    for (let at = 0; at < 700; at++) {
      // Each statement twice, because it is prepared only from its second use on.
      const path = `/actors?select=a${at}:id&limit=1`;
      await films.fetch(path);
      const response = await films.fetch(path);
      expect(await response.json()).toHaveLength(1);
    }
    const { rows } = await films.db.pool.query<{ count: number }>(
      'select count(*)::int as count from pg_prepared_statements',
    );
    expect(rows[0]?.count).toBeLessThan(310);
  }, 30_000);
});
