import { expect, test } from 'vitest';
import { ask, codeOf, openProduct } from '#product/testing/product-server.ts';
import { submitIntake } from '../contract.ts';
import { hold, key, openFixture, startIn } from '../testing/fixture.ts';
import { requireComplete } from './submit-intake.ts';

const product = await openProduct();

test('a question counts as unanswered until it is answered, even when its id is a property that every object has', () => {
  const question = { label: 'Racontez', required: true, long: false };
  for (const id of ['constructor', 'toString', '__proto__']) {
    expect(() => requireComplete([{ ...question, id }], {})).toThrow(
      expect.objectContaining({ code: 'intake_incomplete' }),
    );
    const answers = JSON.parse(`{"${id}": "oui"}`) as Record<string, string>;
    expect(() => requireComplete([{ ...question, id }], answers)).not.toThrow();
  }
});

test('answers may fill every field, and too much is refused as the person’s error', async () => {
  const fixture = await openFixture(product);
  const questions = Array.from({ length: 6 }, (_, index) => ({
    id: `q${index}`,
    label: 'Racontez',
    required: true,
    long: true,
  }));
  await product.database.pool.query('update public.offers set questions = $2 where id = $1', [
    fixture.offerId,
    JSON.stringify(questions),
  ]);
  const viewer = await product.join();
  const { bookingId } = await hold(viewer, { ...fixture, revision: 2 }, startIn(product, 3));
  const filled = (letter: string) =>
    Object.fromEntries(questions.map(({ id }) => [id, letter.repeat(2_000 / letter.length)]));
  await ask(viewer, submitIntake, { key: key(), bookingId, answers: filled('é') });
  expect(await codeOf(viewer, submitIntake, { key: key(), bookingId, answers: filled('漢') })).toBe(
    'invalid_input',
  );
});
