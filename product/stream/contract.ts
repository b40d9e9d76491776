import { z } from 'zod';
import { streamer } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';

/** What a streamer shows on their stream: the overlay of OBS, and its goal. */

/**
 * The address of one's overlay and one's goal. The address is a secret: whoever has it may show the
 * overlay. Null: none was made yet.
 */
export const getKit = contract(
  'stream/get-kit',
  z.strictObject({}),
  z.object({
    overlayUrl: z.url().nullable(),
    renewedAt: z.iso.datetime().nullable(),
    goalPlaces: z.int().nullable(),
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

/** Shows an alert on one's open overlays, as if a place had been taken by somebody called C. */
export const tryAlert = contract('stream/try-alert', z.strictObject({}), z.object({}), { access: streamer });
