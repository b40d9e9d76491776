import * as z from 'zod/mini';
import { ageToKeep, readDate } from '#product/accounts/rules/age.ts';
import { fullName, NAME_FAULTS, NAME_OF_TEAM, nameFault, soundsLikeTheTeam } from '#product/shared/names.ts';
import { today } from '#web/lib/forms/age-of.ts';

/** The shortest password and the shortest name that are accepted (spec, section 9). */
const PASSWORD_MIN = 6;
const NAME_MIN = 2;

const EMAIL = 'Email invalide';
const PASSWORD = 'Le mot de passe doit contenir au moins 6 caractères';
const MISMATCH = 'Les mots de passe ne correspondent pas';

/**
 * Checks a name that others see: it has nothing invisible, and nothing that a mail would make a
 * link of.
 */
export const plainName = z.superRefine<string>((written, context) => {
  const fault = nameFault(written);
  if (fault !== null) context.issues.push({ code: 'custom', input: written, message: NAME_FAULTS[fault] });
});
const name = (tooShort: string) => z.string().check(z.trim(), z.minLength(NAME_MIN, tooShort), plainName);

/** The fields that an account is made of, with the spec's own sentences (section 5). */
export const email = z.pipe(z.string().check(z.trim()), z.email(EMAIL));
export const password = z.string().check(z.minLength(PASSWORD_MIN, PASSWORD));
export const firstName = name('Le prénom doit contenir au moins 2 caractères');
export const lastName = name('Le nom doit contenir au moins 2 caractères');

/** Nobody is called as if they were of Loge's team, which an admin is. */
export const ownNames = z.refine<{ firstName: string; lastName: string; role?: string }>(
  (value) => value.role === 'admin' || !soundsLikeTheTeam(fullName(value)),
  {
    error: NAME_OF_TEAM,
    path: ['lastName'],
    when: ({ value }) => typeof value === 'object' && value !== null && 'firstName' in value,
  },
);

/** Both passwords the same, said on the second one; also while other fields are still wrong. */
export const samePasswords = z.refine<{ password: string; confirmPassword: string }>(
  (value) => value.password === value.confirmPassword,
  {
    error: MISMATCH,
    path: ['confirmPassword'],
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
);

/**
 * A date of birth as it was typed. Under 15 nothing is sent, so nothing is kept.
 * @param tooYoung what is said then
 */
export const birthDateOr = (tooYoung: string) =>
  z.string().check(
    z.superRefine((written, context) => {
      const birth = readDate(written);
      const age = birth && ageToKeep(birth, today());
      const message =
        birth === null
          ? 'Écrivez le jour, le mois et l’année, comme 12/03/1990'
          : age === 'impossible'
            ? 'Cette date ne peut pas être la bonne'
            : age === 'too_young'
              ? tooYoung
              : null;
      if (message !== null) context.issues.push({ code: 'custom', input: written, message });
    }),
  );

/** Somebody's own. */
export const birthDate = birthDateOr(
  'Loge s’ouvre à 15 ans. Une faute de frappe ? Corrigez la date. Sinon, à bientôt : rien de ce que vous avez saisi n’a été envoyé.',
);
