import { parentPort, workerData } from 'node:worker_threads';
import { busyTimes } from './busy-times.ts';
import { CalendarFault } from './calendar-fault.ts';
import type { BusyOrder, BusyReport } from './read-calendar.ts';

// One calendar a thread: see read-calendar.ts for why.
function report(): BusyReport {
  const { text, question } = workerData as BusyOrder;
  try {
    return { times: busyTimes(text, question) };
  } catch (error) {
    if (error instanceof CalendarFault) return { problem: error.problem, detail: error.message };
    throw error;
  }
}
parentPort?.postMessage(report());
