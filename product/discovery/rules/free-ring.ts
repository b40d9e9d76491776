import { type Instant, MILLIS_PER_DAY, MILLIS_PER_MINUTE } from '#product/shared/time/instant.ts';
import type { Interval } from '#product/shared/time/interval.ts';

/**
 * Free starts as a ring of bits, one for each 15 minutes. The bit of an instant is its quarter of
 * an hour modulo the ring, so bits keep their place as time goes by, and the masks for any stretch
 * of the coming days are made once for all streamers.
 */
const QUARTER = 15 * MILLIS_PER_MINUTE;
export const RING_DAYS = 11;
export const RING_BITS = RING_DAYS * 96;
/**
 * How far ahead a ring may be read if it was computed less than `RING_DAYS - LOOK_AHEAD_DAYS` ago:
 * beyond that, bits of past days would be read again.
 */
export const LOOK_AHEAD_DAYS = 9;

/** The bits in order as Postgres reads them: `x` and hexadecimal digits. */
export type RingText = string;

const indexOf = (quarter: number): number => ((quarter % RING_BITS) + RING_BITS) % RING_BITS;

function textOf(bytes: Uint8Array): RingText {
  return `x${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

const light = (bytes: Uint8Array, quarter: number): void => {
  const index = indexOf(quarter);
  bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (0x80 >> (index & 7));
};

/** The ring of these starts, which all lie within `RING_DAYS`. */
export function ringOf(starts: readonly Instant[]): RingText {
  const bytes = new Uint8Array(RING_BITS / 8);
  for (const start of starts) light(bytes, Math.floor(start / QUARTER));
  return textOf(bytes);
}

/**
 * True when every start is the first moment of its bit, so that a bit before `now` is certainly
 * past.
 */
export const isAligned = (starts: readonly Instant[]): boolean =>
  starts.every((start) => start % QUARTER === 0);

/**
 * The bits of the starts at or after `from` within `ranges`. The start of a quarter of an hour that
 * has begun counts as past, unless `from` is set earlier: see `isAligned`.
 */
export function maskOf(ranges: readonly Interval[], from: Instant): RingText {
  const bytes = new Uint8Array(RING_BITS / 8);
  for (const { start, end } of ranges) {
    const last = Math.ceil(end / QUARTER);
    for (let quarter = Math.ceil(Math.max(start, from) / QUARTER); quarter < last; quarter++)
      light(bytes, quarter);
  }
  return textOf(bytes);
}

/**
 * The position of an instant in the ring: the bits from there on come first, those before it last.
 */
export const ringIndexAt = (instant: Instant): number => indexOf(Math.floor(instant / QUARTER));

/** The stretch that a ring can answer for at `now`. */
export const lookAhead = (now: Instant): Interval => ({
  start: now,
  end: (now + LOOK_AHEAD_DAYS * MILLIS_PER_DAY) as Instant,
});
