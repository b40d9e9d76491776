import { DAY, MINUTE } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { removeLostFactors } from './remove-factors.ts';
import { forgetDevices } from './sign-in-alerts.ts';

/** Everything that this room does later. */
export const accountsTasks: readonly Task[] = [
  { name: 'accounts/remove-factors', every: MINUTE, run: removeLostFactors },
  { name: 'accounts/forget-devices', every: DAY, run: forgetDevices },
];
