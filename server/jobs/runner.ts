import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import { onceDatabaseIsThere } from '#server/postgres/database.ts';
import { createRecords, LEASE_SECONDS } from './task-records.ts';

/** The arguments of a run. */
export interface Run {
  pool: pg.Pool;
  logger: Logger;
  now: Date;
  /** Aborted when the server stops: end after the piece of work at hand. */
  signal: AbortSignal;
}

/**
 * Something that happens later. It must bear being run again after having been killed half-way: do each piece of work
 * in a transaction of its own, or claim it with a lease.
 */
export interface Task {
  /** Fixed for ever: the key of its row and of its queue. */
  name: string;
  /** Milliseconds from the end of one run to the next; null: only when it is kicked, and again after a failure. */
  every: number | null;
  /**
   * `once` (unless said): one run at a time over all processes. `each process`: every process runs it, several at the
   * same time, because it is about that process or because each piece of work is claimed with a lease of its own.
   */
  where?: 'once' | 'each process';
  /**
   * Seconds without a sign of life after which another process takes over a run of a task that runs once; 10 at least,
   * and unless said.
   */
  lease?: number;
  /** How many pieces of work one run has under way at a time; the run keeps to it itself. 1 unless said. */
  concurrency?: number;
  /**
   * A condition in SQL, of an index look-up, that says whether there is something to do now; `at` is the server's time in it. A task with one begins within
   * a second of having work, and its interval is for what the probe may have missed.
   */
  probe?: string;
  run(run: Run): Promise<unknown>;
}

export interface RunnerDeps {
  pool: pg.Pool;
  logger: Logger;
  tasks: readonly Task[];
  /**
   * No other process has this database, as with the embedded one: a run found active at the start is that of a dead
   * process.
   */
  alone?: boolean;
  /** Names the tasks that have something to do before their interval is over; asked every second. */
  findWork?: () => Promise<readonly string[]>;
  now?: () => Date;
}

export interface Runner {
  /**
   * Runs each task that has an interval at once, and again whenever it is due.
   * @throws Error when pg-boss cannot make its tables
   */
  start(): Promise<void>;
  /**
   * Runs a task now instead of when it is due, and once more when it is running; nothing before `start` and after
   * `stop`.
   */
  kick(name: string): void;
  /** Starts no further run, tells those under way, and waits for them. */
  stop(): Promise<void>;
}

/** Under which processes that start make pg-boss's tables in turn; any number that nothing else locks. */
const START_LOCK = 750_653;

/** Where pg-boss keeps its queues: no client reaches it. */
const SCHEMA = 'jobs';
const LONGEST_WAIT = 3_600_000;
/** For a run that never ends although its process lives. */
const LONGEST_RUN_SECONDS = 3_600;
/** How long pg-boss keeps ended runs; `private.tasks` records how the last run of each task went. */
const KEPT_SECONDS = 3_600;
const STOP_WITHIN = 30_000;
/**
 * A task that runs in each process, often every second, is recorded as often as this, and whenever it fails.
 * Milliseconds.
 */
const RECORD_EVERY = 5_000;
/** After a failure of a task that runs only when kicked. Milliseconds. */
const TRY_AGAIN_AFTER = 5_000;

/** How long a task that failed `failures` times in a row waits: twice as long each time, up to an hour. */
export const waitAfter = (every: number, failures: number): number =>
  failures === 0 ? every : Math.max(every, Math.min(every * 2 ** failures, LONGEST_WAIT));

/**
 * How often pg-boss's workers ask by themselves, each about its own queue: forty of them asked more often than all else
 * together. This process knows when the runs that it ordered are due, and asks for all queues at once whether another
 * one's are.
 */
const POLLING_SECONDS = 600;
/** A task's run that another process ordered, and did not live to begin, is noticed within this. Milliseconds. */
const LOOK_EVERY = 2_500;
/** pg-boss begins no run before its time, by the database's clock. Milliseconds. */
const SLACK = 50;
/** How often the runner asks which tasks have work. Milliseconds. */
const FIND_EVERY = 1_000;

/**
 * Runs what happens later: a task of all processes through pg-boss (a queue a task, whose run orders the next, in
 * whichever process is first), a task of each process in a loop of its own. A failure is logged, recorded and tried
 * again; it stops neither the server nor the other tasks. See docs/decisions/0040.
 * @throws Error when two tasks have one name
 */
