import { HOUR, MINUTE } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { forgetOldMessages } from './forget-old.ts';
import { mailUnread } from './mail-unread.ts';

/** Everything that this room does later. */
export const messagesTasks: readonly Task[] = [
  { name: 'messages/mail-unread', every: MINUTE, run: mailUnread },
  { name: 'messages/forget-old', every: HOUR, run: forgetOldMessages },
];
