import { describe, expect, test } from 'vitest';
import { grantDefaults } from '#server/platform-main.ts';
import { migrate, PLATFORM_SCHEMA, PRODUCT_SCHEMA } from '#server/postgres/migrate.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const may = `select has_table_privilege('anon', 'public.plain', 'select, insert, update, delete') as "table",
  has_function_privilege('anon', 'public.plain()', 'execute') as function,
  has_sequence_privilege('authenticated', 'public.plain_id_seq', 'usage') as sequence`;
const make = `create table public.plain (id serial primary key);
  create function public.plain() returns int language sql as 'select 1'; revoke execute on function public.plain() from public`;

describe('a plain create table in public', () => {
  test('is granted to the three roles under the platform alone, as on a hosted project', async () => {
    const { pool } = await openTestDatabase('platform');
    await grantDefaults(pool);
    await grantDefaults(pool);
    await pool.query(make);
    expect((await pool.query(may)).rows).toEqual([{ table: true, function: true, sequence: true }]);
  });

  test('is granted to nobody in a database that has Loge’s own schema', async () => {
    const { pool } = await openTestDatabase('product');
    await grantDefaults(pool);
    await pool.query(make);
    expect((await pool.query(may)).rows).toEqual([{ table: false, function: false, sequence: false }]);
  });

  test('ends where Loge comes later: nothing of Loge’s is granted to anybody by it', async () => {
    const [{ pool }, { pool: plain }] = [
      await openTestDatabase('platform'),
      await openTestDatabase('product'),
    ];
    await grantDefaults(pool);
    await migrate(pool, [PLATFORM_SCHEMA, PRODUCT_SCHEMA]);
    const granted = `select relname, relacl::text[] from pg_class where relnamespace = 'public'::regnamespace
      union all select oid::regprocedure::text, proacl::text[] from pg_proc where pronamespace = 'public'::regnamespace order by 1`;
    expect((await pool.query(granted)).rows).toEqual((await plain.query(granted)).rows);
    await pool.query(make);
    expect((await pool.query(may)).rows).toEqual([{ table: false, function: false, sequence: false }]);
  });
});
