import { z } from 'zod';
import { admin } from '#product/shared/access.ts';
import { entry, say } from '#product/shared/audit-words.ts';
import { contract, reason, undoReason } from '#product/shared/contract.ts';
import { getHome } from './contract.ts';

/** The order of the featured streamers on the home page, as the team keeps it. */

const featured = z
  .strictObject({
    streamerId: z.uuid(),
    /** Days of Paris, both included; null: from now on, without end. */
    from: z.iso.date().nullable(),
    until: z.iso.date().nullable(),
  })
  .refine(({ from, until }) => from === null || until === null || from <= until, {
    path: ['until'],
    message: 'La fin vient avant le début',
  });
/** How many streamers are featured at most, in days to come included. */
export const MOST_FEATURED = 100;
const places = z
  .array(featured)
  .max(MOST_FEATURED, `${String(MOST_FEATURED)} streamers au plus`)
  .refine((list) => new Set(list.map(({ streamerId }) => streamerId)).size === list.length, {
    message: 'Un streamer y est deux fois',
  });
export type HomePlace = z.output<typeof featured>;

/**
 * Says who is featured, in which order and on which days: the whole list at once. `before` is the
 * list that the page showed. Refuses with `try_again` when it was changed meanwhile, `already_done`
 * when nothing differs, or `streamer_not_found`.
 */
export const arrangeHome = contract(
  'discovery/arrange-home',
  z.strictObject({ before: z.array(featured), places, reason }),
  z.object({ featured: z.int() }),
  {
    access: admin,
    audit: entry({
      label: 'Mises en avant de l’accueil changées',
      before: ['places'],
      after: ['places'],
      words: {
        places: say.count(
          'mise en avant',
          'mises en avant',
          'aucune mise en avant',
          'ordre ou dates changés',
        ),
      },
    }),
    undo: ({ before, places, reason }) => ({ before: places, places: before, reason: undoReason(reason) }),
  },
);

/** How far ahead the home page can be looked at, in days: as far as offers are usually open. */
export const PREVIEW_DAYS = 60;

/**
 * Previews `/` with this list, now or on a day of Paris to come. Refuses with `moment_in_past`,
 * also for a day that is too far.
 */
export const previewHome = contract(
  'discovery/preview-home',
  z.strictObject({
    places,
    day: z.iso.date().nullable(),
    zone: z.string().min(1).max(64).default('Europe/Paris'),
  }),
  getHome.response,
  { access: admin },
);
