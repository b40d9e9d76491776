import { afterAll, expect, test } from 'vitest';
import { OneTransaction, type Step } from './one-transaction.ts';
import { openTestDatabase } from './testing/database.ts';

const database = await openTestDatabase('empty');
await database.pool.query('create table notes (word text primary key)');
const client = await database.pool.connect();
afterAll(() => client.release());

const run = (...steps: [Step, Step, ...Step[]]) => {
  const transaction = new OneTransaction(steps);
  client.query(transaction);
  return transaction.done;
};
const write = (word: string): Step => ({
  name: 'write',
  text: 'insert into notes values ($1) returning word',
  values: [word],
});
const words = async () =>
  (await client.query('select word from notes order by word')).rows.map((row) => row.word);

test('its statements answer in their order, and a setting lasts for them alone', async () => {
  const ask: Step = { name: 'ask', text: "select current_setting('my.word', true) as word", values: [] };
  const set: Step = { text: "select set_config('my.word', $1, true)", values: ['seuil'] };
  const [, second] = await run(set, ask);
  expect(second?.rows).toEqual([{ word: 'seuil' }]);
  expect((await client.query(ask.text)).rows).toEqual([{ word: '' }]);
  const [first, again] = await run(ask, ask);
  expect([first?.rows, again?.rows]).toEqual([[{ word: '' }], [{ word: '' }]]);
});

test('of one that fails nothing stays, and the connection goes on, also with statements that were skipped', async () => {
  const wrong: Step = { name: 'wrong', text: 'select 1 / $1::int as n', values: [0] };
  const skipped: Step = { name: 'skipped', text: 'select $1::text as word', values: ['après'] };
  for (let round = 0; round < 3; round += 1)
    await expect(run(write('perdu'), wrong, skipped)).rejects.toMatchObject({ code: '22012' });
  expect(await words()).toEqual([]);
  const [, , last] = await run(write('gardé'), { ...wrong, values: [1] }, skipped);
  expect(last?.rows).toEqual([{ word: 'après' }]);
  expect(await words()).toEqual(['gardé']);
  // A statement that does not even parse.
  await expect(run({ name: 'broken', text: 'selec', values: [] }, skipped)).rejects.toMatchObject({
    code: '42601',
  });
  expect((await run(skipped, skipped))[1]?.rows).toEqual([{ word: 'après' }]);
});

test('many at once on one connection do not mix', async () => {
  const echo = (n: number): Step => ({ name: 'echo', text: 'select $1::int as n', values: [n] });
  const results = await Promise.all(Array.from({ length: 40 }, (_, n) => run(echo(n), echo(n + 100))));
  expect(results.map((both) => both.map(({ rows }) => rows[0]?.n))).toEqual(
    Array.from({ length: 40 }, (_, n) => [n, n + 100]),
  );
});

test('a parameter that has no text is refused before anything is sent', async () => {
  const step: Step = { text: 'select $1::text', values: [{ a: 1 }] };
  expect(() => new OneTransaction([step, step])).toThrow(TypeError);
  expect(await words()).toEqual(['gardé']);
});
