import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FreeWhen } from '#product/shared/browsing.ts';
import { daysAfter, formatInstant, type Instant, later, parseInstant } from '#product/shared/time/instant.ts';
import { wallTimeAt } from '#product/shared/time/wall-time.ts';
import { maskOf, RING_BITS, RING_DAYS, ringIndexAt, ringOf } from './free-ring.ts';
import { freeRanges } from './free-when.ts';
import { nearestWords } from './nearest-words.ts';

const QUARTER = 900_000;
const bits = (text: string): number[] =>
  [...text.slice(1)].flatMap((digit) =>
    [8, 4, 2, 1].map((bit) => (Number.parseInt(digit, 16) & bit ? 1 : 0)),
  );
const meet = (ring: string, mask: string): boolean => {
  const other = bits(mask);
  return bits(ring).some((bit, index) => bit === 1 && other[index] === 1);
};

describe('a ring of free starts', () => {
  const now = fc
    .integer({ min: 0, max: 400_000 })
    .map((minutes) => (1_790_000_000_000 + minutes * 60_000) as Instant);
  const quarters = fc.integer({ min: 0, max: RING_DAYS * 96 - 1 });

  test('matches a mask exactly when a start lies in its stretch and respects the notice', () => {
    fc.assert(
      fc.property(
        now,
        fc.array(quarters, { maxLength: 20 }),
        fc.integer({ min: 0, max: 8 * 96 }),
        fc.integer({ min: 1, max: 96 }),
        fc.integer({ min: 0, max: 3 * 1440 }),
        (at, offsets, from, length, notice) => {
          const first = Math.ceil(at / QUARTER) * QUARTER;
          const starts = offsets.map((offset) => (first + offset * QUARTER) as Instant);
          const range = {
            start: (first + from * QUARTER) as Instant,
            end: (first + (from + length) * QUARTER) as Instant,
          };
          const earliest = later(at, notice * 60_000);
          const free = starts.some((start) => start >= range.start && start < range.end && start >= earliest);
          expect(meet(ringOf(starts), maskOf([range], earliest))).toBe(free);
        },
      ),
    );
  });

  test('keeps the bit of an instant whenever it is computed', () => {
    const start = parseInstant('2026-11-26T18:15Z');
    expect(bits(ringOf([start])).indexOf(1)).toBe(ringIndexAt(start));
    expect(ringIndexAt(daysAfter(start, RING_DAYS))).toBe(ringIndexAt(start));
    expect(bits(ringOf([]))).toHaveLength(RING_BITS);
  });
});

describe('the stretches in which a viewer wants to meet', () => {
  const ranges = (when: FreeWhen, zone: string, now: string) =>
    freeRanges(when, zone, parseInstant(now)).map(({ start, end }) =>
      [start, end].map((instant) => formatInstant(instant).slice(5, 16)).join(' '),
    );

  test('today ends at the viewer’s midnight, also on the day the clocks go back', () => {
    expect(ranges('today', 'Europe/Paris', '2026-11-23T09:07Z')).toEqual(['11-23T09:07 11-23T23:00']);
    expect(ranges('today', 'America/Montreal', '2026-11-23T02:00Z')).toEqual(['11-23T02:00 11-23T05:00']);
    expect(ranges('today', 'Europe/Paris', '2026-10-24T22:00Z')).toEqual(['10-24T22:00 10-25T23:00']);
  });

  test('the week is today and the six days after it', () => {
    expect(ranges('week', 'Europe/Paris', '2026-11-23T09:00Z')).toEqual(['11-23T09:00 11-29T23:00']);
  });

  test('evenings are seven, from 18 to 23 in local time; one that is over is left out, a running one begins now', () => {
    expect(ranges('evenings', 'Europe/Paris', '2026-11-23T09:00Z')[0]).toBe('11-23T17:00 11-23T22:00');
    expect(ranges('evenings', 'Europe/Paris', '2026-11-23T19:30Z')[0]).toBe('11-23T19:30 11-23T22:00');
    expect(ranges('evenings', 'Europe/Paris', '2026-11-23T22:30Z')).toHaveLength(6);
    const overTheChange = freeRanges('evenings', 'Europe/Paris', parseInstant('2026-10-23T08:00Z'));
    expect(overTheChange.map(({ start }) => (wallTimeAt('Europe/Paris', start) / 3_600_000) % 24)).toEqual(
      Array.from({ length: 7 }, () => 18),
    );
  });

  test('the weekend is this week’s, or what is left of it', () => {
    expect(ranges('weekend', 'Europe/Paris', '2026-11-23T09:00Z')).toEqual(['11-27T23:00 11-29T23:00']);
    expect(ranges('weekend', 'Europe/Paris', '2026-11-29T12:00Z')).toEqual(['11-29T12:00 11-29T23:00']);
  });
});

describe('a misspelt word', () => {
  const words = ['anouk', 'echecs', 'speedrun', 'dessin', 'programmation', 'ana', 'musique'];
  test.each([
    ['anuok', ['anouk']],
    ['anouck', ['anouk']],
    ['ehcecs', ['echecs']],
    ['desin', ['dessin']],
    ['progarmmtion', ['programmation']],
    ['speedrnu', ['speedrun']],
    // Still being typed.
    ['progrm', ['programmation']],
    ['xyzt', []],
  ])('%s was meant to be %j', (typed, meant) => {
    expect(nearestWords(typed, words)).toEqual(meant);
  });

  test('is never farther than two slips, and a word that exists is the nearest to itself', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcde'), minLength: 4, maxLength: 9 });
    fc.assert(
      fc.property(word, fc.array(word, { maxLength: 20 }), (typed, others) => {
        expect(nearestWords(typed, [typed])).toEqual([typed]);
        const exact = nearestWords(typed, [...others, typed]);
        expect(exact.length).toBeLessThanOrEqual(5);
        expect(exact[0]?.startsWith(typed)).toBe(true);
      }),
    );
  });
});
