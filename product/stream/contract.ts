import { z } from 'zod';
import { streamer } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';
import { MOST_SITES } from './rules/sites.ts';

/** The things that a streamer shows on their stream, and which sites may show their booker. */

/**
 * The address of one's overlay, one's goal, and the sites that may show one's booker. The address is a secret: whoever has it may show the
 * overlay. Null: none was made yet.
 */
export const getKit = contract(
  'stream/get-kit',
  z.strictObject({}),
  z.object({
    overlayUrl: z.url().nullable(),
    renewedAt: z.iso.datetime().nullable(),
    goalPlaces: z.int().nullable(),
    /** Origins. */
    sites: z.array(z.string()),
  }),
  { access: streamer },
);

/** Makes the secret address of one's overlay; an earlier one stops working, where it is shown too. */
export const renewOverlay = contract(
  'stream/renew-overlay',
  z.strictObject({}),
  z.object({ overlayUrl: z.url(), renewedAt: z.iso.datetime() }),
  { access: streamer },
);

export const MOST_GOAL_PLACES = 99;

/** Sets how many places one wants taken in an evening; null shows no goal. */
export const setGoal = contract(
  'stream/set-goal',
  z.strictObject({
    places: z
      .int('Un objectif est un nombre entier de places')
      .min(1, 'Un objectif compte au moins une place')
      .max(MOST_GOAL_PLACES, `Un objectif compte au plus ${MOST_GOAL_PLACES} places`)
      .nullable(),
  }),
  z.object({ places: z.int().nullable() }),
  { access: streamer },
);

/**
 * Shows an alert on one's open overlays, as if a place had been taken by somebody called C. Refuses with
 * `too_many_attempts` beyond 30 in ten minutes.
 */
export const tryAlert = contract('stream/try-alert', z.strictObject({}), z.object({}), { access: streamer });

/**
 * Sets the sites that may show one's booker in a frame, as their addresses are typed; answers their
 * origins. Refuses with `invalid_input` (`fields`: `sites.<place>` -> why).
 */
export const setSites = contract(
  'stream/set-sites',
  z.strictObject({
    sites: z
      .array(z.string().max(300, 'Cette adresse est trop longue'))
      .max(MOST_SITES, `${MOST_SITES} sites au plus`),
  }),
  z.object({ sites: z.array(z.string()) }),
  { access: streamer },
);
