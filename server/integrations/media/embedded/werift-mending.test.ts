import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTurns } from './werift-mending.ts';

const state = () => ({ ssrc: 1, rolloverCounter: 0, lastSequenceNumber: 0 });

describe('the turns of sequence numbers', () => {
  test('are counted for a packet that is sent again as when it was sent first', () => {
    const source = state();
    const turns = [65_534, 65_535, 0, 1, 65_535, 100, 65_440, 101, 3].map((number) => {
      countTurns(number, source);
      return source.rolloverCounter;
    });
    expect(turns).toEqual([0, 0, 1, 1, 0, 1, 0, 1, 1]);
  });

  test('are right over any loss and any delay that is not half a turn', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 3_000 }), fc.nat(1_000)), { maxLength: 300 });
    fc.assert(
      fc.property(fc.nat(65_535), steps, (first, list) => {
        const source = state();
        countTurns(first, source);
        let highest = first;
        for (const [step, late] of list) {
          highest += step;
          for (const place of [highest, Math.max(first, highest - late)]) {
            countTurns(place % 65_536, source);
            expect(source.rolloverCounter).toBe(Math.floor(place / 65_536));
          }
        }
      }),
    );
  });
});
