import { Worker } from 'node:worker_threads';
import type { CalendarProblem } from '#product/availability/rules/calendar-problems.ts';
import type { BusyQuestion, BusyTimes } from './busy-times.ts';
import { CalendarFault } from './calendar-fault.ts';

/** The first message to the thread. */
export interface BusyOrder {
  question: BusyQuestion;
  contentType: string | null;
}

/** The later messages to the thread: bytes, and null when they are over. */
export type Piece = Uint8Array | null;

/** The thread's answer to each: `more`, or the result. */
export type BusyReport = 'more' | { times: BusyTimes } | { problem: CalendarProblem; detail: string };

/** A calendar's bytes as they come, and what its server calls them. */
export interface CalendarBody {
  bytes: AsyncIterable<Uint8Array>;
  /** The Content-Type header; null without one. */
  contentType: string | null;
}

/**
 * Of work alone: neither the start of the thread nor the time in which the next bytes are waited
 * for counts.
 */
const TIME_LIMIT_MS = 20_000;
const START_LIMIT_MS = 60_000;
const MEMORY_LIMIT_MB = 192;

/**
 * The busy times of a calendar that a stranger wrote, worked out in a thread of its own with a
 * limit on time and memory: what a library does within a rule is not ours to promise, and it must
 * hold up nobody else. The calendar is never held whole: the thread gets each piece when it is done
 * with the one before.
 * @throws CalendarFault not_a_calendar, malformed, too_complex, and what reading the bytes throws
 */
export async function readCalendar(
  { bytes, contentType }: CalendarBody,
  question: BusyQuestion,
  timeLimitMs = TIME_LIMIT_MS,
): Promise<BusyTimes> {
  const order: BusyOrder = { question, contentType };
  const worker = new Worker(new URL('./busy-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_LIMIT_MB },
    env: {},
    execArgv: [],
  });
  let left = timeLimitMs;
  const ask = async (piece: Piece): Promise<BusyTimes | null> => {
    const started = performance.now();
    worker.postMessage(piece);
    const report = await reportOf(worker, left);
    left -= performance.now() - started;
    if (report === 'more') return null;
    if ('problem' in report) throw new CalendarFault(report.problem, report.detail);
    return report.times;
  };
  try {
    await reportOf(worker, START_LIMIT_MS);
    for await (const piece of gathered(bytes)) await ask(piece);
    const times = await ask(null);
    if (times === null) throw new Error('the thread asks for more than there is');
    return times;
  } finally {
    await worker.terminate();
  }
}

/**
 * The least size of a message to the thread: each piece is a wait for its answer, and the network's
 * own pieces are small.
 */
const PIECE_BYTES = 256 * 1024;

async function* gathered(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of bytes) {
    parts.push(part);
    size += part.length;
    if (size < PIECE_BYTES) continue;
    yield Buffer.concat(parts);
    [parts, size] = [[], 0];
  }
  if (size > 0) yield Buffer.concat(parts);
}

function reportOf(worker: Worker, timeLimitMs: number): Promise<BusyReport> {
  return new Promise<BusyReport>((resolve, reject) => {
    const timer = setTimeout(
      () => settle(() => reject(new CalendarFault('too_complex', 'it takes too long'))),
      Math.max(0, timeLimitMs),
    );
    const onMessage = (report: BusyReport) => settle(() => resolve(report));
    const onError = (error: NodeJS.ErrnoException) => {
      const outOfMemory = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      settle(() => reject(outOfMemory ? new CalendarFault('too_complex', error.message) : error));
    };
    const onExit = (code: number) =>
      settle(() => reject(new Error(`the calendar's thread ended with ${code}`)));
    function settle(then: () => void): void {
      clearTimeout(timer);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      then();
    }
    worker.once('message', onMessage).once('error', onError).once('exit', onExit);
  });
}
