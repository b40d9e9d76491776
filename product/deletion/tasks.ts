import { HOUR } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { purgeDeletedAccounts } from './purge-deleted.ts';

/** Everything that this room does later. */
export const deletionTasks: readonly Task[] = [
  { name: 'accounts/purge-deleted', every: HOUR, run: purgeDeletedAccounts },
];
