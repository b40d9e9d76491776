import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { mostTiles, tilesFor } from './tiles-for.ts';

const GAP = 12;
const DESKTOP = { width: 1080, height: 740 };
const PHONE = { width: 366, height: 640 };
const LYING_PHONE = { width: 744, height: 358 };

describe('tiles', () => {
  test('one alone fills the area', () => {
    expect(tilesFor(1, DESKTOP, GAP)).toEqual({ ...DESKTOP, columns: 1, rows: 1 });
  });

  test.each([
    [2, DESKTOP, 2],
    [4, DESKTOP, 2],
    [6, DESKTOP, 3],
    [12, DESKTOP, 4],
    [2, PHONE, 1],
    [3, PHONE, 1],
    [6, PHONE, 2],
    [12, PHONE, 2],
    [3, LYING_PHONE, 3],
    [12, LYING_PHONE, 4],
  ])('%i people in %o stand in %i columns', (count, area, columns) => {
    expect(tilesFor(count, area, GAP).columns).toBe(columns);
  });

  test('a window that grows a little moves nobody; one that turns does', () => {
    const before = tilesFor(6, DESKTOP, GAP);
    const after = tilesFor(6, { width: 1030, height: 760 }, GAP, before.columns);
    expect(after.columns).toBe(before.columns);
    expect(tilesFor(6, PHONE, GAP, before.columns).columns).toBe(2);
  });

  test('never hang out of the area, and have a place for everybody', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 16 }),
        fc.record({
          width: fc.integer({ min: 240, max: 3000 }),
          height: fc.integer({ min: 200, max: 2000 }),
        }),
        fc.option(fc.integer({ min: 1, max: 16 }), { nil: null }),
        (count, area, columnsNow) => {
          const { columns, rows, width, height } = tilesFor(count, area, GAP, columnsNow);
          expect(columns * rows).toBeGreaterThanOrEqual(count);
          expect(columns * width + (columns - 1) * GAP).toBeLessThanOrEqual(area.width + 0.01);
          expect(rows * height + (rows - 1) * GAP).toBeLessThanOrEqual(area.height + 0.01);
        },
      ),
    );
  });

  test('thirteen people are on one page of a telephone, either way up', () => {
    expect(mostTiles(PHONE, 8)).toBeGreaterThanOrEqual(13);
    expect(mostTiles(LYING_PHONE, 8)).toBeGreaterThanOrEqual(13);
    expect(mostTiles({ width: 200, height: 90 }, 8)).toBe(1);
  });
});
