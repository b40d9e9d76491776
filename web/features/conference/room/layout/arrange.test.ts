import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  arrange,
  CORNERS,
  cornerRect,
  cornerTowards,
  mostTiles,
  nearestCorner,
  nextCorner,
  type Rect,
  tilesFor,
} from './arrange.ts';

const GAP = 10;
const people = (count: number) => Array.from({ length: count }, (_unused, index) => `p${String(index)}`);
const options = { gap: GAP, page: 0, columnsNow: null };
const overlap = (a: Rect, b: Rect): boolean =>
  a.left < b.left + b.width - 0.01 &&
  b.left < a.left + a.width - 0.01 &&
  a.top < b.top + b.height - 0.01 &&
  b.top < a.top + a.height - 0.01;

describe('the layout', () => {
  test('a shared screen is large, the others stand beside it, or below it on a telephone', () => {
    const wide = arrange({ main: 'screen', rest: people(3) }, { width: 1100, height: 740 }, options);
    expect(wide.places.get('screen')).toMatchObject({ left: 0, top: 0, height: 740 });
    expect(wide.places.get('p0')?.top).toBe(0);
    const tall = arrange({ main: 'screen', rest: people(3) }, { width: 366, height: 640 }, options);
    expect(tall.places.get('screen')).toMatchObject({ width: 366 });
    expect(tall.places.get('p0')?.top).toBeGreaterThan(200);
  });

  test('those without a place beside the large one are counted where the next would be', () => {
    const { places, hidden, more } = arrange(
      { main: 'p0', rest: people(12).slice(1) },
      { width: 744, height: 330 },
      options,
    );
    expect(places.size + hidden).toBe(12);
    expect(hidden).toBeGreaterThan(0);
    expect(more).not.toBeNull();
  });

  test('a grid that is too small has pages, evenly filled', () => {
    const area = { width: 240, height: 190 };
    const first = arrange({ main: null, rest: people(6) }, area, options);
    expect(first.pages).toBe(2);
    expect([...first.places.keys()]).toEqual(['p0', 'p1', 'p2']);
    expect([
      ...arrange({ main: null, rest: people(6) }, area, { ...options, page: 9 }).places.keys(),
    ]).toEqual(['p3', 'p4', 'p5']);
  });

  test('the last row is centred', () => {
    const { places } = arrange({ main: null, rest: people(3) }, { width: 1000, height: 800 }, options);
    const last = places.get('p2');
    expect(last && last.left + last.width / 2).toBeCloseTo(500);
  });

  test('an area that is not measured yet holds nobody', () => {
    expect(arrange({ main: null, rest: people(2) }, { width: 0, height: 0 }, options).places.size).toBe(0);
  });

  test('nobody hangs out of the area or stands on somebody else', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 15 }),
        fc.boolean(),
        fc.record({
          width: fc.integer({ min: 280, max: 2600 }),
          height: fc.integer({ min: 240, max: 1500 }),
        }),
        (count, focused, area) => {
          const all = people(count);
          const plan = focused ? { main: 'p0', rest: all.slice(1) } : { main: null, rest: all };
          const { places, more } = arrange(plan, area, options);
          const rects = [...places.values(), ...(more ? [more] : [])];
          for (const rect of rects) {
            expect(rect.left).toBeGreaterThanOrEqual(-0.01);
            expect(rect.top).toBeGreaterThanOrEqual(-0.01);
            expect(rect.left + rect.width).toBeLessThanOrEqual(area.width + 0.01);
            expect(rect.top + rect.height).toBeLessThanOrEqual(area.height + 0.01);
          }
          rects.forEach((rect, index) => {
            for (const other of rects.slice(index + 1)) expect(overlap(rect, other)).toBe(false);
          });
        },
      ),
    );
  });
});

const TILE_GAP = 12;
const DESKTOP = { width: 1080, height: 740 };
const PHONE = { width: 366, height: 640 };
const LYING_PHONE = { width: 744, height: 358 };

describe('tiles', () => {
  test('one alone fills the area', () => {
    expect(tilesFor(1, DESKTOP, TILE_GAP)).toEqual({ ...DESKTOP, columns: 1, rows: 1 });
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
    expect(tilesFor(count, area, TILE_GAP).columns).toBe(columns);
  });

  test('a window that grows a little moves nobody; one that turns does', () => {
    const before = tilesFor(6, DESKTOP, TILE_GAP);
    const after = tilesFor(6, { width: 1030, height: 760 }, TILE_GAP, before.columns);
    expect(after.columns).toBe(before.columns);
    expect(tilesFor(6, PHONE, TILE_GAP, before.columns).columns).toBe(2);
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
          const { columns, rows, width, height } = tilesFor(count, area, TILE_GAP, columnsNow);
          expect(columns * rows).toBeGreaterThanOrEqual(count);
          expect(columns * width + (columns - 1) * TILE_GAP).toBeLessThanOrEqual(area.width + 0.01);
          expect(rows * height + (rows - 1) * TILE_GAP).toBeLessThanOrEqual(area.height + 0.01);
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

describe('one’s own view', () => {
  const area = { width: 366, height: 640 };

  test('stays within the area in each corner, and is found there again', () => {
    for (const corner of CORNERS) {
      const rect = cornerRect(corner, area);
      expect(rect.left).toBeGreaterThanOrEqual(0);
      expect(rect.top + rect.height).toBeLessThanOrEqual(area.height);
      expect(nearestCorner(rect, area)).toBe(corner);
    }
  });

  test('is upright on an upright telephone, and wide on one held sideways', () => {
    const upright = cornerRect('top-left', area);
    expect(upright.height).toBeGreaterThan(upright.width);
    const lying = cornerRect('top-left', { width: 744, height: 330 });
    expect(lying.width).toBeGreaterThan(lying.height);
  });

  test('moves by arrow keys, or all the way round', () => {
    expect(cornerTowards('bottom-right', 'ArrowUp')).toBe('top-right');
    expect(cornerTowards('top-right', 'ArrowUp')).toBe('top-right');
    expect(cornerTowards('top-right', 'ArrowLeft')).toBe('top-left');
    expect(cornerTowards('top-right', 'Enter')).toBe('top-right');
    expect(CORNERS.map(nextCorner)).toEqual(['top-right', 'bottom-right', 'bottom-left', 'top-left']);
  });
});
