import { HOUR, SECOND } from '#product/shared/time/milliseconds.ts';
import type { Task } from '#server/jobs/runner.ts';
import { forgetUnsentFiles } from './forget-unsent.ts';
import { type ScanDeps, scanAttachments, stopWaitingForScanner } from './scan-attachments.ts';

/** Everything that this room does later. @param scan null without a virus scanner */
export const attachmentsTasks = (scan: ScanDeps | null): readonly Task[] => [
  {
    name: 'attachments/scan',
    every: scan === null ? HOUR : SECOND,
    where: 'each process',
    run: scan === null ? stopWaitingForScanner : scanAttachments(scan),
  },
  { name: 'attachments/forget-unsent', every: HOUR, run: forgetUnsentFiles },
];
