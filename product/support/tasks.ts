import { HOUR } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { forgetLetters } from './contact.ts';

/** Everything that this room does later. */
export const supportTasks: readonly Task[] = [
  { name: 'support/forget-letters', every: HOUR, run: forgetLetters },
];
