import { describe, expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

/** Requests and answers of PostgREST's own specification and of postgrest-js' suite, where they ask for more than the other files do. */
const films = await openFilms({ options: { extraSearchPath: ['public', 'extensions'] } });
await films.db.pool.query(`
  create schema extensions;
  create function extensions.crowned(word text) returns text immutable language sql as $$ select '♛ ' || word $$;
  grant usage on schema extensions to anon;

  create function api.polymorphic_function_with_unnamed_integer(int) returns int language sql as $$ select 1 $$;
  create function api.polymorphic_function_with_unnamed_json(json) returns int language sql as $$ select 1 $$;
  create function api.polymorphic_function_with_unnamed_jsonb(jsonb) returns int language sql as $$ select 1 $$;
  create function api.polymorphic_function_with_unnamed_text(text) returns int language sql as $$ select 1 $$;
  create function api.polymorphic_function_with_different_return(bool) returns int language sql as $$ select 1 $$;
  create function api.polymorphic_function_with_different_return(int) returns int language sql as $$ select 2 $$;
  create function api.polymorphic_function_with_different_return(text) returns text language sql as $$ select 'foo' $$;
  create function api.polymorphic_function_with_no_params_or_unnamed() returns int language sql as $$ select 1 $$;
  create function api.polymorphic_function_with_no_params_or_unnamed(bool) returns int language sql as $$ select 2 $$;
  create function api.polymorphic_function_with_no_params_or_unnamed(text) returns text language sql as $$ select 'foo' $$;
  create function api.polymorphic_function_with_unnamed_default() returns int language sql as $$ select 1 $$;
  create function api.polymorphic_function_with_unnamed_default(int default 42) returns int language sql as $$ select 2 $$;
  create function api.polymorphic_function_with_unnamed_default(text default 'default') returns text language sql as $$ select 'foo' $$;
  create function api.get_messages(channel int) returns int language sql as $$ select channel $$;
  create function api.unnamed_json_jsonb(json) returns int language sql as $$ select 1 $$;
  create function api.unnamed_json_jsonb(jsonb) returns int language sql as $$ select 2 $$;

  create function api.single_out_param(num int, out num_plus_one int) immutable language sql as $$ select num + 1 $$;
  create function api.single_inout_param(inout num int default 0) immutable language sql as $$ select num + 1 $$;
  create function api.table_of_one(num int) returns table (doubled int) immutable language sql as $$ select num * 2 $$;
  create function api.returns_record() returns record stable language sql as $$ select id, name from api.studios order by id limit 1 $$;
  create function api.returns_setof_record() returns setof record stable language sql as $$ select id, name from api.studios order by id limit 2 $$;
  create function api.returns_record_params(id int, name text) returns record stable language sql as
    $$ select s.id, s.name from api.studios s where s.id = $1 and s.name like $2 $$;
  create function api.char_param_select(char_ char(4), char_arr char(4)[]) returns json language sql as $$ select json_build_array(char_, char_arr) $$;
  create function api.bit_param_select(bit_ bit(4), bit_arr bit(4)[]) returns json language sql as $$ select json_build_array(bit_, bit_arr) $$;
  create table api.stored (value int);
  create function api.stores(value int) returns void language sql as $$ insert into api.stored values (value) $$;
  create function api.crowned_word(word text) returns text stable language plpgsql as $$ begin return crowned(word); end $$;
  create function api.set_cookie_twice() returns text language plpgsql as $$ begin
    perform set_config('response.headers', '[{"Set-Cookie": "sessionid=38afes7a8; HttpOnly; Path=/"}, {"Set-Cookie": "id=a3fWa; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Secure; HttpOnly"}, {"content-type": "text/x-own"}]', true);
    return 'two'; end $$;
  create schema private_films;
  create table private_films.prizes (id int primary key, name text not null);
  create table private_films.awards (film_id int references api.films, prize_id int references private_films.prizes, primary key (film_id, prize_id));
  insert into private_films.prizes values (1, 'Palme'), (2, 'Lion');
  insert into private_films.awards values (3, 1), (4, 2);
  create view api.prizes as select * from private_films.prizes;
  create view api.awards as select film_id, prize_id from private_films.awards;
  create function api.french_words(film api.films) returns tsvector immutable language sql as $$ select to_tsvector('french', film.title) $$;
  grant select on api.prizes, api.awards to anon;
  grant insert on api.prizes to anon;
  create table api.dated (id int primary key, at timestamptz not null);
  insert into api.dated values (1, '2026-11-28 12:00+00');
  grant select on api.dated to anon;
  grant insert, select on api.stored to anon;
  grant execute on all functions in schema api to anon;
`);
await films.rest.reload();

const post = async (name: string, body: unknown, headers: Record<string, string> = {}) => {
  const answer = await films.fetch(`/rpc/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? '' : JSON.parse(text) };
};

describe('a function with one parameter without a name', () => {
  test.each([
    ['polymorphic_function_with_unnamed_json', { '': { test: 'value' } }, 1],
    ['polymorphic_function_with_unnamed_jsonb', { '': { test: 'value' } }, 1],
    ['polymorphic_function_with_unnamed_text', { '': 'test' }, 1],
    ['polymorphic_function_with_different_return', { '': 'test' }, 'foo'],
    ['polymorphic_function_with_different_return', { '': true }, 'foo'],
    ['polymorphic_function_with_no_params_or_unnamed', {}, 1],
    ['polymorphic_function_with_no_params_or_unnamed', { '': '' }, 'foo'],
    ['polymorphic_function_with_unnamed_default', { '': 'custom text' }, 'foo'],
  ])('%s is called by the key of no name: %j', async (name, body, answer) => {
    expect(await post(name, body)).toEqual({ status: 200, body: answer });
  });

  test('is unknown where its type cannot be a body: PGRST202 names the nearest that is known', async () => {
    expect(await post('polymorphic_function_with_unnamed_integer', { '': 1 })).toEqual({
      status: 404,
      body: {
        code: 'PGRST202',
        details:
          'Searched for the function api.polymorphic_function_with_unnamed_integer with parameter  or with a single unnamed json/jsonb parameter, but no matches were found in the schema cache.',
        hint: 'Perhaps you meant to call the function api.polymorphic_function_with_unnamed_text',
        message:
          'Could not find the function api.polymorphic_function_with_unnamed_integer() in the schema cache',
      },
    });
  });

  test('is one of several: PGRST203 lists those with fewer parameters first', async () => {
    for (const body of [{}, undefined])
      expect(await post('polymorphic_function_with_unnamed_default', body ?? {})).toEqual({
        status: 300,
        body: {
          code: 'PGRST203',
          details: null,
          hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
          message:
            'Could not choose the best candidate function between: api.polymorphic_function_with_unnamed_default(), api.polymorphic_function_with_unnamed_default( => text)',
        },
      });
    expect(await post('unnamed_json_jsonb', { A: 1 })).toMatchObject({
      status: 300,
      body: { code: 'PGRST203' },
    });
  });
});

test('the hint of PGRST202 is the likeliest name, by parts and then by changes', async () => {
  const hintOf = async (name: string, body: object = {}) => (await post(name, body)).body.hint;
  expect(await hintOf('blurb_message')).toBe('Perhaps you meant to call the function api.get_messages');
  expect(await hintOf('returns_recrod')).toBe('Perhaps you meant to call the function api.returns_record');
  expect(await hintOf('single_out_param', { nom: 1 })).toBe(
    'Perhaps you meant to call the function api.single_out_param(num)',
  );
  expect(await hintOf('zzzz')).toBeNull();
});

describe('what a function returns', () => {
  test.each([
    ['single_out_param', { num: 5 }, { num_plus_one: 6 }],
    ['single_inout_param', { num: 5 }, { num: 6 }],
    ['table_of_one', { num: 5 }, [{ doubled: 10 }]],
    ['returns_record', {}, { id: 1, name: 'Gaumont' }],
    ['returns_record_params', { id: 1, name: 'Gaum%' }, { id: 1, name: 'Gaumont' }],
    ['char_param_select', { char_: 'abcd', char_arr: ['abcd', 'efgh'] }, ['abcd', ['abcd', 'efgh']]],
    ['bit_param_select', { bit_: '1011', bit_arr: ['1010', '0101'] }, ['1011', ['1010', '0101']]],
  ])(
    '%s: columns of its own make an object, a record has its columns, and types their length',
    async (name, body, answer) => {
      expect(await post(name, body)).toEqual({ status: 200, body: answer });
    },
  );

  test('a set of records is an array of objects', async () => {
    const { body } = await post('returns_setof_record', {});
    expect(body.map((each: object) => Object.keys(each))).toEqual([
      ['id', 'name'],
      ['id', 'name'],
    ]);
  });

  test('nothing, and what it does is done', async () => {
    expect(await post('stores', { value: 7 })).toEqual({ status: 204, body: '' });
    expect((await films.db.pool.query('select value from api.stored')).rows).toEqual([{ value: 7 }]);
  });
});

test('a function may set the same header twice, and the type of its answer', async () => {
  const answer = await films.fetch('/rpc/set_cookie_twice', { method: 'POST' });
  expect(answer.headers.getSetCookie()).toEqual([
    'sessionid=38afes7a8; HttpOnly; Path=/',
    'id=a3fWa; Expires=Wed, 21 Oct 2015 07:28:00 GMT; Secure; HttpOnly',
  ]);
  expect(answer.headers.get('content-type')).toBe('text/x-own');
});

describe('Prefer: timezone', () => {
  const ask = async (prefer: string) => {
    const answer = await films.fetch('/dated?select=at', { headers: { Prefer: prefer } });
    const body: unknown = await answer.json();
    return [answer.status, answer.headers.get('preference-applied'), body];
  };

  test('writes instants in that zone, and says so', async () => {
    expect(await ask('timezone=America/Los_Angeles')).toEqual([
      200,
      'timezone=America/Los_Angeles',
      [{ at: '2026-11-28T04:00:00-08:00' }],
    ]);
    expect(await ask('handling=strict, timezone=Asia/Calcutta')).toMatchObject([
      200,
      'handling=strict, timezone=Asia/Calcutta',
      [{ at: '2026-11-28T17:30:00+05:30' }],
    ]);
    // The next request on the same connection has its own.
    expect(await ask('count=exact')).toMatchObject([
      200,
      'count=exact',
      [{ at: '2026-11-28T12:00:00+00:00' }],
    ]);
  });

  test('is left out where there is no such zone, and refused where everything is asked to be understood', async () => {
    expect(await ask('timezone=Jupiter/Red_Spot')).toEqual([
      200,
      null,
      [{ at: '2026-11-28T12:00:00+00:00' }],
    ]);
    expect(await ask('handling=strict, timezone=Jupiter/Red_Spot')).toMatchObject([
      400,
      null,
      { code: 'PGRST122', details: 'Invalid preferences: timezone=Jupiter/Red_Spot' },
    ]);
  });
});

test('a page behind the last row says how many there are', async () => {
  const answer = await films.fetch('/dated?offset=100', { headers: { Prefer: 'count=exact' } });
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, '*/1']);
});

test('an error of the API names itself to proxies: Proxy-Status', async () => {
  expect((await films.fetch('/no_such_table')).headers.get('proxy-status')).toBe('PostgREST; error=PGRST205');
  expect((await films.fetch('/films?order=nothing')).headers.get('proxy-status')).toBe(
    'PostgREST; error=42703',
  );
  expect((await films.fetch('/films?limit=1')).headers.get('proxy-status')).toBeNull();
});

test('functions find names in the schemas of REST_EXTRA_SEARCH_PATH', async () => {
  expect(await post('crowned_word', { word: 'Varda' })).toEqual({ status: 200, body: '♛ Varda' });
});

describe('views', () => {
  test('are embedded by the keys of tables in schemas that are not exposed', async () => {
    const { data, error } = await films.anon.from('prizes').select('name,awards(film_id)').order('id');
    expect([error, data]).toEqual([
      null,
      [
        { name: 'Palme', awards: [{ film_id: 3 }] },
        { name: 'Lion', awards: [{ film_id: 4 }] },
      ],
    ]);
  });

  test('are junctions, and have the primary key of what they show: Location of a new row', async () => {
    const { data, error } = await films.anon.from('prizes').select('name,films(id)').order('id');
    expect([error, data]).toEqual([
      null,
      [
        { name: 'Palme', films: [{ id: 3 }] },
        { name: 'Lion', films: [{ id: 4 }] },
      ],
    ]);
    const made = await films.fetch('/prizes', {
      method: 'POST',
      headers: { Prefer: 'return=headers-only', 'Content-Type': 'application/json' },
      body: '{"id": 3, "name": "Ours"}',
    });
    expect([made.status, made.headers.get('location')]).toEqual([201, '/prizes?id=eq.3']);
  });

  test('show nothing of the tables behind them that nobody exposed', async () => {
    expect((await films.fetch('/private_films.prizes')).status).toBe(404);
    const profile = { 'Accept-Profile': 'private_films' };
    expect((await films.fetch('/prizes', { headers: profile })).status).toBe(406);
  });
});

test('an aliased embed is filtered, ordered and limited by its own name too', async () => {
  const named = (name: string) =>
    films.fetch(
      `/studios?select=id,works:films(title)&id=eq.1&${name}.order=year.desc&${name}.limit=1&${name}.year=gt.1900`,
    );
  const [byAlias, byTable] = await Promise.all(
    ['works', 'films'].map(async (name) => (await named(name)).json()),
  );
  expect(byAlias[0].works).toHaveLength(1);
  expect(byTable).toEqual(byAlias);
  const empty = await films.fetch('/studios?select=id,works:films(title)&films=is.null&films.year=eq.1');
  const all = (await (await films.fetch('/studios?select=id')).json()) as object[];
  expect(await empty.json()).toHaveLength(all.length);
});

test('embeds of nothing but empty embeds are left out', async () => {
  expect(await (await films.fetch('/films?id=eq.3&select=id,studios(films())')).json()).toEqual([{ id: 3 }]);
  expect(await (await films.fetch('/films?id=eq.3&select=id,studios(id,films())')).json()).toEqual([
    { id: 3, studios: { id: expect.any(Number) } },
  ]);
});

test('a computed column of words is searched as one, with a configuration', async () => {
  const { data, error } = await films.anon
    .from('films')
    .select('id')
    .textSearch('french_words', 'filles', { config: 'french' });
  expect([error, data]).toEqual([null, [{ id: 3 }]]);
});
