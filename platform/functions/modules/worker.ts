import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Logger } from 'pino';

/** In characters. The rest of a longer line is left out. */
const LONGEST = 16 * 1024;

/** The limits of a second: lines to the log and characters read. */
const MOST_LINES = 200;

const MOST_READ = 1024 * 1024;

const SECOND = 1_000;

/**
 * Hands on what a function writes, line by line. Whatever it writes, the server keeps at most one
 * line of it: beyond so many lines a second the rest is left out, and who writes faster than the
 * server wants to read waits, as with any full pipe.
 */
export function logLines(stream: Readable, log: (line: string) => void): void {
  let line = '';
  let lines = 0;
  let read = 0;
  let since = performance.now();
  const end = () => {
    lines += 1;
    if (lines <= MOST_LINES) log(line);
    else if (lines === MOST_LINES + 1) log('… it writes too much: the rest of this second is left out');
    line = '';
  };
  const renew = () => {
    lines = 0;
    read = 0;
    since = performance.now();
  };
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const passed = performance.now() - since;
    if (passed >= SECOND) renew();
    const [first = '', ...others] = text.split('\n');
    line += first.slice(0, LONGEST - line.length);
    for (const other of others) {
      end();
      line = other.slice(0, LONGEST);
    }
    read += text.length;
    if (read <= MOST_READ) return;
    stream.pause();
    setTimeout(() => {
      renew();
      stream.resume();
    }, SECOND).unref();
  });
  stream.on('end', () => {
    if (line !== '') end();
  });
}

const MAIN = join(import.meta.dirname, 'module-process.ts');
/** In milliseconds. How long a module may take to load, and a busy process to answer a question. */
const BOOT_WITHIN = 10_000;
const STUCK_AFTER = 5_000;
const LOOK_EVERY = 100;
const ASK_EVERY = 1_000;
/** An unused process ends after this time. */
const IDLE = 300_000;
const PAGE = 4_096;

export interface WorkerOptions {
  file: string;
  /** Path of its Unix socket. */
  socket: string;
  environment: NodeJS.ProcessEnv;
  /** The most memory that the process may take, in bytes. */
  memory: number;
  logger: Logger;
}

/** Why a process was ended. */
export type Ended = 'failed' | 'limits' | 'closed';

/**
 * The process of one function, from the start of its module until it ends, by itself or because it
 * broke a limit.
 */
export interface Worker {
  /** Resolves when the module is loaded. @throws BootError */
  ready: Promise<void>;
  /** Resolves when the process has ended. */
  ended: Promise<Ended>;
  /** Counts a request as under way until the returned function is called. */
  begin(): () => void;
  kill(why: Ended): void;
}

/** The module could not be loaded. */
export class BootError extends Error {
  override name = 'BootError';
}

/** Resident memory in bytes; where there is no /proc, what the process last said of itself. */
async function residentOf(pid: number, told: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => null);
  return text === null ? told : Number(text.split(' ')[1]) * PAGE;
}

/**
 * Starts the process of a function. It is a process and not a thread: it may use memory outside of
 * JavaScript's heap, call `process.exit`, or loop for ever, and no other function and not the
 * server may notice.
 */
export function startWorker({ file, socket, environment, memory, logger }: WorkerOptions): Worker {
  // The process itself and its buffers take the other half: a heap near its limit is collected
  // before the process is ended.
  const heap = Math.floor(memory / 2 / 1024 / 1024);
  const child: ChildProcess = spawn(
    process.execPath,
    [
      `--max-old-space-size=${heap}`,
      '--disable-warning=ExperimentalWarning',
      MAIN,
      file,
      socket,
      String(process.pid),
    ],
    // A group of its own, so that what the function starts ends with it.
    { env: environment, stdio: ['ignore', 'pipe', 'pipe', 'ipc'], detached: true },
  );
  for (const stream of [child.stdout, child.stderr])
    if (stream) logLines(stream, (line) => logger.info({ function: file }, line));
  let why: Ended = 'failed';
  let underway = 0;
  let told = 0;
  /**
   * How often it was looked since the process was asked and did not answer; null once it has
   * answered.
   */
  let unanswered: number | null = null;
  let asked = 0;
  let idle: NodeJS.Timeout | undefined;

  const endGroup = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch (error) {
      // Nobody of the group is left.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  };
  const kill = (reason: Ended) => {
    why = reason;
    endGroup();
  };
  // Also while no request is under way: a function may go on after its answer.
  const look = async () => {
    const resident = await residentOf(child.pid ?? 0, told);
    if (resident > memory) {
      logger.warn({ function: file, resident }, 'a function took more memory than it may');
      return kill('limits');
    }
    if (!isReady) return;
    // Looks are counted, not time: when the server itself stood still, the answer may lie there
    // unread.
    if (unanswered !== null) unanswered += 1;
    if (unanswered !== null && unanswered > STUCK_AFTER / LOOK_EVERY) {
      logger.warn({ function: file }, 'a function does not come to an end');
      return kill('limits');
    }
    const now = performance.now();
    if (unanswered === null && now - asked > ASK_EVERY) {
      unanswered = 0;
      asked = now;
      // A process that has just ended is asked in vain; its end is told by itself.
      child.send('how much?', () => undefined);
    }
  };
  const looking = setInterval(() => void look(), LOOK_EVERY);

  let isReady = false;
  const ended = new Promise<Ended>((resolve) => {
    child.once('error', (error) => {
      logger.error({ err: error, function: file }, 'a function could not be started');
      resolve(why);
    });
    child.once('exit', () => {
      endGroup();
      resolve(why);
    });
  }).finally(() => {
    clearInterval(looking);
    clearTimeout(idle);
  });
  const ready = new Promise<void>((resolve, reject) => {
    const late = setTimeout(() => kill('failed'), BOOT_WITHIN);
    child.on('message', (message) => {
      if (typeof message === 'number') {
        told = message;
        unanswered = null;
        return;
      }
      clearTimeout(late);
      isReady = true;
      resolve();
    });
    void ended.then(() => {
      clearTimeout(late);
      reject(new BootError('the module was not loaded'));
    });
  });
  ready.catch(() => undefined); // each request that waits for it is told

  return {
    ready,
    ended,
    begin() {
      underway += 1;
      clearTimeout(idle);
      return () => {
        underway -= 1;
        if (underway > 0) return;
        idle = setTimeout(() => kill('closed'), IDLE);
        idle.unref();
      };
    },
    kill,
  };
}
