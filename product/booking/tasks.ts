import { MINUTE, SECOND } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { sendReminders } from './send-reminders.ts';
import { tellWaitingViewers } from './tell-waiting-viewers.ts';

/** Everything that this room does later. */
export const bookingTasks: readonly Task[] = [
  { name: 'booking/send-reminders', every: 10 * SECOND, run: sendReminders },
  { name: 'booking/tell-waiting-viewers', every: MINUTE, run: tellWaitingViewers },
];
