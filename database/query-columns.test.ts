import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { readCatalog } from '../tools/schema/catalog.ts';
import { columnsIn } from '../tools/schema/query-columns.ts';
import type { QueryColumn } from '../tools/schema/query-scope.ts';
import { queryIn, readSurroundings } from '../tools/schema/surroundings.ts';
import { createResolver } from '../tools/schema/type-names.ts';

let db: Database;
let client: pg.PoolClient;

beforeAll(async () => {
  db = await createTestDatabase('empty');
  client = await db.pool.connect();
  await client.query(`
    create table people (id int primary key, name text not null, nick text, kind text not null check (kind in ('cat', 'dog')), data jsonb not null);
    create table pets (id int primary key, owner_id int references people, name text not null, age int);`);
});

afterAll(async () => {
  client.release();
  await db.close();
});

/** What is known of the columns of a query. */
async function columnsOf(query: string): Promise<QueryColumn[]> {
  await client.query('begin');
  try {
    await client.query(
      `create function of_query() returns setof record language sql begin atomic ${query}; end`,
    );
    const { rows } = await client.query<{ tree: string }>(
      "select prosqlbody::text as tree from pg_proc where proname = 'of_query'",
    );
    return columnsIn(queryIn(rows[0]?.tree ?? ''), await readSurroundings(client));
  } finally {
    await client.query('rollback');
  }
}

/** The names of those that are never null. */
const sure = async (query: string) =>
  (await columnsOf(query)).filter(({ notNull }) => notNull).map(({ name }) => name);

test.each([
  ['a column is as its table says', 'select id, nick from people', ['id']],
  [
    'the other side of an outer join may be missing',
    'select p.id, t.name from people p left join pets t on t.owner_id = p.id',
    ['id'],
  ],
  [
    'of a right join the first side',
    'select p.id, t.name from people p right join pets t on t.owner_id = p.id',
    ['name'],
  ],
  [
    'of a full join both',
    'select p.id, t.name from people p full join pets t on t.owner_id = p.id where true',
    [],
  ],
  [
    'an inner join beneath an outer one is as missing as that',
    'select p.id, t.name, q.name as other from people p left join (pets t join people q on q.id = t.owner_id) on t.owner_id = p.id',
    ['id'],
  ],
  [
    'what a condition compares is there',
    "select nick, t.name from people p left join pets t on t.owner_id = p.id where nick = 'a' and t.name is not null",
    ['nick', 'name'],
  ],
  [
    'either of two conditions proves nothing',
    "select nick, t.age from people p, pets t where nick = 'a' or t.age > 1",
    [],
  ],
  [
    'what an update returns is the row after it',
    "update people set nick = null where nick = 'a' returning id, nick",
    ['id'],
  ],
  [
    'an insert returns what is stored',
    "insert into pets (id, name) values (1, 'a') returning id, age",
    ['id'],
  ],
  [
    'through a common table expression that writes',
    'with gone as (delete from pets returning id, age) select id, age from gone',
    ['id'],
  ],
  [
    'a count always counts, a sum of nothing is null',
    'select count(*) as n, sum(id) as total, max(age) as age from pets',
    ['n'],
  ],
  [
    'a group has a row, of which a filter may leave none',
    'select name, max(id) as top, max(age) as age, max(id) filter (where age > 1) as some from pets group by name',
    ['name', 'top'],
  ],
  [
    'a subtotal has no group',
    'select name, kind, count(*) as n from people group by rollup (name), kind',
    ['n'],
  ],
  [
    'a choice is there when each branch is',
    "select case kind when 'a' then 1 else 2 end as both, case kind when 'a' then 1 end as one, coalesce(nick, name) as called from people",
    ['both', 'called'],
  ],
  [
    'looking into json may find nothing',
    "select data -> 'a' as a, data ->> 'b' as b, (data ->> 'c')::int as c, data || '{}' as d, data::text as e from people",
    ['d', 'e'],
  ],
  [
    'a subquery may have no row',
    'select (select name from people limit 1) as first, (select count(*) from pets) as pets, exists (select from pets) as any, array (select age from pets) as ages',
    ['pets', 'any', 'ages'],
  ],
  [
    'of a union what both sides say',
    'select id, name as a, name as b from people union all select id, nick, name from people',
    ['id', 'b'],
  ],
  [
    'functions and operators keep what they are given',
    "select lower(name) as a, lower(nick) as b, id + 1 as c, now() as d, nullif(name, '') as e, concat_ws(' ', nick) as f, nick = 'a' as g from people",
    ['a', 'c', 'd', 'f'],
  ],
  [
    'of values each row counts',
    "select * from (values (1, 'a'), (2, null)) as given (number, word)",
    ['number'],
  ],
  [
    'the merged column of a join by name',
    'select id, p.nick from people p left join pets t using (id)',
    ['id'],
  ],
  [
    'the query around has its own outer joins',
    'select (select t.name) as a, (select p.name) as b from people p left join pets t on true',
    ['b'],
  ],
])('%s', async (_what, query, expected) => {
  expect(await sure(query)).toEqual(expected);
});

