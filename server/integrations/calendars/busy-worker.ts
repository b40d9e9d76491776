import { parentPort, workerData } from 'node:worker_threads';
import { createBusyReader } from './busy-times.ts';
import { CalendarFault } from './calendar-fault.ts';
import { createTextReader } from './calendar-text.ts';
import type { BusyOrder, BusyReport, Piece } from './read-calendar.ts';

// One calendar a thread: see read-calendar.ts for why.
const { contentType, question } = workerData as BusyOrder;
const text = createTextReader(contentType);
const reader = createBusyReader(question);

function answer(piece: Piece): BusyReport {
  try {
    if (piece !== null) {
      reader.push(text.push(piece));
      return 'more';
    }
    reader.push(text.end());
    return { times: reader.end() };
  } catch (error) {
    if (error instanceof CalendarFault) return { problem: error.problem, detail: error.message };
    throw error;
  }
}

const READY: BusyReport = 'more';
parentPort?.postMessage(READY);
parentPort?.on('message', (piece: Piece) => parentPort?.postMessage(answer(piece)));
