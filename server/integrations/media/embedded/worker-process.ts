import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay, setImmediate as turnOfLoop } from 'node:timers/promises';
import type { Logger } from 'pino';
import { createGate, MEDIA_GATE } from '../gate.ts';
import { BadDescription, EchoBusy, MediaNotReady, MediaUnavailable } from '../media-engine.ts';
import { type Call, type Carried, report } from './messages.ts';
import type { MediaNetwork } from './network.ts';

/** Once it runs; a machine that is busy takes seconds to start it. */
const ANSWER_WITHIN = 5_000;
const START_WITHIN = 15_000;
/**
 * A worker that has reported nothing for this long gets no calls: it reports every second, and a
 * busy one up to a second late.
 */
const DOUBT = 3_000;
/** One that has reported nothing for this long hangs: it is ended. */
const SILENCE = 30_000;
/**
 * The longest that a call waits for the next worker after one that died: who asked comes again by
 * themself.
 */
const WAITED_FOR = 1_000;
/**
 * At most this many calls wait for a worker that starts, which takes a second or so; the others are
 * refused at once.
 */
const MOST_WAIT = 8;
const STOP_WITHIN = 2_000;
/** How long a new worker is waited for after one that died, doubled for each that died young. */
const WAIT = { first: 100, most: 30_000 } as const;
const YOUNG = 60_000;

/** The media worker as the server sees it: started when it is needed, and again when it died. */
export interface WorkerProcess {
  /** Null while none runs. */
  readonly pid: number | null;
  readonly deaths: number;
  /** How many of the last workers died within their first minute. */
  readonly diedYoung: number;
  start(): void;
  /**
   * A few at a time. Nobody is kept waiting for a worker that hangs, or that will not be back in a
   * second.
   * @throws MediaUnavailable, and what the worker refuses with
   */
  ask(call: Call): Promise<string | null>;
  /** The people whom it carried in its last report, less than a second or two ago. */
  people(): readonly Carried[];
  /** @returns stops listening */
  onDeath(listener: (carried: readonly Carried[]) => void): () => void;
  stop(): Promise<void>;
}

interface Running {
  child: ChildProcess;
  startedAt: number;
  heardAt: number;
  ready: Promise<void>;
  isReady: boolean;
  waiting: Map<number, { resolve(sdp: string | null): void; reject(error: Error): void }>;
  people: readonly Carried[];
  /** The calls that it got so far. */
  calls: number;
}

/** @throws MediaUnavailable when it takes longer, or was called off */
async function within<T>(milliseconds: number, work: Promise<T>, otherwise: string): Promise<T> {
  const inTime = new AbortController();
  const late = delay(milliseconds, null, { signal: inTime.signal }).then(() => {
    throw new MediaUnavailable(otherwise);
  });
  late.catch(() => undefined); // called off below
  try {
    return await Promise.race([work, late]);
  } catch (error) {
    throw error instanceof Error && error.name === 'AbortError' ? new MediaUnavailable('stopping') : error;
  } finally {
    inTime.abort();
  }
}

const REFUSED = { MediaNotReady, MediaUnavailable, BadDescription, EchoBusy } as const;
const MAIN = join(import.meta.dirname, 'worker.ts');

/** Takes a message of the worker: that it is ready, whom it carries, or the answer to a call. */
function hear(started: Running, message: unknown, isReady: () => void, logger: Logger): void {
  const parsed = report.safeParse(message);
  if (!parsed.success) {
    logger.error({ err: parsed.error }, 'the media worker said what nobody understands');
    return;
  }
  const said = parsed.data;
  started.heardAt = Date.now();
  if (said.kind === 'ready') {
    started.isReady = true;
    isReady();
  } else if (said.kind === 'people') started.people = said.people;
  else if (said.kind === 'trouble') logger.warn({ what: said.what }, 'the media worker has trouble');
  else {
    const asked = started.waiting.get(said.id);
    started.waiting.delete(said.id);
    if (said.kind === 'answer') asked?.resolve(said.sdp);
    else asked?.reject(new REFUSED[said.name](said.message));
  }
}

