import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import type { Logger } from 'pino';
import type { Task } from './task.ts';

export interface JobsDeps {
  pool: pg.Pool;
  logger: Logger;
  tasks: readonly Task[];
  /** No other process has this database, as with the embedded one: a run found active at the start is that of a dead one. */
  alone?: boolean;
  now?: () => Date;
}

export interface Jobs {
  /** Starts no further run, tells those under way, and waits for them. */
  stop(): Promise<void>;
}

/** Where pg-boss keeps its queues: of no client's, beside our own tables. */
const SCHEMA = 'jobs';
const LONGEST_WAIT = 3_600_000;
/** A worker that says nothing for so long is dead (the least that pg-boss takes), and is looked for as often. */
const HEARTBEAT_SECONDS = 10;
/** For a run that goes on and on although its process lives. */
const LONGEST_RUN_SECONDS = 3_600;
/** Ended runs are kept so long, for whoever looks what went wrong. */
const KEPT_SECONDS = 3_600;
const STOP_WITHIN = 30_000;

/** How long a task that failed `failures` times in a row waits: twice as long each time, up to an hour. */
export const waitAfter = (every: number, failures: number): number =>
  failures === 0 ? every : Math.max(every, Math.min(every * 2 ** failures, LONGEST_WAIT));

/** How often a worker looks whether its task is due, in seconds. */
const pollingSeconds = (every: number): number => Math.min(5, Math.max(0.5, every / 2_000));

/** One row a task is enough: at most one that waits and one that runs, over all processes. */
const QUEUE = {
  policy: 'stately',
  // A run whose process died is run again, and again.
  retryLimit: 1_000_000,
  retryDelay: 1,
  heartbeatSeconds: HEARTBEAT_SECONDS,
  expireInSeconds: LONGEST_RUN_SECONDS,
  deleteAfterSeconds: KEPT_SECONDS,
} as const;

/** Takes the runs of a dead process from it now, where its silence would be noticed only later. */
async function giveBack(boss: PgBoss, name: string): Promise<void> {
  const left = (await boss.findJobs(name)).filter(({ state }) => state === 'active');
  if (left.length > 0)
    await boss.fail(
      name,
      left.map(({ id }) => id),
    );
}

/**
 * Runs each task when it is due, in whichever process is first, through pg-boss: a queue a task, whose run orders the next. A task's
 * failure is logged, kept with its run, and tried again later; it stops neither the server nor the other tasks.
 * @throws Error when two tasks have one name, or pg-boss cannot make its tables
 */
export async function startJobs(deps: JobsDeps): Promise<Jobs> {
  const { pool, logger, tasks, alone = false, now = () => new Date() } = deps;
  const names = new Set(tasks.map(({ name }) => name));
  if (names.size !== tasks.length) throw new Error('two tasks have the same name');
  const stopping = new AbortController();
  const { signal } = stopping;

  const boss = new PgBoss({
    db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
    schema: SCHEMA,
    // Tasks repeat by ordering their next run; nothing here is written as cron.
    schedule: false,
    superviseIntervalSeconds: HEARTBEAT_SECONDS,
    monitorIntervalSeconds: HEARTBEAT_SECONDS,
  });
  boss.on('error', (error: Error) => logger.error({ err: error }, 'the job queue has trouble'));
  boss.on('warning', (warning) => logger.warn({ warning }, 'the job queue warns'));

  async function runOnce(task: Task): Promise<Error | null> {
    const started = performance.now();
    try {
      await task.run({ pool, logger, now: now(), signal });
      logger.debug({ task: task.name, ms: Math.round(performance.now() - started) }, 'task done');
      return null;
    } catch (error) {
      logger.error({ err: error, task: task.name }, 'task failed');
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  async function work(task: Task): Promise<void> {
    let failures = 0;
    const options = { batchSize: 1, pollingIntervalSeconds: pollingSeconds(task.every) };
    await boss.work(task.name, options, async () => {
      const error = await runOnce(task);
      failures = error === null ? 0 : failures + 1;
      // While this run still counts as active: a process that dies before has its run taken up again, and that orders the next.
      const due = new Date(Date.now() + waitAfter(task.every, failures));
      await boss.send(task.name, null, { startAfter: due });
      return { error: error?.message.slice(0, 2_000) ?? null };
    });
  }

  await boss.start();
  for (const task of tasks) {
    await boss.createQueue(task.name, QUEUE);
    if (alone) await giveBack(boss, task.name);
    // Due at once, unless a run already waits for its time.
    await boss.send(task.name);
    await work(task);
  }
  return {
    async stop() {
      stopping.abort();
      await boss.stop({ graceful: true, timeout: STOP_WITHIN, close: false });
    },
  };
}
