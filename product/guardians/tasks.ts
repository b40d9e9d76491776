import { HOUR } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { endAtMajority } from './end-at-majority.ts';

/** Everything that this room does later. */
export const guardiansTasks: readonly Task[] = [
  { name: 'guardians/end-at-majority', every: HOUR, run: endAtMajority },
];
