import { describe, expect, test } from 'vitest';
import { openFilms } from './testing/films.ts';

/** More requests and answers of PostgREST's own specification, by what they ask for. */
const films = await openFilms({ options: { aggregates: true } });
await films.db.pool.query(`
  create table api.items (id int primary key);
  insert into api.items select generate_series(1, 15);
  create table api.items_too (id int primary key);
  create function api.item_range(low int, high int) returns setof api.items language sql stable as $$ select * from api.items where id > low and id <= high $$;
  create function api.search(id int) returns setof api.items language sql stable as $$ select * from api.items i where i.id = search.id $$;
  create function api.overloaded(api.items) returns boolean immutable language sql as 'select true';
  create function api.overloaded(api.items_too) returns boolean immutable language sql as 'select true';
  create function api.variadic_param(variadic v text[] default '{}') returns text[] immutable language sql as 'select v';
  create function api.add_them(a int, b int) returns int language sql as 'select a + b';
  create function api.hello(name text) returns text immutable language sql as $$ select 'Hello, ' || name $$;
  create function api.removes() returns void language sql as 'delete from api.items';
  create type api.complex as (r numeric, i numeric);
  create function api.complexes() returns table (id int, val api.complex) language sql as
    $$ values (1, row(0.1, 0.5)::api.complex), (2, row(0.2, 0.6)::api.complex), (3, row(0.3, 0.7)::api.complex) $$;
  create table api.once (col int unique deferrable initially immediate);
  create function api.deferred() returns void language plpgsql as
    $$ begin set constraints all deferred; insert into api.once values (1), (1); end $$;
  create function api.reset_content() returns void language plpgsql as $$ begin perform set_config('response.status', '205', true); end $$;
  create table api.json_keys (id int primary key, data json);
  insert into api.json_keys values (1, '{"!@#$%^&*_d": {"!@#$%^&*_e": 3}}');
  create domain api.devil as int default 666;
  create table api.evil_friends (id api.devil, name text);
  create table api.no_key (a text, b text);
  create table api.kept (id int primary key, name text);

  create table other.people (id int primary key, name text);
  create table other.orders (id int primary key, person int references other.people);
  create view api.people as select id, name from other.people;
  create view other.people_again as select id, name from api.people;
  create view api.people_thrice as select id, name from other.people_again;
  create view api.orders as select id, person from other.orders;
  create view api.twice as select person as first_person, person as second_person from other.orders;
  create table api.pk_one (one int primary key);
  create table api.pk_two (two int primary key);
  create view api.two_keys as select * from api.pk_one, api.pk_two;
  create function api.insert_two_keys() returns trigger language plpgsql as
    'begin insert into api.pk_one values (new.one); insert into api.pk_two values (new.two); return new; end';
  create trigger ins instead of insert on api.two_keys for each row execute procedure api.insert_two_keys();
  create view api.read_only as select distinct id from api.items;
  create table api.days (day date not null) partition by range (day);
  create table api.days_2026 partition of api.days for values from ('2026-01-01') to ('2027-01-01');

  create table api.agents (id int primary key, department_id int);
  create table api.departments (id int primary key, head_id int references api.agents);
  alter table api.agents add constraint agents_department_id_fkey foreign key (department_id) references api.departments;
  create table api.status (id int primary key);
  create table api.tournaments (id int primary key, status int references api.status);
  create schema unseen;
  create table api.ends_1 (id int primary key);
  create table api.ends_2 (id int primary key);
  create table unseen.between (one int references api.ends_1, two int references api.ends_2, primary key (one, two));
  grant select, insert, update, delete on all tables in schema api to anon;
  grant execute on all functions in schema api to anon;
`);
await films.rest.reload();

/** Status, body and the named headers of an answer; what is written is not kept. */
async function ask(
  method: string,
  path: string,
  init: { body?: string; [header: string]: string | undefined } = {},
) {
  const { body, Prefer, ...headers } = init;
  const answer = await films.fetch(encodeURI(path).replaceAll('%25', '%').replaceAll('#', '%23'), {
    method,
    headers: { ...(headers as Record<string, string>), Prefer: ['tx=rollback', Prefer ?? ''].join(', ') },
    ...(body !== undefined && { body }),
  });
  const text = await answer.text();
  let read: unknown = text;
  try {
    read = JSON.parse(text);
  } catch {
    // An answer without a body, or CSV.
  }
  return { status: answer.status, body: read, header: (name: string) => answer.headers.get(name) };
}

