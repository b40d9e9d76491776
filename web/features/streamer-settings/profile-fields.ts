import * as z from 'zod/mini';
import { NAME_OF_TEAM, soundsLikeTheTeam } from '#product/shared/names.ts';
import type { StreamerPage } from '#web/features/streamer-settings/queries.ts';
import { plainName } from '#web/lib/forms/account-fields.ts';

const trimmed = (least: number, tooShort: string, most: number, tooLong: string) =>
  z.string().check(z.trim(), z.minLength(least, tooShort), z.maxLength(most, tooLong));

const HANDLE = /^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$/;

/** No visitor takes the page for Loge's own. */
const ofOneself = (error: string) =>
  z.refine<string>((written) => !soundsLikeTheTeam(written), { error, when: () => true });

/** The fields of a page, within the bounds of the database's own checks. */
export const profileSchema = z.object({
  handle: z
    .string()
    .check(
      z.trim(),
      z.regex(HANDLE, 'De 3 à 40 lettres minuscules, chiffres ou tirets, sans tiret au bord'),
      ofOneself('Cette adresse est celle de l’équipe de Loge'),
    ),
  displayName: trimmed(
    2,
    'Le nom doit contenir au moins 2 caractères',
    60,
    'Le nom doit tenir en 60 caractères',
  ).check(plainName, ofOneself(NAME_OF_TEAM)),
  headline: z.string().check(z.trim(), z.maxLength(120, 'L’accroche doit tenir en 120 caractères')),
  bio: z.string().check(z.trim(), z.maxLength(4000, 'La présentation doit tenir en 4 000 caractères')),
  categories: z.array(z.string()).check(z.maxLength(5, 'Choisissez 5 catégories au plus')),
  languages: z
    .array(z.string())
    .check(z.minLength(1, 'Choisissez au moins une langue'), z.maxLength(6, 'Choisissez 6 langues au plus')),
});

export type ProfileValues = z.output<typeof profileSchema>;

export const valuesOf = (page: StreamerPage): ProfileValues => ({
  handle: page.handle,
  displayName: page.display_name,
  headline: page.headline,
  bio: page.bio,
  categories: page.categories,
  languages: page.languages,
});

export const columnsOf = (values: ProfileValues) => ({
  handle: values.handle,
  display_name: values.displayName,
  headline: values.headline,
  bio: values.bio,
  categories: values.categories,
  languages: values.languages,
});

/** Whether two readings of a page say the same: its row also changes with each review. */
export const saysTheSame = (a: StreamerPage, b: StreamerPage): boolean =>
  JSON.stringify(valuesOf(a)) === JSON.stringify(valuesOf(b));
