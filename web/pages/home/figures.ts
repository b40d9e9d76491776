/**
 * The figures of the home page, worked out from the rules instead of typed: the standard cancellation policy (100 % until 24 h before,
 * 50 % until 2 h before, then nothing) and the fee of 15 %, on a place at 45,00 €.
 */
export const PLACE_CENTS = 4500;
export const FEE_RATE = 0.15;

/** What comes back, by how early one cancels; from the earliest on. */
export const standardPolicy = [
  { when: 'Jusqu’à 24 h avant', rate: 1 },
  { when: 'Jusqu’à 2 h avant', rate: 0.5 },
  { when: 'Ensuite', rate: 0 },
] as const;

export const refundCents = (rate: number): number => Math.round(PLACE_CENTS * rate);
export const feeCents = Math.round(PLACE_CENTS * FEE_RATE);
export const streamerCents = PLACE_CENTS - feeCents;
