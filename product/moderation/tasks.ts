import { DAY, HOUR, MINUTE } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { eraseEvidence } from './erase-evidence.ts';
import { eraseRemoved } from './erase-removed.ts';
import { findSignals } from './find-signals.ts';
import { forgetEvidence } from './forget-evidence.ts';

/** Everything that this room does later. */
export const moderationTasks: readonly Task[] = [
  { name: 'moderation/find-signals', every: MINUTE, run: findSignals },
  { name: 'moderation/erase-removed', every: HOUR, run: eraseRemoved },
  { name: 'moderation/erase-evidence', every: DAY, run: eraseEvidence },
  { name: 'moderation/forget-evidence', every: HOUR, run: forgetEvidence },
];
