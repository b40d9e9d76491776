import { MINUTE } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { sendAnnouncements } from './send-announcements.ts';

/** Everything that this room does later. */
export const announcementsTasks: readonly Task[] = [
  {
    name: 'announcements/send',
    every: MINUTE,
    probe:
      'exists (select from public.announcements where send_at <= at and stopped_at is null and finished_at is null)',
    run: sendAnnouncements,
  },
];
