import { expect, test } from 'vitest';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const database = await openTestDatabase('product');

test.each([
  ['Solène', 'd’Estrées', 'Solène D.'],
  ['Camille', 'Delorme', 'Camille D.'],
  ['Éva', 'écart', 'Éva É.'],
  ['Nour', null, 'Nour'],
  ['Nour', '', 'Nour'],
  [null, 'Delorme', 'D.'],
  [null, null, null],
  ['', '', null],
])('%s %s is shown as %s', async (first, last, shown) => {
  const { rows } = await database.pool.query<{ shown: string | null }>(
    'select private.abbreviated_name($1, $2) as shown',
    [first, last],
  );
  expect(rows[0]?.shown).toBe(shown);
});
