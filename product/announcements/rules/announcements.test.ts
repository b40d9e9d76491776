import { expect, test } from 'vitest';
import { announcementState } from './announcements.ts';

test('an announcement is planned, then sending, then sent, unless it was stopped', () => {
  const planned = { sendAt: 1_000, stoppedAt: null, finishedAt: null };
  expect(announcementState(planned, 999)).toBe('planned');
  expect(announcementState(planned, 1_000)).toBe('sending');
  expect(announcementState({ ...planned, finishedAt: 2_000 }, 2_000)).toBe('sent');
  expect(announcementState({ ...planned, stoppedAt: 500 }, 2_000)).toBe('stopped');
});
