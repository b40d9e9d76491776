import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const sources = globSync('web/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] });
const having = (pattern: RegExp) => sources.filter((path) => pattern.test(readFileSync(path, 'utf8'))).sort();

test('viewer, streamer and admin cancel in the same dialog: nothing else sends a cancellation', () => {
  expect(having(/\buse(?:Command|Action)\(\s*(?:cancelBooking|cancelAsAdmin)\b/)).toEqual([
    'web/entities/booking/cancel-dialog.tsx',
  ]);
  expect(having(/<CancelDialog\b/)).toEqual([
    'web/features/admin/sessions/session-window.tsx',
    'web/features/sessions/booking-actions.tsx',
  ]);
});
