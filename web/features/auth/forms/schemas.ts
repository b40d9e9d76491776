import * as z from 'zod/mini';
import { ROLES } from '#domain/account/roles.ts';

/** The shortest password and the shortest name that are accepted (spec, section 9). */
export const PASSWORD_MIN = 6;
export const NAME_MIN = 2;

const EMAIL = 'Email invalide';
const PASSWORD = 'Le mot de passe doit contenir au moins 6 caractères';
const MISMATCH = 'Les mots de passe ne correspondent pas';

const email = z.pipe(z.string().check(z.trim()), z.email(EMAIL));
const password = z.string().check(z.minLength(PASSWORD_MIN, PASSWORD));
const name = (tooShort: string) => z.string().check(z.trim(), z.minLength(NAME_MIN, tooShort));

/** Both passwords the same, said on the second one; also while other fields are still wrong. */
const samePasswords = z.refine<{ password: string; confirmPassword: string }>(
  (value) => value.password === value.confirmPassword,
  {
    error: MISMATCH,
    path: ['confirmPassword'],
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
);

export const signInSchema = z.object({ email, password });
export type SignInForm = z.infer<typeof signInSchema>;

export const signUpSchema = z
  .object({
    firstName: name('Le prénom doit contenir au moins 2 caractères'),
    lastName: name('Le nom doit contenir au moins 2 caractères'),
    email,
    password,
    confirmPassword: password,
    role: z.enum(ROLES, 'Veuillez sélectionner un rôle'),
  })
  .check(samePasswords);
export type SignUpForm = z.infer<typeof signUpSchema>;

export const recoverySchema = z.object({ email });
export type RecoveryForm = z.infer<typeof recoverySchema>;

export const newPasswordSchema = z.object({ password, confirmPassword: password }).check(samePasswords);
export type NewPasswordForm = z.infer<typeof newPasswordSchema>;

export const codeSchema = z.object({
  code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'Saisissez les 6 chiffres reçus par e-mail')),
});
export type CodeForm = z.infer<typeof codeSchema>;
