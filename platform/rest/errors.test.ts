import { describe, expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

const films = await openFilms();

const ask = async (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) => {
  const response = await films.fetch(path, init);
  return { status: response.status, body: (await response.json()) as unknown };
};

describe('errors', () => {
  test.each([
    [
      '/film',
      404,
      {
        code: 'PGRST205',
        message: "Could not find the table 'api.film' in the schema cache",
        hint: "Perhaps you meant the table 'api.films'",
        details: null,
      },
    ],
    ['/films?select=nonsense', 400, { code: '42703', message: 'column films.nonsense does not exist' }],
    ['/films?nonsense=eq.1', 400, { code: '42703' }],
    ['/films?order=nonsense', 400, { code: '42703' }],
    [
      '/films?id=nonsense.1',
      400,
      { code: 'PGRST100', message: '"failed to parse filter (nonsense.1)" (line 1, column 1)' },
    ],
    ['/films?id=1', 400, { code: 'PGRST100' }],
    [
      '/films?select=id,',
      400,
      { code: 'PGRST100', message: '"failed to parse select parameter (id,)" (line 1, column 4)' },
    ],
    ['/films?select=roles(', 400, { code: 'PGRST100' }],
    ['/films?or=(id.eq.1', 400, { code: 'PGRST100' }],
    ['/films?or=()', 400, { code: 'PGRST100' }],
    ['/films?order=id.up', 400, { code: 'PGRST100' }],
    ['/films?year=is.soon', 400, { code: 'PGRST100' }],
    ['/films?id=eq.one', 400, { code: '22P02', message: 'invalid input syntax for type integer: "one"' }],
    ['/films?year=like.19*', 404, { code: '42883' }],
    ['/films?select=id::nonsense', 400, { code: '42704' }],
    ['/films?select=rating.avg()', 400, { code: 'PGRST123' }],
    ['/films?select=count()', 400, { code: 'PGRST123' }],
    [
      '/films?select=things(*)',
      400,
      {
        code: 'PGRST200',
        message: "Could not find a relationship between 'films' and 'things' in the schema cache",
        details:
          "Searched for a foreign key relationship between 'films' and 'things' in the schema 'api', but no matches were found.",
      },
    ],
    [
      '/films?select=role(*)',
      400,
      { code: 'PGRST200', hint: "Perhaps you meant 'roles' instead of 'role'." },
    ],
    [
      '/films?select=studios!nonsense(*)',
      400,
      {
        code: 'PGRST200',
        details:
          "Searched for a foreign key relationship between 'films' and 'studios' using the hint 'nonsense' in the schema 'api', but no matches were found.",
      },
    ],
    [
      '/films?select=id&roles.character=eq.x',
      400,
      {
        code: 'PGRST108',
        message: "'roles' is not an embedded resource in this request",
        hint: "Verify that 'roles' is included in the 'select' query parameter.",
      },
    ],
    ['/films?select=roles(*)&roles=eq.1', 400, { code: 'PGRST120' }],
    [
      '/films?select=roles(*)&order=roles(character)',
      400,
      { code: 'PGRST118', message: "A related order on 'roles' is not possible" },
    ],
    ['/films?order=studios(name)', 400, { code: 'PGRST108' }],
    ['/secrets', 401, { code: '42501', message: 'permission denied for table secrets' }],
    ['/partly', 401, { code: '42501' }],
    ['/', 404, { code: 'PGRST126' }],
    ['/a/b/c', 404, { code: 'PGRST125' }],
    ['/films?limit=99999999999999999999', 200, {}],
    ['/films?id=eq.99999999999999999999', 400, { code: '22003' }],
  ])('%s', async (path, status, error) => {
    const answer = await ask(path);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject(error);
    if (status !== 200)
      expect(Object.keys(answer.body as object).sort()).toEqual(['code', 'details', 'hint', 'message']);
  });

  test('a table of which only some columns may be read', async () => {
    expect(await ask('/partly?select=id,shown')).toEqual({ status: 200, body: [{ id: 1, shown: 'oui' }] });
  });

  test('an ambiguous embedding lists its choices', async () => {
    const { status, body } = await ask('/films?select=directors(*)');
    expect(status).toBe(300);
    expect(body).toEqual({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'films' and 'directors'",
      details: [
        {
          cardinality: 'many-to-one',
          embedding: 'films with directors',
          relationship: 'films_director_fkey using films(director_id) and directors(id)',
        },
        {
          cardinality: 'many-to-one',
          embedding: 'films with directors',
          relationship: 'films_editor_fkey using films(editor_id) and directors(id)',
        },
      ],
      hint: "Try changing 'directors' to one of the following: 'directors!films_director_fkey', 'directors!films_editor_fkey'. Find the desired relationship in the 'details' key.",
    });
  });

  test('names with special characters work when quoted', async () => {
    const path = `/odd%20name?select=${encodeURIComponent('"sp ace","quo\\"te",x:"com,ma","per.iod"')}&${encodeURIComponent('"com,ma"')}=eq.b`;
    expect((await ask(path)).body).toEqual([{ 'sp ace': 1, 'quo"te': 'a', x: 'b', 'per.iod': 'c' }]);
  });

  test('bodies that are malformed or break a constraint', async () => {
    const post = (body: string, path = '/films') => ask(path, { method: 'POST', body });
    expect(await post('{')).toMatchObject({
      status: 400,
      body: { code: 'PGRST102', message: 'Empty or invalid json' },
    });
    expect(await post('')).toMatchObject({ status: 400, body: { code: 'PGRST102' } });
    expect(await post('3')).toMatchObject({ status: 400, body: { code: 'PGRST102' } });
    expect(await post('[1, 2]')).toMatchObject({ status: 400, body: { code: 'PGRST102' } });
    expect(await post('{"titel": 1}')).toMatchObject({
      status: 400,
      body: { code: 'PGRST204', message: "Could not find the 'titel' column of 'films' in the schema cache" },
    });
    expect(await post('{"title": "Tomboy", "year": 2011}')).toMatchObject({
      status: 409,
      body: { code: '23505' },
    });
    expect(await post('{"title": "x", "studio_id": 77}')).toMatchObject({
      status: 409,
      body: { code: '23503' },
    });
    expect(await post('{"title": "x", "rating": 77}')).toMatchObject({ status: 400 });
    expect(await post('{"title": null}')).toMatchObject({ status: 400, body: { code: '23502' } });
    expect(await post('{"title": "nul \\u0000"}')).toMatchObject({ status: 400, body: { code: '22P05' } });
    expect(await post('{', '/rpc/add')).toMatchObject({ status: 400, body: { code: 'PGRST102' } });
  });

  test('an unsupported method is refused, and OPTIONS lists the supported ones', async () => {
    expect(await ask('/films', { method: 'PROPFIND' })).toMatchObject({
      status: 405,
      body: { code: 'PGRST117' },
    });
    const options = await films.fetch('/films', { method: 'OPTIONS' });
    expect(options.headers.get('allow')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE');
  });

  test('a statement that takes too long is ended', async () => {
    const started = Date.now();
    const { body } = await ask('/rpc/nap?seconds=20');
    expect(body).toMatchObject({ code: '57014' });
    expect(Date.now() - started).toBeLessThan(12_000);
  }, 20_000);
});
