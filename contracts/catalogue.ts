import { z } from 'zod';
import { reason } from './administration.ts';
import { contract } from './contract.ts';

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
);

/** Changes the name that pages show. Refuses with `not_found` or `label_taken`. */
export const renameEntry = contract(
  'catalogue/rename-entry',
  z.strictObject({ list, id, label, reason }),
  z.object({ id, label: z.string() }),
);

/** Puts the list into an order. Refuses with `try_again` when the ids are not those that the list has now. */
export const orderEntries = contract(
  'catalogue/order-entries',
  z.strictObject({ list, ids: z.array(id).max(500), reason }),
  z.object({ ids: z.array(id) }),
);

/** Retires one, so that no new offer and no further profile takes it, or offers it again. Refuses with `not_found` or `already_done`. */
export const retireEntry = contract(
  'catalogue/retire-entry',
  z.strictObject({ list, id, retired: z.boolean(), reason }),
  z.object({ id, retired: z.boolean() }),
);

const uses = z.object({
  profiles: z.int(),
  offers: z.int(),
  bookings: z.int(),
  searches: z.int(),
  /** Sums of a day. */
  days: z.int(),
});

/** What names each category and each language. */
export const countUses = contract(
  'catalogue/count-uses',
  z.strictObject({}),
  z.object({ uses: z.array(uses.extend({ list, id })) }),
);

/**
 * Makes everything that names one category name another, in one step; the first is retired, and its address leads to the other. Refuses with
 * `not_found`, `already_done` when it was merged before, or `catalogue_retired` when the other is not offered.
 */
export const mergeCategories = contract(
  'catalogue/merge-categories',
  z
    .strictObject({ from: id, into: id.min(1, 'Choisissez une catégorie'), reason })
    .refine(({ from, into }) => from !== into, { path: ['into'], message: 'Choisissez une autre catégorie' }),
  z.object({ touched: uses }),
);
