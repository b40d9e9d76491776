import { expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { insertOffer } from '#database/seed/marketplace-factories.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const db = await openTestDatabase('product');
const offerId = await insertOffer(
  db.pool,
  await insertPerson(db.pool, { email: 'a@loge.test', role: 'streamer' }),
);

const write = (questions: unknown) =>
  db.pool.query('update offers set questions = $2 where id = $1', [offerId, JSON.stringify(questions)]);
const question = { id: 'rank', label: 'Votre rang', required: true, long: false };

test('questions with an id, a label and whether they are required are accepted', async () => {
  await write([]);
  await write([question, { ...question, id: 'goal', required: false }]);
});

test.each([
  ['no array', {}],
  ['a text', ['rank']],
  ['nothing in it', [null]],
  ['no id', [{ label: 'Votre rang', required: true }]],
  ['an id that is no name', [{ ...question, id: 'a b' }]],
  ['an empty label', [{ ...question, label: ' ' }]],
  ['a label that is no text', [{ ...question, label: 3 }]],
  ['a good one and a bad one', [question, {}]],
  ['too many', Array.from({ length: 7 }, (_, index) => ({ ...question, id: `q${index}` }))],
])('%s is refused', async (_what, questions) => {
  await expect(write(questions)).rejects.toThrow(/offers_questions/);
});
