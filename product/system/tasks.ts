import { HOUR } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { CHECK_INTEGRITY, checkIntegrity, type IntegrityDeps } from './check-integrity.ts';

/** Everything that this room does later. */
export const systemTasks = (integrity: IntegrityDeps): readonly Task[] => [
  { name: CHECK_INTEGRITY, every: HOUR, run: checkIntegrity(integrity) },
];
