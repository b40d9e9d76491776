import { describe, expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

const films = await openFilms();

describe('rpc', () => {
  test('a scalar, with and without its default, by POST and by GET', async () => {
    expect((await films.anon.rpc('add', { a: 1, b: 2 })).data).toBe(3);
    expect((await films.anon.rpc('add', { a: 1 })).data).toBe(11);
    expect((await films.anon.rpc('add', { a: 1, b: 2 }, { get: true })).data).toBe(3);
  });

  test('a function that returns nothing answers 204', async () => {
    expect(await films.anon.rpc('nothing')).toMatchObject({ status: 204, error: null });
  });

  test('rows of a table: filters, select, embedding, order, limit, count', async () => {
    const { data, count } = await films.anon
      .rpc('films_after', { after: 1962 }, { count: 'exact' })
      .select('title,studios(name)')
      .neq('id', 4)
      .order('year', { ascending: false })
      .limit(1);
    expect({ data, count }).toEqual({
      data: [{ title: 'Portrait de la jeune fille en feu', studios: { name: 'Pathé' } }],
      count: 2,
    });
    const byGet = await films.anon.rpc(
      'films_after',
      { after: 1962 },
      { get: true, head: true, count: 'exact' },
    );
    expect(byGet.count).toBe(3);
  });

  test('a function that returns one row', async () => {
    expect((await films.anon.rpc('one_film', { film: 4 }).select('title,studios(name)')).data).toEqual({
      title: 'Tomboy',
      studios: { name: 'Gaumont' },
    });
  });

  test('a function that declares its own columns, and one that returns a set of scalars', async () => {
    expect((await films.anon.rpc('pairs').gt('left_side', 1)).data).toEqual([
      { left_side: 2, right_side: 'deux' },
    ]);
    expect((await films.anon.rpc('numbers', { up_to: 3 })).data).toEqual([1, 2, 3]);
    expect((await films.anon.rpc('films_after', { after: 2015 }).single()).data).toMatchObject({ id: 3 });
  });

  test('a variadic function', async () => {
    expect((await films.anon.rpc('sizes', { words: ['a', 'b,c'] })).data).toBe(2);
    expect(await (await films.fetch('/rpc/sizes?words=a&words=b,c&words=d')).json()).toBe(3);
  });

  test('a single unnamed parameter gets the whole body', async () => {
    const send = (name: string, type: string, body: string) =>
      films.fetch(`/rpc/${name}`, { method: 'POST', headers: { 'Content-Type': type }, body });
    expect(await (await send('echo', 'application/json', '[1, {"a": 2}]')).json()).toEqual([1, { a: 2 }]);
    expect(await (await send('echo', 'application/json', '{"x": 1}')).json()).toEqual({ x: 1 });
    expect(await (await send('shout', 'text/plain', 'fort')).json()).toBe('FORT');
    expect(await (await send('count_keys', 'application/json', '{"x": 1, "y": 2}')).json()).toBe(2);
    expect(await (await send('root_of', 'text/xml', '<film id="1"/>')).json()).toBe('film');
    const bytes = await films.fetch('/rpc/weigh', {
      method: 'POST',
      headers: { 'Content-Type': 'application/octet-stream' },
      body: new Uint8Array([0, 255, 10]),
    });
    expect(await bytes.json()).toBe(3);
    // Each type of body is for its own type of parameter.
    expect((await send('weigh', 'text/plain', 'x')).status).toBe(404);
    expect(await (await send('shout', 'text/xml', '<a/>')).json()).toMatchObject({ code: 'PGRST202' });
  });

  test('a function reads method, path, headers and cookies of its request', async () => {
    const response = await films.fetch('/rpc/told?limit=1', {
      headers: { Cookie: 'theme=sombre; a=b%20c', 'X-Own': 'oui', 'User-Agent': 'essai' },
    });
    expect(await response.json()).toMatchObject({
      method: 'GET',
      path: '/rpc/told',
      headers: { 'x-own': 'oui', 'user-agent': 'essai', apikey: films.keys.publishableKey },
      cookies: { theme: 'sombre', a: 'b c' },
    });
    const byPost = (await films.anon.rpc('told')).data;
    expect(byPost).toMatchObject({ method: 'POST', path: '/rpc/told', cookies: {} });
    expect(byPost.headers).not.toHaveProperty('cookie');
  });

  test('an overload is chosen by the names of the arguments; the call is refused when several fit', async () => {
    expect((await films.anon.rpc('over', { a: 1 })).data).toBe('int');
    expect((await films.anon.rpc('over', { a: 1, b: 'x' })).data).toBe('int, text');
    const { error, status } = await films.anon.rpc('twice', { a: 1 });
    expect(status).toBe(300);
    expect(error).toMatchObject({
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: api.twice(a => integer), api.twice(a => text)',
    });
  });

  test('a volatile function may write by POST and not by GET', async () => {
    const refused = await films.anon.rpc('add_studio', { id: 50, name: 'x' }, { get: true });
    expect(refused).toMatchObject({ status: 405, error: { code: '25006' } });
    expect((await films.anon.rpc('add_studio', { id: 50, name: 'x' })).data).toMatchObject({ id: 50 });
  });

  test('unknown functions and arguments', async () => {
    const wrong = await films.anon.rpc('ad', { a: 1, b: 2 });
    expect(wrong.status).toBe(404);
    expect(wrong.error).toMatchObject({
      code: 'PGRST202',
      message: 'Could not find the function api.ad(a, b) in the schema cache',
      details:
        'Searched for the function api.ad with parameters a, b or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
      hint: 'Perhaps you meant to call the function api.add',
    });
    const missing = await films.anon.rpc('add', { a: 1, bb: 2 });
    expect(missing.error).toMatchObject({ hint: 'Perhaps you meant to call the function api.add(a, b)' });
    expect((await films.anon.rpc('nothing', { x: 1 }, { get: true })).error).toMatchObject({
      details:
        'Searched for the function api.nothing with parameter x, but no matches were found in the schema cache.',
    });
    expect((await films.fetch('/rpc/add', { method: 'PUT' })).status).toBe(405);
  });

  test('a function can set status, headers and error of the response', async () => {
    const response = await films.fetch('/rpc/shaped', { method: 'POST' });
    expect(response.status).toBe(202);
    expect(response.headers.get('x-made')).toBe('by SQL');
    const teapot = await films.fetch('/rpc/teapot', { method: 'POST' });
    expect(teapot.status).toBe(418);
    expect(teapot.headers.get('x-pot')).toBe('tea');
    expect(await teapot.json()).toEqual({
      code: 'THE',
      message: 'je suis une théière',
      details: 'vide',
      hint: 'du café ?',
    });
  });

  test.each([
    ['P0001', 400],
    ['23505', 409],
    ['23503', 409],
    ['23514', 400],
    ['22P02', 400],
    ['42501', 401],
    ['PT402', 402],
    ['28000', 403],
    ['40001', 500],
    ['53300', 503],
    ['P0002', 500],
  ])('SQLSTATE %s is %i', async (code, status) => {
    const answer = await films.anon.rpc('fail', { code });
    expect(answer.status).toBe(status);
    expect(answer.error).toMatchObject({ code, message: 'raté', details: 'le détail', hint: 'le conseil' });
  });
});