describe('a word that is not understood is named as PostgREST names it', () => {
  test.each([
    ['order=id.ac', 4, '"c"', '"asc", "desc", "nullsfirst" or "nullslast"'],
    ['order=id.descc', 8, "'c'", 'delimiter (.), "," or end of input'],
    ['order=id.nulsfist', 4, '"n"', '"asc", "desc", "nullsfirst" or "nullslast"'],
    ['order=id.nullslasttt', 13, "'t'", '"," or end of input'],
    ['order=id.asc.nlsfst', 8, '"l"', '"nullsfirst" or "nullslast"'],
    ['order=id.asc.', 8, 'end of input', '"nullsfirst" or "nullslast"'],
    ['id=0', 1, '"0"', '"not" or operator (eq, gt, ...)'],
    ['id=not.0', 5, '"0"', 'operator (eq, gt, ...)'],
    [
      'or=()',
      4,
      '")"',
      'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    ],
    [
      'not.and=()',
      9,
      '")"',
      'field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    ],
    ['select=id->(a', 5, '"("', '"-", digit or any non reserved character different from: .,>()'],
    ['select=id->>--3', 7, '"-"', 'digit'],
    ['columns=', 1, 'end of input', 'field name (* or [a..z0..9_$])'],
  ])('%s', async (query, column, found, expecting) => {
    const { status, body } = await ask('GET', `/items?${query}`);
    expect([status, body]).toEqual([
      400,
      {
        code: 'PGRST100',
        details: `unexpected ${found} expecting ${expecting}`,
        hint: null,
        message: expect.stringContaining(`(line 1, column ${column})`),
      },
    ]);
  });
});

describe('what a request asks for', () => {
  test.each([
    [
      'a key of JSON has any character but those that end it',
      '/json_keys?select=data->!@#$%^%26*_d->>!@#$%^%26*_e::int',
      [{ '!@#$%^&*_e': 3 }],
    ],
    ['a list of nothing but spaces is empty', '/items?id=in.(   )', []],
    ['an offset below zero is none', '/items?offset=-4&order=id&limit=1', [{ id: 1 }]],
    ['an empty select is of all columns', '/items?select=&id=eq.1', [{ id: 1 }]],
    [
      'a path leads into columns that a function declares',
      '/rpc/complexes?select=val->r&val->i=gt.0.5&order=val->>i.desc',
      [{ r: 0.3 }, { r: 0.2 }],
    ],
    [
      'a function of a row is a column of what a function returns, whatever shares its name',
      '/rpc/search?id=1&select=id,overloaded&overloaded=is.true',
      [{ id: 1, overloaded: true }],
    ],
    [
      'a function of a row that is only asked for elsewhere is no column of all',
      '/rpc/search?id=1&overloaded=is.true&order=overloaded',
      [{ id: 1 }],
    ],
    [
      'a function of a row beside all columns stands once',
      '/rpc/search?id=1&select=*,overloaded',
      [{ id: 1, overloaded: true }],
    ],
    ['a filter on a column that is named like an embed', '/tournaments?select=*,status(*)&status=eq.3', []],
  ])('%s', async (_, path, wanted) => {
    const { status, body } = await ask('GET', path);
    expect([status, body]).toEqual([200, wanted]);
  });

  test('a range is heard by GET alone', async () => {
    const range = { Range: '1-1', Prefer: 'count=exact' };
    for (const path of ['/items', '/rpc/item_range?low=0&high=15']) {
      expect((await ask('GET', path, range)).header('content-range')).toBe('1-1/15');
      expect((await ask('HEAD', path, range)).header('content-range')).toBe('0-14/15');
    }
  });

  test('the address of what was read has its parameters in order, and is left out when it is long', async () => {
    const location = async (path: string) => (await ask('GET', path)).header('content-location');
    expect(await location('/items?limit=1&id=in.(1,2)')).toBe('/items?id=in.%281%2C2%29&limit=1');
    expect(await location('/items')).toBe('/items');
    expect(await location(`/items?id=in.(${'1,'.repeat(900)}1)`)).toBeNull();
  });

  test('an array is plain JSON unless its nulls are left out', async () => {
    const type = async (Accept: string) => (await ask('GET', '/items', { Accept })).header('content-type');
    expect(await type('application/vnd.pgrst.array+json')).toBe('application/json; charset=utf-8');
    expect(await type('application/vnd.pgrst.array+json;nulls=stripped')).toBe(
      'application/vnd.pgrst.array+json; nulls=stripped; charset=utf-8',
    );
  });
});

describe('a call', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const csv = { 'Content-Type': 'text/csv' };
  test.each([
    [
      'a form repeats what is variadic',
      '/rpc/variadic_param',
      { ...form, body: 'v=hi&v=there' },
      200,
      ['hi', 'there'],
    ],
    [
      'a form of more than any page sends is refused',
      '/rpc/variadic_param',
      { ...form, body: 'v&'.repeat(500_000) },
      400,
      expect.objectContaining({ code: 'PGRST100' }),
    ],
    ['a form without it', '/rpc/variadic_param', { ...form, body: '' }, 200, []],
    ['of a list the first object counts', '/rpc/add_them', { body: '[{"a":1,"b":2},{"a":4,"b":6}]' }, 200, 3],
    ['of lines the first counts', '/rpc/add_them', { ...csv, body: 'a,b\n1,2\n4,6' }, 200, 3],
    [
      'arguments in the address are filters',
      '/rpc/hello?name=John',
      { body: '{"name":"John"}' },
      400,
      expect.objectContaining({ code: 'PGRST100' }),
    ],
    [
      'what is deferred is checked without a commit',
      '/rpc/deferred',
      { body: '' },
      409,
      expect.objectContaining({ code: '23505' }),
    ],
    [
      'max-affected wants a set',
      '/rpc/removes',
      { Prefer: 'handling=strict, max-affected=20' },
      400,
      {
        code: 'PGRST128',
        details: null,
        hint: null,
        message:
          'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      },
    ],
    ['a status without a body', '/rpc/reset_content', {}, 205, ''],
  ])('%s', async (_, path, init, status, body) => {
    const answer = await ask('POST', path, init);
    expect([answer.status, answer.body]).toEqual([status, body]);
  });
});

describe('a write', () => {
  test('without a body in the answer has no type', async () => {
    expect((await ask('POST', '/kept', { body: '{"id":1}' })).header('content-type')).toBeNull();
  });

  test.each([
    [
      'a default of a domain',
      '/evil_friends?columns=id,name',
      'missing=default, return=representation',
      '{"name":"Lu"}',
      201,
      [{ id: 666, name: 'Lu' }],
      'missing=default, return=representation',
    ],
    [
      'an upsert of nothing',
      '/kept',
      'resolution=merge-duplicates, return=representation',
      '[]',
      200,
      [],
      'resolution=merge-duplicates, return=representation',
    ],
    [
      'an upsert where there is no key',
      '/no_key',
      'resolution=merge-duplicates, return=representation',
      '[{"a":"1"}]',
      201,
      [{ a: '1', b: null }],
      'return=representation',
    ],
  ])('%s', async (_, path, Prefer, body, status, wanted, applied) => {
    const answer = await ask('POST', path, { Prefer, body });
    expect([answer.status, answer.body]).toEqual([status, wanted]);
    expect(answer.header('preference-applied')?.replace(', tx=rollback', '')).toBe(applied);
  });

  test('an update of nothing may return functions of the row', async () => {
    const answer = await ask('PATCH', '/items?select=id,overloaded', {
      Prefer: 'return=representation',
      body: '{}',
    });
    expect([answer.status, answer.body]).toEqual([200, []]);
  });

  test('into a view of two tables is found again by the keys of both', async () => {
    const answer = await ask('POST', '/two_keys', {
      Prefer: 'return=headers-only',
      body: '{"one":1,"two":2}',
    });
    expect(answer.header('location')).toBe('/two_keys?one=eq.1&two=eq.2');
  });
});

describe('relationships', () => {
  test.each([
    ['of a view of a view of a view, one of them hidden', '/people_thrice?select=*,orders(*)'],
    ['of a view that shows a column twice, by its first name', '/people?select=*,twice!first_person(*)'],
    ['of a view that shows a column twice, by its second name', '/people?select=*,twice!second_person(*)'],
  ])('%s', async (_, path) => {
    expect(await ask('GET', path)).toMatchObject({ status: 200, body: [] });
  });

  test('that could be meant are listed from many to one to many to many', async () => {
    const { status, body } = await ask('GET', '/agents?select=*,departments(*)');
    expect([status, body]).toMatchObject([
      300,
      {
        details: [
          {
            cardinality: 'one-to-many',
            relationship: 'departments_head_id_fkey using agents(id) and departments(head_id)',
          },
          {
            cardinality: 'many-to-one',
            relationship: 'agents_department_id_fkey using agents(department_id) and departments(id)',
          },
        ],
      },
    ]);
  });

  test('that lead through what is hidden are unknown, and nothing else is suggested', async () => {
    const { body } = await ask('GET', '/ends_1?select=ends_2(*)');
    expect(body).toMatchObject({ code: 'PGRST200', hint: null });
  });

  test('and tables that are unknown suggest what is likest', async () => {
    expect((await ask('GET', '/itemz_toto')).body).toMatchObject({
      hint: "Perhaps you meant the table 'api.items_too'",
    });
    expect((await ask('GET', '/days_2026')).body).toMatchObject({
      code: 'PGRST205',
      hint: "Perhaps you meant the table 'api.days'",
    });
    expect((await ask('GET', '/departments?select=agents_default(*)')).body).toMatchObject({
      hint: "Perhaps you meant 'agents' instead of 'agents_default'.",
    });
  });
});

test.each([
  ['/items', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
  ['/no_key', 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'],
  ['/days', 'OPTIONS,GET,HEAD,POST,PATCH,DELETE'],
  ['/read_only', 'OPTIONS,GET,HEAD'],
  ['/two_keys', 'OPTIONS,GET,HEAD,POST'],
  ['/rpc/item_range', 'OPTIONS,GET,HEAD,POST'],
  ['/rpc/removes', 'OPTIONS,POST'],
  ['/', 'OPTIONS,GET,HEAD'],
])('OPTIONS of %s lists what Postgres can do', async (path, allow) => {
  const answer = await ask('OPTIONS', path);
  expect([answer.status, answer.header('allow')]).toEqual([200, allow]);
});

test('OPTIONS of what is not there is its error', async () => {
  expect(await ask('OPTIONS', '/nowhere')).toMatchObject({ status: 404, body: { code: 'PGRST205' } });
  expect(await ask('OPTIONS', '/rpc/nowhere')).toMatchObject({ status: 404, body: { code: 'PGRST202' } });
});
