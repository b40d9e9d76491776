import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type Outcome, runIfDue } from './claim.ts';
import type { Task } from './task.ts';

export interface JobsDeps {
  pool: pg.Pool;
  logger: Logger;
  tasks: readonly Task[];
  now?: () => Date;
}

export interface Jobs {
  /** Starts no further run and waits for those that are under way. */
  stop(): Promise<void>;
}

/** How long to wait after the database could not be asked. */
const DATABASE_RETRY = 5_000;

/**
 * Runs each task when it is due, in whichever process looks first. A task's failure is logged and recorded, and tried again
 * later; it stops neither the server nor the other tasks.
 * @throws Error when two tasks have one name
 */
export function startJobs({ pool, logger, tasks, now = () => new Date() }: JobsDeps): Jobs {
  const names = new Set(tasks.map(({ name }) => name));
  if (names.size !== tasks.length) throw new Error('two tasks have the same name');
  const stopping = new AbortController();
  const { signal } = stopping;

  const run = (task: Task) => async (): Promise<Outcome> => {
    const started = performance.now();
    try {
      await task.run({ pool, logger, now: now(), signal });
      logger.debug({ task: task.name, ms: Math.round(performance.now() - started) }, 'task done');
      return { error: null };
    } catch (error) {
      logger.error({ err: error, task: task.name }, 'task failed');
      return { error: error instanceof Error ? error : new Error(String(error)) };
    }
  };

  async function keepRunning(task: Task): Promise<void> {
    while (!signal.aborted) {
      const wait = await runIfDue(pool, task, run(task)).catch((error: unknown) => {
        logger.error({ err: error, task: task.name }, 'task could not be claimed');
        return DATABASE_RETRY;
      });
      await sleep(wait, undefined, { signal, ref: false }).catch(() => undefined); // woken by stop()
    }
  }

  const loops = tasks.map(keepRunning);
  return {
    async stop() {
      stopping.abort();
      await Promise.all(loops);
    },
  };
}
