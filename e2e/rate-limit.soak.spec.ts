import { newPerson, register, signIn } from './harness/people.ts';
import { answered, expect, test } from './harness/test.ts';

test.use({ serverEnv: { AUTH_RATE_LIMITS: 'true' } });

test('after five wrong passwords one is told in French to wait, and the right one waits too', async ({
  page,
  server,
  expectErrors,
}) => {
  expectErrors(answered(400), answered(429), /connexion|Invalid|rate limit/i);
  const person = newPerson();
  await register(server, person);
  for (let index = 0; index < 5; index += 1) {
    await signIn(page, { ...person, password: `faux-mot-${index}` });
    await expect(page.getByRole('alert')).toContainText(/mot de passe/i);
  }
  await signIn(page, person);
  await expect(page.getByRole('alert')).toContainText(/tentatives|essais/i);
  await expect(page.getByRole('alert')).toContainText(/minute/i);
});
