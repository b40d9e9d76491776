import { z } from 'zod';

/**
 * An instant at which somebody wants something to happen, ISO 8601 with its offset, of the years 2000 to 2199: nothing of Loge's lies outside, and calendars
 * of the years 0 and 1 are where the arithmetic of zones ends.
 */
export const instant = z.iso
  .datetime({ offset: true })
  .regex(/^2[01]/, { message: 'Cette date n’est pas d’un siècle où l’on réserve', abort: true });
