import { MINUTE } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { addUp } from './add-up.ts';
import { addUpPlatform } from './add-up-platform.ts';
import { addUpVisits } from './add-up-visits.ts';
import { keepOpenDays } from './keep-open-days.ts';

/** Everything that this room does later. */
export const insightTasks: readonly Task[] = [
  {
    name: 'statistics/add-up',
    every: MINUTE,
    probe: 'exists (select from private.statistics_marks)',
    run: addUp,
  },
  {
    name: 'analytics/add-up',
    every: MINUTE,
    probe: 'exists (select from private.platform_marks)',
    run: addUpPlatform,
  },
  { name: 'statistics/keep-open-days', every: MINUTE, run: keepOpenDays },
  { name: 'visits/add-up', every: 10 * MINUTE, run: addUpVisits },
];
