import * as z from 'zod/mini';
import { ROLES } from '#product/shared/roles.ts';
import {
  email,
  firstName,
  lastName,
  ownNames,
  password,
  samePasswords,
} from '#web/lib/forms/account-fields.ts';

export const signInSchema = z.object({ email, password });

const role = z.enum(ROLES, 'Veuillez sélectionner un rôle');

const name = { firstName, lastName };
export const signUpSchema = z
  .object({ ...name, email, password, confirmPassword: password, role })
  .check(samePasswords, ownNames);
/** Where the password is typed once, and can be shown: within a booking. */
export const shortSignUpSchema = z
  .object({ ...name, email, password, confirmPassword: z.string(), role })
  .check(ownNames);

export const profileSchema = z.object({ firstName, lastName, role }).check(ownNames);

export const recoverySchema = z.object({ email });

export const newPasswordSchema = z.object({ password, confirmPassword: password }).check(samePasswords);

export const codeSchema = z.object({
  code: z.string().check(z.trim(), z.regex(/^\d{6}$/, 'Saisissez les 6 chiffres reçus par e-mail')),
});
