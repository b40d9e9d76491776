import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { describe, expect, test } from 'vitest';
import {
  codeSchema,
  newPasswordSchema,
  signInSchema,
  signUpSchema,
} from '#web/features/auth/forms/schemas.ts';

type Schema = Parameters<typeof standardSchemaResolver>[0];

/** What each field says after submitting, as react-hook-form sees it. */
async function messages(schema: Schema, values: Record<string, unknown>): Promise<Record<string, string>> {
  const { errors } = await standardSchemaResolver(schema)(values, undefined, {
    fields: {},
    shouldUseNativeValidation: false,
  });
  return Object.fromEntries(Object.entries(errors).map(([field, error]) => [field, String(error?.message)]));
}

const person = {
  firstName: 'Nadia',
  lastName: 'Ferhat',
  email: 'nadia@exemple.fr',
  password: 'abricot-vert',
  confirmPassword: 'abricot-vert',
  role: 'viewer',
};

test('nobody signs up as Loge’s team; a real name and an admin’s pass', async () => {
  const said = (more: object) => messages(signUpSchema, { ...person, ...more });
  const refused = { lastName: 'Ce nom est celui de l’équipe de Loge' };
  expect(await said({ firstName: 'Équipe', lastName: 'Loge' })).toEqual(refused);
  expect(await said({ firstName: 'Camille', lastName: '@dmin' })).toEqual(refused);
  expect(await said({ firstName: 'Marc', lastName: 'Logeais' })).toEqual({});
  expect(await said({ firstName: 'Admin', lastName: 'Test', role: 'admin' })).toEqual({});
});

describe('the login form', () => {
  test.each([
    [{ email: 'nadia', password: 'abricot' }, { email: 'Email invalide' }],
    [{ email: '', password: 'abricot' }, { email: 'Email invalide' }],
    [
      { email: 'nadia@exemple.fr', password: '12345' },
      { password: 'Le mot de passe doit contenir au moins 6 caractères' },
    ],
    [{ email: ' nadia@exemple.fr ', password: '123456' }, {}],
  ])('%o says %o', async (values, expected) => {
    expect(await messages(signInSchema, values)).toEqual(expected);
  });
});

describe('the signup form', () => {
  test('has exactly the fields of the specification', () => {
    expect(Object.keys(signUpSchema.shape)).toEqual([
      'firstName',
      'lastName',
      'email',
      'password',
      'confirmPassword',
      'role',
    ]);
  });

  const short = 'Le mot de passe doit contenir au moins 6 caractères';
  test.each([
    [{}, {}],
    [{ firstName: 'N' }, { firstName: 'Le prénom doit contenir au moins 2 caractères' }],
    [{ firstName: ' N ' }, { firstName: 'Le prénom doit contenir au moins 2 caractères' }],
    [{ lastName: 'F' }, { lastName: 'Le nom doit contenir au moins 2 caractères' }],
    [{ email: 'nadia@' }, { email: 'Email invalide' }],
    [
      { password: '12345', confirmPassword: '12345' },
      { password: short, confirmPassword: short },
    ],
    [{ role: undefined }, { role: 'Veuillez sélectionner un rôle' }],
    [{ role: null }, { role: 'Veuillez sélectionner un rôle' }],
    [{ role: 'owner' }, { role: 'Veuillez sélectionner un rôle' }],
    [{ confirmPassword: 'abricot-rouge' }, { confirmPassword: 'Les mots de passe ne correspondent pas' }],
  ])('%o says %o', async (change, expected) => {
    expect(await messages(signUpSchema, { ...person, ...change })).toEqual(expected);
  });

  test.each(['admin', 'streamer', 'viewer'])('role %s can be chosen', async (role) => {
    expect(await messages(signUpSchema, { ...person, role })).toEqual({});
  });

  test('different passwords are said at once, also while the names are still missing', async () => {
    const said = await messages(signUpSchema, { ...person, firstName: '', confirmPassword: 'abricot-rouge' });
    expect(said).toEqual({
      firstName: 'Le prénom doit contenir au moins 2 caractères',
      confirmPassword: 'Les mots de passe ne correspondent pas',
    });
  });
});

test('a new password is typed twice', async () => {
  expect(await messages(newPasswordSchema, { password: 'abricot', confirmPassword: 'abricoT' })).toEqual({
    confirmPassword: 'Les mots de passe ne correspondent pas',
  });
});

test('the code of a mail is six digits', async () => {
  expect(await messages(codeSchema, { code: ' 123456 ' })).toEqual({});
  expect(await messages(codeSchema, { code: '12345' })).toEqual({
    code: 'Saisissez les 6 chiffres reçus par e-mail',
  });
});
