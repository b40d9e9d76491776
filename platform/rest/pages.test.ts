import { describe, expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

const films = await openFilms({ rows: 4 });

const page = async (path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const response = await films.fetch(path, { method, headers });
  const text = await response.text();
  return { status: response.status, range: response.headers.get('content-range'), text, response };
};

describe('pages', () => {
  test('no response holds more rows than the cap, nor does an embedded list', async () => {
    expect((await films.anon.from('films').select('id')).data).toHaveLength(4);
    await films.db.pool.query(
      "insert into api.films (title, studio_id) select 'x' || g, 3 from generate_series(1, 6) g",
    );
    const { data } = await films.anon.from('studios').select('films(id)').eq('id', 3).single();
    expect(data?.films).toHaveLength(4);
    await films.db.pool.query('delete from api.films where studio_id = 3');
  });

  test('limit and offset, as supabase-js’s range', async () => {
    const { data } = await films.anon.from('films').select('id').order('id').range(1, 2);
    expect(data).toEqual([{ id: 2 }, { id: 3 }]);
  });

  test('the Range header narrows the page; 206 when it is not all rows', async () => {
    const answer = await page('/films?select=id&order=id', {
      Range: '1-2',
      'Range-Unit': 'items',
      Prefer: 'count=exact',
    });
    expect(answer).toMatchObject({ status: 206, range: '1-2/5' });
    expect(JSON.parse(answer.text)).toEqual([{ id: 2 }, { id: 3 }]);
    expect(answer.response.headers.get('preference-applied')).toBe('count=exact');
    expect(await page('/films?select=id&limit=2&offset=1', { Range: '2-' })).toMatchObject({
      range: '2-2/*',
    });
  });

  test('a page that begins after the last row is 416 when rows are counted', async () => {
    const answer = await page('/films?offset=9', { Prefer: 'count=exact' });
    expect(answer.status).toBe(416);
    expect(JSON.parse(answer.text)).toEqual({
      code: 'PGRST103',
      message: 'Requested range not satisfiable',
      details: 'An offset of 9 was requested, but there are only 5 rows.',
      hint: null,
    });
    expect((await page('/films', { Range: '3-1' })).status).toBe(416);
    expect((await page('/films?limit=-1')).status).toBe(416);
    expect(await page('/films?offset=9')).toMatchObject({ status: 200, range: '*/*', text: '[]' });
  });

  test.each(['exact', 'planned', 'estimated'] as const)('count=%s', async (count) => {
    const { count: all, error } = await films.anon.from('actors').select('*', { count, head: true });
    expect(error).toBeNull();
    if (count === 'planned') expect(all).toBeGreaterThan(0);
    else expect(all).toBe(4);
  });

  test('an estimate above the row cap is the planner’s, and never below the counted rows', async () => {
    await films.db.pool.query('analyze api.films');
    const { count } = await films.anon.from('films').select('*', { count: 'estimated' });
    expect(count).toBe(5);
  });

  test('HEAD has the headers and no body', async () => {
    expect(await page('/films', { Prefer: 'count=exact' }, 'HEAD')).toMatchObject({
      status: 206,
      range: '0-3/5',
      text: '',
    });
  });
});

describe('formats of the response', () => {
  test('single, and maybeSingle', async () => {
    const table = () => films.anon.from('films').select('id');
    expect((await table().eq('id', 1).single()).data).toEqual({ id: 1 });
    expect((await table().eq('id', 99).maybeSingle()).data).toBeNull();
    const { error, status } = await table().single();
    expect(status).toBe(406);
    expect(error).toMatchObject({
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 4 rows',
      hint: null,
    });
    expect((await table().eq('id', 99).single()).error).toMatchObject({
      details: 'The result contains 0 rows',
    });
  });

  test('CSV', async () => {
    const { data } = await films.anon.from('actors').select('id,name').order('id').limit(2).csv();
    expect(data).toBe('id,name\n1,Marchand\n2,Deneuve');
    const { text } = await page('/films?select=title,tags&id=eq.5', { Accept: 'text/csv' });
    expect(text).toBe('title,tags\n"Film ""étrange"", (perdu)",{}');
  });

  test('nulls are left out on request', async () => {
    const { data } = await films.anon.from('films').select('id,year').eq('id', 5).stripNulls();
    expect(data).toEqual([{ id: 5 }]);
  });

  test('an unsupported media type is 406', async () => {
    const answer = await page('/films', { Accept: 'application/xml' });
    expect(answer.status).toBe(406);
    expect(JSON.parse(answer.text)).toMatchObject({
      code: 'PGRST107',
      message: 'None of these media types are available: application/xml',
    });
    expect((await page('/films', { Accept: 'application/xml, */*;q=0.1' })).status).toBe(200);
  });
});

describe('schemas', () => {
  test('a profile names another exposed schema', async () => {
    expect((await films.anon.schema('other').from('things').select()).data).toEqual([
      { id: 1, name: 'chose' },
    ]);
    const { response } = await page('/things', { 'Accept-Profile': 'other' });
    expect(response.headers.get('content-profile')).toBe('other');
  });

  test.each(['hidden', 'pg_catalog', 'auth', 'api, other', ''])('"%s" is not exposed', async (schema) => {
    const { error, status } = await films.anon
      .schema(schema as 'other')
      .from('treasure')
      .select();
    expect(status).toBe(406);
    expect(error).toMatchObject({
      code: 'PGRST106',
      hint: 'Only the following schemas are exposed: api, other',
    });
  });

  test('the tables of one schema are not found under another', async () => {
    expect((await films.anon.from('things').select()).error).toMatchObject({ code: 'PGRST205' });
    expect((await films.anon.from('treasure').select()).error).toMatchObject({ code: 'PGRST205' });
  });

  test('the schema cache is updated when the database changes', async () => {
    await films.db.pool.query('create table api.later (id int); grant select on api.later to anon');
    expect((await films.anon.from('later').select()).error?.code).toBe('PGRST205');
    await films.db.pool.query('notify schema_changed');
    await expect.poll(async () => (await films.anon.from('later').select()).data).toEqual([]);
  });
});
