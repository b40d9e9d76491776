import { DAY, MINUTE } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { forgetSearchWords, refreshAll } from './refresh-task.ts';

/** Everything that this room does later. */
export const discoveryTasks: readonly Task[] = [
  {
    name: 'discovery/refresh-free-times',
    every: MINUTE,
    probe:
      'exists (select from private.free_time_marks) or exists (select from private.free_times where fresh_until <= at)',
    run: refreshAll,
  },
  { name: 'discovery/forget-words', every: DAY, run: forgetSearchWords },
];
