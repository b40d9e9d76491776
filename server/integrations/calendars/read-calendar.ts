import { Worker } from 'node:worker_threads';
import type { CalendarProblem } from '#domain/availability/calendar-problems.ts';
import type { BusyQuestion, BusyTimes } from './busy-times.ts';
import { CalendarFault } from './calendar-fault.ts';

/** What the thread is given. */
export interface BusyOrder {
  text: string;
  question: BusyQuestion;
}

/** What it answers. */
export type BusyReport = { times: BusyTimes } | { problem: CalendarProblem; detail: string };

const TIME_LIMIT_MS = 5_000;
const MEMORY_LIMIT_MB = 192;

/**
 * The busy times of a calendar that a stranger wrote, worked out in a thread of its own with a limit on time and memory. Steps are
 * counted (occurrences.ts), but what a library does within one of them is not ours to promise, and it must hold up nobody else.
 * @throws CalendarFault malformed, too_complex
 */
export async function readCalendar(
  text: string,
  question: BusyQuestion,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<BusyTimes> {
  const order: BusyOrder = { text, question };
  const worker = new Worker(new URL('./busy-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    env: {},
    execArgv: [],
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const report = await new Promise<BusyReport>((resolve, reject) => {
      timer = setTimeout(
        () => reject(new CalendarFault('too_complex', `over ${timeLimitMs} ms`)),
        timeLimitMs,
      );
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) => {
        const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        reject(outOfMemory ? new CalendarFault('too_complex', error.message) : error);
      });
      worker.once('exit', (code) => reject(new Error(`the calendar's thread ended with ${code}`)));
    });
    if ('problem' in report) throw new CalendarFault(report.problem, report.detail);
    return report.times;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
