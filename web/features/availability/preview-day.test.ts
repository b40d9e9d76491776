import { expect, test } from 'vitest';
import { mainReason, type PreviewStart, segmentsOf } from './preview-day.tsx';

const at = (hour: number, reason: PreviewStart['reason']): PreviewStart => ({
  start: `2026-03-12T${String(hour).padStart(2, '0')}:00:00.000Z`,
  free: reason === null,
  reason,
});

test('a day is cut where the answer changes', () => {
  const day = [at(8, 'outside_hours'), at(9, null), at(10, null), at(11, 'taken'), at(12, 'outside_hours')];
  expect(segmentsOf(day).map(({ reason, starts }) => [reason, starts.length])).toEqual([
    ['outside_hours', 1],
    [null, 2],
    ['taken', 1],
    ['outside_hours', 1],
  ]);
  expect(segmentsOf([])).toEqual([]);
});

test('the reason given for a full day is that of its opening hours, not of its closed night', () => {
  const day = [at(1, 'outside_hours'), at(2, 'outside_hours'), at(14, 'taken'), at(15, 'outside_hours')];
  expect(mainReason(day)).toBe('taken');
  expect(mainReason([at(1, 'outside_hours')])).toBe('outside_hours');
  expect(mainReason([at(1, 'outside_hours'), at(2, null)])).toBeNull();
});
