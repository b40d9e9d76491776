import { describe, expect, test } from 'vitest';
import { CORNERS, cornerRect, cornerTowards, nearestCorner, nextCorner } from './corners.ts';

describe('one’s own view', () => {
  const area = { width: 366, height: 640 };

  test('lies within the area in each corner, and is found there again', () => {
    for (const corner of CORNERS) {
      const rect = cornerRect(corner, area);
      expect(rect.left).toBeGreaterThanOrEqual(0);
      expect(rect.top + rect.height).toBeLessThanOrEqual(area.height);
      expect(nearestCorner(rect, area)).toBe(corner);
    }
  });

  test('is upright on a telephone that stands, and wide on one that lies', () => {
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
