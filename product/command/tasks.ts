import { DAY, HOUR } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { forgetCommandKeys } from './idempotency.ts';
import { forgetEndedLimits } from './rate-limit.ts';

/** Everything that this room does later. */
export const commandTasks: readonly Task[] = [
  { name: 'booking/forget-command-keys', every: DAY, run: forgetCommandKeys },
  { name: 'command/forget-ended-limits', every: HOUR, run: forgetEndedLimits },
];
