/**
 * How a guardian's consent stands: asked by mail, given, refused, stopped by the guardian, or ended
 * by Loge.
 */
export const GUARDIANSHIP_STATES = ['asked', 'confirmed', 'refused', 'stopped', 'ended'] as const;

/** How long a guardian may wait before they answer. */
export const GUARDIAN_ANSWER_DAYS = 14;
/** Euros a month that the form proposes, and the most it takes. */
export const GUARDIAN_LIMIT_EUROS = { proposed: 100, most: 2_000 };
