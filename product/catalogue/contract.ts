import { z } from 'zod';
import { admin } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract, reason, undoReason } from '#product/shared/contract.ts';
import { STORED } from '#product/shared/pictures.ts';

/** Categories and languages, as the team keeps them. */
const list = z.enum(['categories', 'languages']);
const id = z.string().max(40);
const label = z.string().trim().min(2, 'Deux lettres au moins').max(40, '40 signes au plus');

/** Adds one at the end of its list. Refuses with `entry_exists` or `label_taken`. */
export const addEntry = contract(
  'catalogue/add-entry',
  z
    .strictObject({
      list,
      id: id.regex(
        /^[a-z0-9]{2,}(-[a-z0-9]+)*$/,
        'Minuscules, chiffres et tirets : cours-de-chant, par exemple',
      ),
      label,
      reason,
    })
    .refine(({ list: kind, id: code }) => kind === 'categories' || /^[a-z]{2}$/.test(code), {
      path: ['id'],
      message: 'Le code ISO 639-1 de la langue, en deux lettres : br, par exemple',
    }),
  z.object({ id }),
  {
    access: admin,
    audit: entry({
      label: 'Catégorie ou langue ajoutée',
      before: null,
      after: ['label'],
      words: { label: say.quotation },
    }),
    undo: 'pages may name it at once',
  },
);

/** Changes the name that pages show. Refuses with `not_found` or `label_taken`. */
export const renameEntry = contract(
  'catalogue/rename-entry',
  z.strictObject({ list, id, label, reason }),
  z.object({ id, label: z.string() }),
  {
    access: admin,
    audit: entry({
      label: 'Catégorie ou langue renommée',
      before: ['label'],
      after: ['label'],
      words: { label: say.quotation },
    }),
    undo: ({ list, id, reason }, before: string) => ({ list, id, label: before, reason: undoReason(reason) }),
  },
);

/**
 * Puts the list into an order. Refuses with `try_again` when the ids are not those that the list
 * has now.
 */
export const orderEntries = contract(
  'catalogue/order-entries',
  z.strictObject({ list, ids: z.array(id).max(500), reason }),
  z.object({ ids: z.array(id) }),
  {
    access: admin,
    audit: entry({
      label: 'Catégories ou langues rangées',
      before: ['ids'],
      after: ['ids'],
      words: { ids: say.categoryOrder },
    }),
    undo: ({ list, reason }, before: readonly string[]) => ({
      list,
      ids: [...before],
      reason: undoReason(reason),
    }),
  },
);

/**
 * Retires one, so that no new offer and no further profile takes it, or offers it again. Refuses
 * with `not_found` or `already_done`.
 */
export const retireEntry = contract(
  'catalogue/retire-entry',
  z.strictObject({ list, id, retired: z.boolean(), reason }),
  z.object({ id, retired: z.boolean() }),
  {
    access: admin,
    audit: entry({
      label: 'Catégorie ou langue retirée, ou proposée de nouveau',
      before: ['label', 'retired'],
      after: ['label', 'retired'],
      words: { label: say.quotation, retired: say.oneOf({ true: 'retirée' }, 'proposée') },
    }),
    undo: ({ retired, reason, ...rest }) => ({ ...rest, retired: !retired, reason: undoReason(reason) }),
  },
);

const uses = z.object({
  profiles: z.int(),
  offers: z.int(),
  bookings: z.int(),
  searches: z.int(),
  /** Sums of a day. */
  days: z.int(),
});

/** Counts the rows that name each category and each language. */
export const countUses = contract(
  'catalogue/count-uses',
  z.strictObject({}),
  z.object({ uses: z.array(uses.extend({ list, id })) }),
  { access: admin },
);

const PROFILES = say.count('profil', 'profils');

/**
 * Makes everything that names one category name another, in one step; the first is retired, and its
 * address leads to the other. Refuses with `not_found`, `already_done` when it was merged before,
 * or `catalogue_retired` when the other is not offered.
 */
export const mergeCategories = contract(
  'catalogue/merge-categories',
  z
    .strictObject({ from: id, into: id.min(1, 'Choisissez une catégorie'), reason })
    .refine(({ from, into }) => from !== into, { path: ['into'], message: 'Choisissez une autre catégorie' }),
  z.object({ touched: uses }),
  {
    access: admin,
    audit: entry({
      label: 'Catégories fusionnées',
      before: ['label', 'retired'],
      after: ['label', 'mergedInto', 'offers', 'profiles', 'bookings', 'searches', 'days'],
      words: {
        label: say.quotation,
        mergedInto: say.nothing,
        retired: say.nothing,
        profiles: PROFILES,
        offers: say.count('offre', 'offres'),
        bookings: say.count('session', 'sessions'),
        searches: say.count('recherche', 'recherches'),
        days: say.count('total d’un jour', 'totaux de jours'),
      },
    }),
    undo: 'what named the one and what named the other can no longer be told apart',
  },
);

/**
 * Makes every profile that names one language name another; the first is retired, and an address
 * that names it means the other. Refuses as `mergeCategories` does.
 */
export const mergeLanguages = contract(
  'catalogue/merge-languages',
  z
    .strictObject({ from: id, into: id.min(1, 'Choisissez une langue'), reason })
    .refine(({ from, into }) => from !== into, { path: ['into'], message: 'Choisissez une autre langue' }),
  z.object({ profiles: z.int() }),
  {
    access: admin,
    audit: entry({
      label: 'Langues fusionnées',
      before: ['label', 'retired'],
      after: ['label', 'mergedInto', 'profiles'],
      words: { label: say.quotation, mergedInto: say.nothing, retired: say.nothing, profiles: PROFILES },
    }),
    undo: 'as with categories',
  },
);

export const PICTURE_ALT_MAX = 120;
const picture = z.strictObject({
  url: z
    .string()
    .max(200)
    .regex(new RegExp(`^${STORED}categories/[0-9a-f-]{36}/[0-9a-f-]{36}$`), 'Choisissez une image'),
  alt: z
    .string()
    .trim()
    .min(2, 'Dites ce que montre l’image')
    .max(PICTURE_ALT_MAX, `${String(PICTURE_ALT_MAX)} signes au plus`),
});

/**
 * Gives a category a picture that was stored before, or takes it away. `before` is what the page
 * showed. Refuses with `not_found`, `file_not_found` when there is no such picture, `try_again`
 * when the category has another one meanwhile, or `already_done`.
 */
export const setPicture = contract(
  'catalogue/set-picture',
  z.strictObject({ id, picture: picture.nullable(), before: picture.nullable(), reason }),
  z.object({ id }),
  {
    access: admin,
    audit: entry({
      label: 'Image d’une catégorie changée',
      before: ['picture'],
      after: ['picture'],
      words: { picture: say.presence('sans image', 'une image') },
    }),
    undo: ({ id, picture, before, reason }) => ({
      id,
      picture: before,
      before: picture,
      reason: undoReason(reason),
    }),
  },
);