export function createRunner(deps: RunnerDeps): Runner {
  const { pool, logger, tasks, alone = false, findWork = async () => [], now = () => new Date() } = deps;
  if (new Set(tasks.map(({ name }) => name)).size !== tasks.length)
    throw new Error('two tasks have the same name');
  const stopping = new AbortController();
  const { signal } = stopping;
  const records = createRecords(pool, logger);
  const usesBoss = tasks.some(({ where }) => where !== 'each process');
  const bossDb = { executeSql: (text: string, values?: unknown[]) => pool.query(text, values) };
  const boss = new PgBoss({
    db: bossDb,
    schema: SCHEMA,
    // Tasks repeat by ordering their next run; nothing here is written as cron.
    schedule: false,
    superviseIntervalSeconds: LEASE_SECONDS,
    monitorIntervalSeconds: LEASE_SECONDS,
  });
  // A worker of pg-boss tells of its error in a plain object with the error's fields.
  boss.on('error', (error: Error) =>
    logger.error({ err: Object.assign(new Error(error.message), error) }, 'the job queue has trouble'),
  );
  boss.on('warning', (warning) => logger.warn({ warning }, 'the job queue warns'));
  /** The action of `kick`, by task. */
  const kicks = new Map<string, () => void>();
  /** The tasks that this process runs now. */
  const busy = new Set<string>();
  /** Before when a task that failed is not begun for work that it has: `performance.now()`. */
  const restUntil = new Map<string, number>();
  /** Has pg-boss's worker of a queue look now. */
  const looks = new Map<string, () => void>();
  const timers = new Set<NodeJS.Timeout>();
  /** Functions that end the waits of this process's loops. */
  const wakes: (() => void)[] = [];
  const loops: Promise<void>[] = [];

  /** A database that goes away while the jobs start delays them, and ends nothing. */
  const whenThere = <T>(work: () => Promise<T>) => onceDatabaseIsThere(work, logger, signal);

  async function runTask(task: Task): Promise<{ error: Error | null; ms: number }> {
    const began = performance.now();
    busy.add(task.name);
    const took = () => performance.now() - began;
    try {
      await task.run({ pool, logger, now: now(), signal });
      logger.debug({ task: task.name, ms: Math.round(took()) }, 'task done');
      return { error: null, ms: took() };
    } catch (error) {
      logger.error({ err: error, task: task.name }, 'task failed');
      restUntil.set(task.name, performance.now() + TRY_AGAIN_AFTER);
      return { error: error instanceof Error ? error : new Error(String(error)), ms: took() };
    } finally {
      busy.delete(task.name);
    }
  }

  /** Its queue, with a run in it; repeating it changes nothing. */
  async function makeQueue({ name, every, lease = LEASE_SECONDS }: Task): Promise<void> {
    await boss.createQueue(name, {
      // At most one run that waits and one that is active, over all processes.
      policy: 'stately',
      // A run whose process died is run again.
      retryLimit: 1_000_000,
      retryDelay: 1,
      heartbeatSeconds: lease,
      expireInSeconds: LONGEST_RUN_SECONDS,
      deleteAfterSeconds: KEPT_SECONDS,
    });
    if (alone) {
      // Takes over the runs of a dead process now, before its silence would be noticed.
      const left = (await boss.findJobs(name)).filter(({ state }) => state === 'active');
      const ids = left.map(({ id }) => id);
      if (ids.length > 0) await boss.fail(name, ids);
    }
    // Due at once, unless a run already waits for its time.
    if (every !== null) await boss.send(name);
  }

  async function runOnceOverAll(task: Task): Promise<void> {
    const { name, every } = task;
    await whenThere(() => makeQueue(task));
    let failures = 0;
    const options = {
      batchSize: 1,
      pollingIntervalSeconds: POLLING_SECONDS,
    };
    const work = async () => {
      await records.began(name);
      const { error, ms } = await runTask(task);
      failures = error === null ? 0 : failures + 1;
      const wait = every ?? (error === null ? null : TRY_AGAIN_AFTER);
      // Ordered while this run still counts as active: if the process dies before, another takes the run over and
      // orders the next.
      if (wait !== null) {
        const left = waitAfter(wait, failures);
        await boss.send(name, null, { startAfter: new Date(Date.now() + left) });
        lookIn(left);
      }
      await records.ended(name, { ms, error, runs: 1 });
      return { error: error?.message.slice(0, 2_000) ?? null };
    };
    const lookIn = (milliseconds: number) => {
      // Node waits no longer than 24 days at a time; the look over all queues finds what is later.
      if (milliseconds > LONGEST_WAIT || signal.aborted) return;
      const timer = setTimeout(() => {
        timers.delete(timer);
        looks.get(name)?.();
      }, milliseconds + SLACK);
      timers.add(timer);
    };
    const worker = await whenThere(() => boss.work(name, options, work));
    looks.set(name, () => boss.notifyWorker(worker));
    const dueNow = async () => {
      const waiting = await boss.findJobs(name, { queued: true });
      for (const { id } of waiting) await boss.update(name, null, { id, startAfter: new Date() });
      if (waiting.length === 0) await boss.send(name);
      boss.notifyWorker(worker);
    };
    kicks.set(name, () =>
      dueNow().catch((error: unknown) =>
        logger.error({ err: error, task: name }, 'a task could not be kicked'),
      ),
    );
  }

  async function runInThisProcess(task: Task): Promise<void> {
    const { name, every } = task;
    let waking = new AbortController();
    const wake = () => waking.abort();
    kicks.set(name, wake);
    wakes.push(wake);
    const wait = async (milliseconds: number | null) => {
      if (milliseconds !== null)
        // Rejects when it is kicked, which is the end of the wait and no error.
        await sleep(milliseconds, undefined, { signal: waking.signal }).catch(() => undefined);
      else if (!waking.signal.aborted)
        await new Promise<void>((resolve) => waking.signal.addEventListener('abort', () => resolve()));
    };
    if (every === null) await wait(null);
    let [runs, recordedAt] = [0, Number.NEGATIVE_INFINITY];
    while (!signal.aborted) {
      // Before the run, so that a kick during it is followed by another.
      waking = new AbortController();
      const late = setTimeout(() => records.began(name, RECORD_EVERY), RECORD_EVERY);
      const { error, ms } = await runTask(task);
      clearTimeout(late);
      runs += 1;
      if (error !== null || ms >= RECORD_EVERY || performance.now() - recordedAt >= RECORD_EVERY) {
        await records.ended(name, { ms, error, runs });
        [runs, recordedAt] = [0, performance.now()];
      }
      if (!signal.aborted) await wait(every ?? (error === null ? null : TRY_AGAIN_AFTER));
    }
  }

  /** Does something again and again until the runner stops; what fails is logged. */
  async function repeat(milliseconds: number, what: string, work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await sleep(milliseconds, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await work().catch((error: unknown) => logger.error({ err: error }, what));
    }
  }

  /** Runs that wait in a queue although they are due: their process died, or another one ordered them. */
  async function lookAtQueues(): Promise<void> {
    const { rows } = await bossDb.executeSql(
      `select distinct name from ${SCHEMA}.job where name = any ($1) and state in ('created', 'retry') and start_after < now()`,
      [[...looks.keys()]],
    );
    for (const { name } of rows) looks.get(String(name))?.();
  }

  async function beginWhatHasWork(): Promise<void> {
    for (const name of await findWork()) {
      if (!busy.has(name) && performance.now() >= (restUntil.get(name) ?? 0)) kicks.get(name)?.();
    }
  }

  /** One process after another: `create schema if not exists` fails where two run it at once on a new database. */
  async function startBoss(): Promise<void> {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      await client.query('select pg_advisory_lock($1)', [START_LOCK]);
      await boss.start();
    } catch (error) {
      // The parts that had started are ended, so that it can be started again.
      await boss.stop({ graceful: false, close: false });
      throw error;
    } finally {
      await client.query('select pg_advisory_unlock($1)', [START_LOCK]).catch((error: Error) => {
        broken = error;
      });
      client.release(broken);
    }
  }

  return {
    async start() {
      await whenThere(() => records.register(tasks));
      if (usesBoss) await whenThere(startBoss);
      for (const task of tasks) {
        if (task.where === 'each process') loops.push(runInThisProcess(task));
        else await runOnceOverAll(task);
      }
      loops.push(repeat(FIND_EVERY, 'the tasks with work could not be found', beginWhatHasWork));
      if (usesBoss) loops.push(repeat(LOOK_EVERY, 'the queues could not be looked at', lookAtQueues));
    },
    kick: (name) => kicks.get(name)?.(),
    async stop() {
      stopping.abort();
      kicks.clear();
      looks.clear();
      for (const timer of timers) clearTimeout(timer);
      for (const wake of wakes) wake();
      await Promise.all([
        usesBoss ? boss.stop({ graceful: true, timeout: STOP_WITHIN, close: false }) : null,
        ...loops,
      ]);
    },
  };
}
