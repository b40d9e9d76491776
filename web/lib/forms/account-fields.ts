import * as z from 'zod/mini';

/** The shortest password and the shortest name that are accepted (spec, section 9). */
const PASSWORD_MIN = 6;
const NAME_MIN = 2;

const EMAIL = 'Email invalide';
const PASSWORD = 'Le mot de passe doit contenir au moins 6 caractères';
const MISMATCH = 'Les mots de passe ne correspondent pas';

const name = (tooShort: string) => z.string().check(z.trim(), z.minLength(NAME_MIN, tooShort));

/** The fields that an account is made of, with the spec's own sentences (section 5). */
export const email = z.pipe(z.string().check(z.trim()), z.email(EMAIL));
export const password = z.string().check(z.minLength(PASSWORD_MIN, PASSWORD));
export const firstName = name('Le prénom doit contenir au moins 2 caractères');
export const lastName = name('Le nom doit contenir au moins 2 caractères');

/** Both passwords the same, said on the second one; also while other fields are still wrong. */
export const samePasswords = z.refine<{ password: string; confirmPassword: string }>(
  (value) => value.password === value.confirmPassword,
  {
    error: MISMATCH,
    path: ['confirmPassword'],
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
);
