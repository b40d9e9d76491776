import { PostgrestClient } from '@supabase/postgrest-js';
import { describe, expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

/** What an operator may switch on, here all at once; each is off by default. */
const films = await openFilms({
  options: { aggregates: true, explain: true, preRequest: 'api.check_request' },
});
const { pool } = films.db;
await pool.query(`
  create function api.check_request() returns void language plpgsql as $$
  begin
    if current_setting('request.headers')::json ->> 'x-banned' is not null then
      raise sqlstate 'PGRST' using message = '{"code": "BAN", "message": "pas vous"}', detail = '{"status": 402, "headers": {}}';
    end if;
    perform set_config('response.headers', format('[{"X-Role": "%s"}, {"X-Path": "%s"}]', current_user,
      current_setting('request.path')), true);
  end $$`);
await films.rest.reload();

describe('aggregates', () => {
  test('of all rows, and of the groups that the other columns make', async () => {
    expect((await films.anon.from('films').select('count(),year.min(),rating.max()')).data).toEqual([
      { count: 5, min: 1962, max: 8.1 },
    ]);
    const grouped = await films.anon
      .from('films')
      .select('studio_id,films:count(),average:rating.avg()::text,title.count()')
      .not('studio_id', 'is', null)
      .order('studio_id');
    expect(grouped.data).toEqual([
      { studio_id: 1, films: 1, average: expect.stringMatching(/^7\.40*$/), count: 1 },
      { studio_id: 2, films: 3, average: expect.stringMatching(/^7\.9/), count: 3 },
    ]);
  });

  test('of a JSON path with a cast, of an embed, and grouped by an embed', async () => {
    const { data } = await films.anon.from('films').select('details->>length::int.sum()').lt('id', 4);
    expect(data).toEqual([{ sum: 302 }]);
    expect(
      (await films.anon.from('studios').select('name,films(count(),year.max())').order('id')).data,
    ).toEqual([
      { name: 'Gaumont', films: [{ count: 1, max: 2011 }] },
      { name: 'Pathé', films: [{ count: 3, max: 2019 }] },
      { name: 'Vide', films: [{ count: 0, max: null }] },
    ]);
    const by = await films.anon.from('films').select('count(),studios(name)').lte('id', 4);
    expect(by.data).toHaveLength(2);
    expect(by.data).toContainEqual({ count: 3, studios: { name: 'Pathé' } });
    const path = await films.anon.from('films').select('details->langs,count()').eq('id', 1);
    expect(path.data).toEqual([{ langs: ['fr'], count: 1 }]);
  });

  test('of a to-one spread are those of the parent’s rows, grouped by the other columns, its own among them', async () => {
    const by = await films.anon.from('films').select('...studios(studio:name,count(),last:id.max()::text)');
    expect(by.data).toHaveLength(3);
    expect(by.data).toEqual(
      expect.arrayContaining([
        { studio: 'Gaumont', count: 1, last: '1' },
        { studio: 'Pathé', count: 3, last: '2' },
        { studio: null, count: 0, last: null },
      ]),
    );
    const read = async (from: string, select: string) => (await films.anon.from(from).select(select)).data;
    const whole = await read('films', 'films:count(),...studios(count(),id.sum(),average:id.avg()::float4)');
    expect(whole).toEqual([{ films: 5, count: 4, sum: 7, average: 1.75 }]);
    // Of a spread within a spread, beside one that groups, and beside an embed.
    expect(await read('roles', '...films(count(),...studios(name))')).toEqual([{ count: 4, name: 'Pathé' }]);
    expect(await read('roles', '...films(year.max(),...studios(id.count()))')).toEqual([
      { max: 2019, count: 4 },
    ]);
    expect(await read('roles', 'count(),...films(studios(name))')).toEqual([
      { count: 4, studios: { name: 'Pathé' } },
    ]);
    // An embedded resource aggregates the rows that it shows.
    const embedded = await films.anon
      .from('studios')
      .select('name,films(...directors!films_director_fkey(id.max()))')
      .eq('id', 2);
    expect(embedded.data).toEqual([{ name: 'Pathé', films: [{ max: 3 }] }]);
    const none = await films.anon
      .from('studios')
      .select('name,films(...directors!films_director_fkey(id.max()))')
      .eq('id', 3);
    expect(none.data).toEqual([{ name: 'Vide', films: [{ max: null }] }]);
  });

  test('are ordered by a column of the spread that groups them', async () => {
    const ordered = async (order: string, select = 'count(),...studios(studio:name)') =>
      (await films.fetch(`/films?select=${select}&order=${order}`)).json();
    expect(await ordered('studios(name).desc.nullslast')).toEqual([
      { count: 3, studio: 'Pathé' },
      { count: 1, studio: 'Gaumont' },
      { count: 1, studio: null },
    ]);
    expect(await ordered('studios(id).nullsfirst&limit=1', 'count(),...studios(*)')).toMatchObject([
      { count: 1, id: null },
    ]);
  });

  test('of a write’s own rows', async () => {
    const { data } = await films.anon
      .from('studios')
      .insert([
        { id: 70, name: 'x' },
        { id: 71, name: 'x' },
      ])
      .select('count(),id.max()');
    expect(data).toEqual([{ count: 2, max: 71 }]);
  });

  test('what Postgres or we cannot do is the request’s error', async () => {
    expect((await films.anon.from('films').select('title.sum()')).error?.code).toBe('42883');
    expect((await films.anon.from('films').select('id.sum()::nonsense')).error?.code).toBe('42704');
    for (const select of ['name,...films(year.max())', 'name,...films(...studios(id.max()))'])
      expect(await films.anon.from('studios').select(select)).toMatchObject({
        status: 400,
        error: {
          code: 'PGRST127',
          details: 'Aggregates are not implemented for one-to-many or many-to-many spreads.',
        },
      });
  });

  test('are refused unless the operator allows them', async () => {
    const usual = await openFilms();
    for (const select of ['count()', 'id.sum()', 'title,studios(id.max())', '*.count()'])
      expect(await usual.anon.from('films').select(select)).toMatchObject({
        status: 400,
        error: { code: 'PGRST123', message: 'Use of aggregate functions is not allowed' },
      });
    expect((await usual.anon.from('films').select().explain()).error).toMatchObject({ code: 'PGRST107' });
    expect((await usual.anon.from('films').select().eq('id', 1)).data).toHaveLength(1);
  });
});

describe('the plan of a request', () => {
  test('as text and as JSON, of a read, a call and a write', async () => {
    const text = await films.anon.from('films').select('title').eq('id', 1).explain();
    expect(text.data).toContain('Aggregate');
    const json = await films.anon
      .from('films')
      .select('title')
      .eq('id', 1)
      .explain({ format: 'json', analyze: true });
    expect(json.data).toMatchObject([{ Plan: { 'Actual Rows': 1 } }]);
    const planned = await films.anon
      .from('studios')
      .insert({ id: 80, name: 'x' })
      .select()
      .explain({ format: 'json' });
    expect(planned.data).toMatchObject([{ Plan: { Plans: expect.anything() } }]);
    expect((await films.anon.from('studios').select().eq('id', 80)).data).toEqual([]);
    const call = await films.anon
      .rpc('films_after', { after: 2000 })
      .explain({ format: 'json', verbose: true });
    expect(call.data).toMatchObject([{ Plan: { Output: expect.anything() } }]);
  });

  test('with analyze a write is tried and not kept, whatever it would have been allowed; row-level security is obeyed', async () => {
    const before = (await films.anon.from('studios').select().order('id')).data;
    const one = 'for="application/vnd.pgrst.object+json"; ';
    for (const [method, path, body, prefer, shape] of [
      ['POST', '/studios', { id: 81, name: 'x' }, 'return=representation', ''],
      ['PATCH', '/studios?id=gt.0', { name: 'y' }, 'handling=strict, max-affected=1', ''],
      ['PATCH', '/studios?id=gt.0', { name: 'z' }, 'return=representation', one],
      ['PUT', '/studios?id=eq.81', { id: 82, name: 'x' }, 'return=minimal', ''],
      ['POST', '/rpc/add_studio', { id: 82, name: 'x' }, 'return=minimal', ''],
    ] as const) {
      const explained = await films.fetch(path, {
        method,
        body: JSON.stringify(body),
        headers: {
          apikey: films.keys.publishableKey,
          'Content-Type': 'application/json',
          Accept: `application/vnd.pgrst.plan; ${shape}options=analyze`,
          Prefer: prefer,
        },
      });
      expect(await explained.text()).toContain('actual time');
    }
    expect((await films.anon.from('studios').select().order('id')).data).toEqual(before);
    const refused = await films.anon.from('secrets').select().explain({ analyze: true });
    expect(refused).toMatchObject({ status: 401, error: { code: '42501' } });
  });

  test('says what it is in its type; options that Postgres refuses are the request’s error', async () => {
    const ask = (accept: string) => films.fetch('/films?select=id', { headers: { Accept: accept } });
    const plain = await ask('application/vnd.pgrst.plan+json; for="text/csv"; options=verbose|nonsense');
    expect(plain.headers.get('content-type')).toBe(
      'application/vnd.pgrst.plan+json; for="text/csv"; options=verbose; charset=utf-8',
    );
    expect((await ask('application/vnd.pgrst.plan')).headers.get('content-type')).toContain('plan+text');
    expect((await ask('application/vnd.pgrst.plan; for="image/png"')).status).toBe(406);
    expect((await ask('application/vnd.pgrst.plan; options=wal')).status).toBe(400);
  });
});

describe('the operator’s function before each request', () => {
  test('sees the request, runs as the caller, and may set headers', async () => {
    for (const [path, role] of [
      ['/films?id=eq.1', 'anon'],
      ['/rpc/add?a=1', 'anon'],
    ] as const) {
      const response = await films.fetch(path);
      expect([response.status, response.headers.get('x-role')]).toEqual([200, role]);
      expect(response.headers.get('x-path')).toBe(path.split('?')[0]);
    }
  });

  test('may refuse it before anything is read or written', async () => {
    const headers = { apikey: films.keys.publishableKey, 'X-Banned': 'oui' };
    const banned = new PostgrestClient(films.url, { headers });
    for (const request of [
      banned.from('films').select(),
      banned.from('studios').insert({ id: 90, name: 'x' }),
      banned.rpc('add_studio', { id: 90, name: 'x' }),
    ])
      expect(await request).toMatchObject({ status: 402, error: { code: 'BAN', message: 'pas vous' } });
    expect((await films.anon.from('studios').select().eq('id', 90)).data).toEqual([]);
  });
});

describe('GeoJSON', () => {
  test('is refused where there is no PostGIS, and written by its function where there is', async () => {
    const ask = () =>
      films.fetch('/films?select=id&id=eq.1', { headers: { Accept: 'application/geo+json' } });
    const refused = await ask();
    expect(refused.status).toBe(406);
    expect(await refused.json()).toMatchObject({ code: 'PGRST107' });
    // PostGIS cannot be installed here: this function has its name and first argument, by which it is found.
    await pool.query(`create function public.st_asgeojson(record, geom_column text default '', maxdecimaldigits int default 9)
      returns text language plpgsql as $$ begin
      return json_build_object('type', 'Feature', 'geometry', null, 'properties', row_to_json($1)); end $$`);
    await films.rest.reload();
    const response = await ask();
    expect(response.headers.get('content-type')).toBe('application/geo+json; charset=utf-8');
    expect(await response.json()).toEqual({
      type: 'FeatureCollection',
      features: [{ type: 'Feature', geometry: null, properties: { id: 1 } }],
    });
    const byClient = await films.anon.from('films').select('id').eq('id', 99).geojson();
    expect(byClient.data).toEqual({ type: 'FeatureCollection', features: [] });
  });
});
