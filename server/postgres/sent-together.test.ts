import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sentTogether } from './one-transaction.ts';
import { openTestDatabase } from './testing/database.ts';

const database = await openTestDatabase('platform');
let client: pg.PoolClient;
beforeEach(async () => {
  client = await database.pool.connect();
  await client.query('begin');
});
afterEach(async () => {
  await client.query('rollback');
  client.release();
});

test('what each of them found comes back in their order', async () => {
  const read = async (number: number) => (await client.query('select $1::int as n', [number])).rows[0].n;
  expect(await sentTogether(read(1), sleep(5, 'late'), read(2))).toEqual([1, 'late', 2]);
});

test('the error is that of the statement that failed, also when others are told of theirs before', async () => {
  // Some promises more, as a function has that awaits another.
  const deep = async () => {
    await Promise.all([Promise.all([client.query('select 1 / $1::int', [0])])]);
  };
  const rest = () => [client.query('select 1'), client.query('select 2')] as const;
  await expect(sentTogether(deep(), ...rest())).rejects.toMatchObject({ code: '22012' });
});

test('nothing is under way any more when it fails, also not what would send another statement', async () => {
  const sent: string[] = [];
  const long = async () => {
    for (const step of ['one', 'two', 'three']) {
      await client.query('select pg_sleep(0.01)');
      sent.push(step);
    }
  };
  const refuse = async () => {
    await client.query('select 1');
    throw new Error('refused here, and not by Postgres');
  };
  await expect(sentTogether(long(), refuse())).rejects.toThrow('refused here');
  expect(sent).toEqual(['one', 'two', 'three']);
});
