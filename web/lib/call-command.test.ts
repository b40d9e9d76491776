import { expect, test } from 'vitest';
import { commandErrorOf } from '#web/lib/call-command.ts';

const answer = (body: unknown, status = 422) => Response.json(body, { status });

test('a refusal becomes its French sentence, with the fields and the request’s id', async () => {
  const refused = await commandErrorOf(
    answer({ code: 'wrong_password', message: 'English', fields: { password: 'faux' }, requestId: 'r1' }),
  );
  expect(refused).toMatchObject({
    code: 'wrong_password',
    message: 'Le mot de passe n’est pas le bon.',
    fields: { password: 'faux' },
    requestId: 'r1',
  });
});

test('an answer that is not ours is an internal error; no answer at all is a network that is down', async () => {
  expect((await commandErrorOf(answer({ code: 'of_tomorrow' }))).code).toBe('internal');
  expect((await commandErrorOf(new Response('<html>', { status: 502 }))).code).toBe('internal');
  expect((await commandErrorOf(null)).code).toBe('unreachable');
});
