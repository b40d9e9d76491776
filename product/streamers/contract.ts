import { z } from 'zod';
import { streamer } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';

/** A streamer's acts on their own page. Texts and offers are plain rows, written through rest. */

export const PUBLISH_NEEDS = ['headline', 'bio', 'category', 'offer', 'hours'] as const;

/**
 * Shows one's page, or takes it down. Publishing refuses with `profile_incomplete`
 * (`details.missing`: PUBLISH_NEEDS).
 */
export const setPublication = contract(
  'streamers/set-publication',
  z.strictObject({ published: z.boolean() }),
  z.object({ publishedAt: z.iso.datetime().nullable() }),
  { access: streamer },
);
