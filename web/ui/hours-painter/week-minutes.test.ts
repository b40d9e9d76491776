import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWallRange, type WeeklyRange } from '#product/availability/rules/hours.ts';
import type { Weekday } from '#product/shared/time/local-date.ts';
import {
  copyDay,
  isOpenAt,
  openMinutes,
  overlappingDays,
  paint,
  stripsOf,
} from '#web/ui/hours-painter/week-minutes.ts';

const range = (weekday: Weekday, from: number, to: number): WeeklyRange => ({
  weekday,
  from: from * 60,
  to: to * 60,
});
const brush = (firstDay: Weekday, lastDay: Weekday, from: number, to: number) => ({
  firstDay,
  lastDay,
  from: from * 60,
  to: to * 60,
});

describe('painting hours', () => {
  it('opens the same hours on the days that were drawn over', () => {
    expect(paint([], brush(1, 3, 9, 12), true)).toEqual([range(1, 9, 12), range(2, 9, 12), range(3, 9, 12)]);
  });

  it('joins what touches and cuts what is closed again', () => {
    const joined = paint([range(1, 9, 12)], brush(1, 1, 12, 14), true);
    expect(joined).toEqual([range(1, 9, 14)]);
    expect(paint(joined, brush(1, 1, 10, 11), false)).toEqual([range(1, 9, 10), range(1, 11, 14)]);
  });

  it('gives the hours after midnight to the evening before', () => {
    const evening = paint([], brush(5, 5, 22, 24), true);
    expect(paint(evening, brush(6, 6, 0, 2), true)).toEqual([range(5, 22, 26)]);
  });

  it('does so from Sunday to Monday too', () => {
    const painted = paint(paint([], brush(7, 7, 22, 24), true), brush(1, 1, 0, 2), true);
    expect(painted).toEqual([range(7, 22, 26)]);
    expect(isOpenAt(painted, 1, 60)).toBe(true);
  });

  it('leaves whole days to themselves', () => {
    expect(paint([], brush(1, 7, 0, 24), true)).toHaveLength(7);
  });

  it('keeps a day and the night after it apart when both last longer than a day', () => {
    const night = { weekday: 1, from: 0, to: 30 } as const;
    const ranges = paint([night], { firstDay: 7, lastDay: 7, from: 15, to: 1_440 }, true);
    expect(ranges).toContainEqual(night);
    expect(ranges.every(isWallRange)).toBe(true);
  });

  const hours = fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15);
  const brushes = fc
    .record({
      a: hours,
      b: hours,
      c: fc.integer({ min: 1, max: 7 }),
      d: fc.integer({ min: 1, max: 7 }),
      open: fc.boolean(),
    })
    .map(({ a, b, c, d, open }) => ({
      open,
      brush: {
        from: Math.min(a, b),
        to: Math.max(a, b) + 15,
        firstDay: Math.min(c, d) as Weekday,
        lastDay: Math.max(c, d) as Weekday,
      },
    }));

  it('never makes a range that means nothing, and shows exactly what was drawn', () => {
    fc.assert(
      fc.property(fc.array(brushes, { maxLength: 8 }), (strokes) => {
        const wanted = Array.from({ length: 8 }, () => new Set<number>());
        let ranges: WeeklyRange[] = [];
        for (const { brush, open } of strokes) {
          ranges = paint(ranges, brush, open);
          for (let day = brush.firstDay; day <= brush.lastDay; day += 1) {
            for (let minute = brush.from; minute < brush.to; minute += 15) {
              if (open) wanted[day]?.add(minute);
              else wanted[day]?.delete(minute);
            }
          }
        }
        expect(ranges.every(isWallRange)).toBe(true);
        expect(overlappingDays(ranges).size).toBe(0);
        for (let day = 1; day <= 7; day += 1) {
          for (let minute = 0; minute < 1_440; minute += 15) {
            expect(isOpenAt(ranges, day as Weekday, minute)).toBe(wanted[day]?.has(minute));
          }
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('the list of hours', () => {
  it('copies a day over others', () => {
    const ranges = [range(1, 9, 12), range(2, 14, 16)];
    expect(copyDay(ranges, 1, [1, 2, 3])).toEqual([range(1, 9, 12), range(2, 9, 12), range(3, 9, 12)]);
  });

  it('says on which days ranges overlap, over midnight too', () => {
    expect([...overlappingDays([range(1, 9, 12), range(1, 11, 13)])]).toEqual([1]);
    expect([...overlappingDays([range(7, 22, 26), range(1, 1, 3)])]).toEqual([1]);
    expect(overlappingDays([range(1, 9, 12), range(1, 12, 13)]).size).toBe(0);
  });

  it('counts overlaps once and shows a tail on the day it falls on', () => {
    expect(openMinutes([range(1, 9, 12), range(1, 11, 13)])).toBe(240);
    expect(stripsOf([range(1, 22, 26)], 2)).toEqual([{ from: 0, to: 120 }]);
  });
});
