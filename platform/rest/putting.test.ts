import { describe, expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

const films = await openFilms();

/** supabase-js has no call that sends PUT. */
const put = (path: string, body: unknown, prefer = '') =>
  films.fetch(path, { method: 'PUT', body: JSON.stringify(body), headers: { Prefer: prefer } });
const studio = async (id: number) => (await films.anon.from('studios').select().eq('id', id)).data;

describe('PUT', () => {
  test('makes the row that its URL names, and replaces it the next time', async () => {
    const made = await put('/studios?id=eq.60', { id: 60, name: 'A', city: 'B' });
    expect([made.status, await made.text()]).toEqual([201, '']);
    const replaced = await put('/studios?id=eq.60', { id: 60, name: 'C', city: null });
    expect([replaced.status, await replaced.text()]).toEqual([204, '']);
    expect(await studio(60)).toEqual([{ id: 60, name: 'C', city: null }]);
  });

  test('shows the row when asked: 201 when it is new, 200 when it was there', async () => {
    const made = await put(
      '/studios?id=eq.61&select=id,name',
      { id: 61, name: 'A' },
      'return=representation',
    );
    expect([made.status, await made.json()]).toEqual([201, [{ id: 61, name: 'A' }]]);
    const again = await put(
      '/studios?id=eq.61&select=name',
      [{ id: 61, name: 'B' }],
      'return=representation',
    );
    expect([again.status, await again.json()]).toEqual([200, [{ name: 'B' }]]);
  });

  test('names a row by all columns of a key of several', async () => {
    expect(
      (await put('/roles?film_id=eq.4&actor_id=eq.1', { film_id: 4, actor_id: 1, character: 'X' })).status,
    ).toBe(201);
    expect((await put('/roles?film_id=eq.4', { film_id: 4, actor_id: 1 })).status).toBe(405);
  });

  test.each([
    ['/studios', 405, 'PGRST105'],
    ['/studios?id=gt.60', 405, 'PGRST105'],
    ['/studios?id=not.eq.60', 405, 'PGRST105'],
    ['/studios?id=eq.60&name=eq.A', 405, 'PGRST105'],
    ['/studios?id=eq.60&id=eq.61', 405, 'PGRST105'],
    ['/studios?or=(id.eq.60)', 405, 'PGRST105'],
    ['/recent_films?id=eq.1', 405, 'PGRST105'],
    ['/studios?id=eq.60&limit=1', 400, 'PGRST114'],
    ['/studios?id=eq.60&offset=1', 400, 'PGRST114'],
    ['/studios?id=eq.63', 400, 'PGRST115'],
    ['/studios?id=eq.x', 400, '22P02'],
    ['/nowhere?id=eq.60', 404, 'PGRST205'],
  ])('%s is refused with %i %s, and writes nothing', async (path, status, code) => {
    const response = await put(path, { id: 62, name: 'Z' });
    expect([response.status, await response.json()]).toMatchObject([status, { code }]);
    expect(await studio(62)).toEqual([]);
  });

  test('a body without the key, with several rows or of no object is refused', async () => {
    for (const body of [{ name: 'Z' }, [], [{ id: 64 }, { id: 65 }]]) {
      const response = await put('/studios?id=eq.66', body);
      expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST115' }]);
    }
    for (const body of ['x', 1, null]) expect((await put('/studios?id=eq.66', body)).status).toBe(400);
  });

  test('obeys grants and row-level security, and can be discarded', async () => {
    expect((await put('/secrets?id=eq.1', { id: 1, word: 'x' })).status).toBe(401);
    expect((await put('/studios?id=eq.67', { id: 67, name: 'x' }, 'tx=rollback')).status).toBe(201);
    expect(await studio(67)).toEqual([]);
  });

  test('of twenty at once for one new row, one makes it', async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => put('/studios?id=eq.68', { id: 68, name: `n${at}` })),
    );
    expect(all.map(({ status }) => status).toSorted()).toEqual([201, ...Array<number>(19).fill(204)]);
  });
});