test.each([
  [
    'an object has the names and values that it is built of',
    "select jsonb_build_object('id', id, 'nick', nick, 'kind', kind, 'born', now(), 'of', data) from people",
    '{ id: number; nick: string | null; kind: "cat" | "dog"; born: string; of: Json }',
  ],
  [
    'a list may be empty, and of no rows it is null',
    "select coalesce((select json_agg(json_build_array(t.id, t.age) order by t.id) from pets t where t.owner_id = p.id), '[]') from people p",
    '([number, number | null])[]',
  ],
  [
    'a row has its columns, also one of a subquery or a named one',
    'with kept as (select id, age as years from pets) select to_jsonb(k) - $$id$$ from kept k',
    '{ years: number | null }',
  ],
  [
    'the other side of an outer join is a row or null',
    'select json_agg(to_json(t)) from people p left join (select name from pets) t on true group by p.id',
    '({ name: string } | null)[]',
  ],
  [
    'of two objects put together the second has the last word',
    "select to_jsonb(t) || jsonb_build_object('age', 'old') from pets t",
    '{ id: number; owner_id: number | null; name: string; age: "old" }',
  ],
  [
    'a choice is any of its branches',
    "select case when id = 1 then jsonb_build_object('a', 1) else '{}' end from people",
    '{ a: number } | Record<string, never>',
  ],
])('json: %s', async (_what, query, expected) => {
  const [column] = await columnsOf(query);
  await client.query('begin');
  const resolver = createResolver(await readCatalog(client));
  await client.query('rollback');
  expect(column?.json && resolver.json(column.json)).toBe(expected);
});

test.each([
  ["select kind from people where kind = 'cat'", ['cat']],
  ["select name from people where name in ('a', 'b') and id > 1", ['a', 'b']],
  ["select name from people where name = 'a' or (name = 'b' and id > 1)", ['a', 'b']],
  ["select name from people where name = 'a' or id > 1", null],
  ["update people set name = nick where name = 'a' returning name", null],
  ["update people set nick = 'b' where name = 'a' returning name", ['a']],
])('a condition lets through only what it names: %s', async (query, expected) => {
  expect((await columnsOf(query))[0]?.values).toEqual(expected);
});

test('a choice between texts is a list of them', async () => {
  await client.query('begin');
  await client.query(
    "create view moods as select case when age > 9 then 'old' when age < 1 then null else 'it''s young' end as mood from pets",
  );
  const { rows } = await client.query<{ oid: string }>("select 'moods'::regclass::oid::text as oid");
  const [mood] = (await readSurroundings(client)).view(Number(rows[0]?.oid)) ?? [];
  await client.query('rollback');
  expect(mood).toMatchObject({ notNull: false, values: ['old', "it's young"] });
});
