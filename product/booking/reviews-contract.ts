import { z } from 'zod';
import { person } from '#product/shared/access.ts';
import { contract } from '#product/shared/contract.ts';

export const REVIEW_MAX = 2000;
const words = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `Le texte doit tenir en ${max} caractères`)
    .regex(/^(?:[\n\r\t]|\P{Cc})*$/u, 'Le texte contient un caractère invisible');

/**
 * The viewer's word on a completed session, once, within 14 days of its end. Refuses with
 * `booking_not_found`, `review_not_allowed` or `already_reviewed`.
 */
export const writeReview = contract(
  'reviews/write-review',
  z.strictObject({ bookingId: z.uuid(), rating: z.int().min(1).max(5), body: words(REVIEW_MAX).default('') }),
  z.object({ reviewId: z.uuid() }),
  { access: person },
);

/**
 * Its author puts a review right that the team hid, for the team to show it again; the stars stay.
 * Refuses with `review_not_found`.
 */
export const rewriteReview = contract(
  'reviews/rewrite-review',
  z.strictObject({ reviewId: z.uuid(), body: words(REVIEW_MAX).min(1, 'Écrivez votre avis') }),
  z.object({}),
  { access: person },
);

/** The streamer's one public answer. Refuses with `review_not_found` or `already_answered`. */
export const answerReview = contract(
  'reviews/answer-review',
  z.strictObject({ reviewId: z.uuid(), answer: words(REVIEW_MAX).min(1, 'Écrivez une réponse') }),
  z.object({ answeredAt: z.iso.datetime() }),
  { access: person },
);
