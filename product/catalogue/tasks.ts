import { MINUTE } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { finishMerges } from './finish-merges.ts';

/** Everything that this room does later. */
export const catalogueTasks: readonly Task[] = [
  {
    name: 'catalogue/finish-merges',
    every: MINUTE,
    probe:
      'exists (select from public.categories where merged_into is not null and merge_finished_at is null)',
    run: finishMerges,
  },
];