/** Starts a worker. @param died is told once that it ended, and why */
function launch(
  { addresses, ports }: MediaNetwork,
  logger: Logger,
  died: (dead: Running, why: string) => void,
): Running {
  // It gets none of our environment: there are secrets in it.
  const child = fork(MAIN, [JSON.stringify({ addresses, ports })], {
    env: {},
    execArgv: [],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const now = Date.now();
  const { promise: ready, resolve: isReady, reject: isDead } = Promise.withResolvers<void>();
  // Calls that wait for it fail; without any, the process's exit is reported below.
  ready.catch(() => undefined);
  const started: Running = {
    child,
    startedAt: now,
    heardAt: now,
    ready,
    isReady: false,
    waiting: new Map(),
    people: [],
    calls: 0,
  };
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) =>
      logger.warn({ line }, 'the media worker says'),
    );
  child.on('message', (message) => hear(started, message, isReady, logger));
  const watch = setInterval(() => {
    if (Date.now() - started.heardAt < SILENCE) return;
    logger.error({ pid: child.pid }, 'the media worker hangs: it is ended');
    child.kill('SIGKILL');
  }, 1_000);
  let over = false;
  const end = (why: string) => {
    if (over) return;
    over = true;
    clearInterval(watch);
    const gone = new MediaUnavailable(`the media worker ended (${why})`);
    isDead(gone);
    for (const { reject } of started.waiting.values()) reject(gone);
    died(started, why);
  };
  child.once('error', (error) => end(error.message));
  child.once('exit', (code, signal) => end(signal ?? `code ${code}`));
  logger.info({ pid: child.pid }, 'the media worker starts');
  return started;
}

const isSilent = ({ isReady, heardAt }: Running) => isReady && Date.now() - heardAt > DOUBT;

function send(to: Running, call: Call): Promise<string | null> {
  const { child, waiting } = to;
  to.calls += 1;
  const id = to.calls;
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    child.send({ id, call }, (error) => {
      if (error && waiting.delete(id)) reject(new MediaUnavailable(error.message));
    });
  });
}

async function endChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  if (child.connected) child.disconnect();
  const patience = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN);
  await ended;
  clearTimeout(patience);
}

export function createWorkerProcess(network: MediaNetwork, logger: Logger): WorkerProcess {
  const stopping = new AbortController();
  const listeners = new Set<(carried: readonly Carried[]) => void>();
  let running: Running | null = null;
  let deaths = 0;
  let young = 0;
  let notBefore = 0;
  const gate = createGate(MEDIA_GATE);
  let waitingForStart = 0;

  function died(dead: Running, why: string): void {
    if (stopping.signal.aborted) return;
    if (running === dead) running = null;
    deaths += 1;
    young = Date.now() - dead.startedAt < YOUNG ? young + 1 : 0;
    const wait = Math.min(WAIT.most, WAIT.first * 2 ** young);
    notBefore = Date.now() + wait;
    logger.error({ why, carried: dead.people.length, wait }, 'the media worker died');
    for (const listener of listeners) listener(dead.people);
    if (dead.people.length > 0) start();
  }

  async function alive(): Promise<Running> {
    const wait = notBefore - Date.now();
    if (!running && wait > 0) await delay(wait, undefined, { signal: stopping.signal });
    stopping.signal.throwIfAborted();
    running ??= launch(network, logger, died);
    await running.ready;
    return running;
  }

  function start(): void {
    if (stopping.signal.aborted) return;
    alive().catch((error: Error) => {
      if (!stopping.signal.aborted) logger.warn({ reason: error.message }, 'the media worker did not start');
    });
  }

  /** @throws MediaUnavailable; at once where it is known that an answer would not come soon */
  async function present(): Promise<Running> {
    if (running && isSilent(running)) {
      // This process may have been busy itself: the messages received meanwhile are read first.
      await turnOfLoop();
      if (running && isSilent(running)) throw new MediaUnavailable('the media worker is silent');
    }
    if (running?.isReady) return running;
    const wait = notBefore - Date.now();
    if (!running && wait > WAITED_FOR)
      throw new MediaUnavailable(`the media worker starts again in ${Math.ceil(wait / 1_000)} s`);
    if (waitingForStart >= MOST_WAIT) throw new MediaUnavailable('the media worker is just starting');
    waitingForStart += 1;
    try {
      return await within(START_WITHIN, alive(), 'the media worker does not start');
    } finally {
      waitingForStart -= 1;
    }
  }

  return {
    get pid() {
      return running?.child.pid ?? null;
    },
    get deaths() {
      return deaths;
    },
    get diedYoung() {
      return young;
    },
    start,
    async ask(call) {
      await present();
      return await gate(async () => {
        const found = await present(); // it may be gone since the wait for a turn began
        return await within(ANSWER_WITHIN, send(found, call), 'the media worker does not answer');
      });
    },
    people: () => running?.people ?? [],
    onDeath(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      stopping.abort();
      if (!running) return;
      const { child } = running;
      running = null;
      await endChild(child);
    },
  };
}
