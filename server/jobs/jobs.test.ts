import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { type Jobs, startJobs, waitAfter } from './jobs.ts';
import type { Task } from './task.ts';

describe('the scheduler', () => {
  let db: Database;
  let running: Jobs[] = [];
  let errors: Record<string, unknown>[];

  beforeEach(async () => {
    db = await createTestDatabase('product');
    errors = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((jobs) => jobs.stop()));
    running = [];
    await db.close();
  });

  const start = async (...tasks: Task[]) => {
    const logger = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line)) });
    const jobs = await startJobs({ pool: db.pool, logger, tasks });
    running.push(jobs);
    return jobs;
  };
  const until = async (condition: () => boolean | Promise<boolean>) => {
    for (let turn = 0; turn < 2_000; turn++) {
      if (await condition()) return;
      await sleep(25);
    }
    throw new Error('it never happened');
  };
  const runsOf = async (name: string) =>
    (
      await db.pool.query<{ state: string; output: { error: string | null } | null }>(
        'select state, output from jobs.job where name = $1 order by created_on',
        [name],
      )
    ).rows;

  test('runs a task at once, then each time it is due', async () => {
    let runs = 0;
    await start({ name: 'often', every: 200, run: async () => ++runs });
    await until(() => runs >= 3);
    expect(
      (await runsOf('often')).filter(({ state }) => state === 'completed').length,
    ).toBeGreaterThanOrEqual(2);
  });

  test('several processes run a task once a period, and never two at once', async () => {
    let [runs, inside, most] = [0, 0, 0];
    const task: Task = {
      name: 'once',
      every: 1_000,
      async run() {
        runs++;
        most = Math.max(most, ++inside);
        await sleep(100);
        inside--;
      },
    };
    await Promise.all(Array.from({ length: 5 }, () => start(task)));
    const [before, began] = [runs, performance.now()];
    await sleep(3_500);
    const periods = (performance.now() - began) / 1_000;
    expect(most).toBe(1);
    // Five processes that each kept their own time would have run it five times a period.
    expect(runs - before).toBeGreaterThanOrEqual(2);
    expect(runs - before).toBeLessThanOrEqual(Math.ceil(periods) + 1);
  });

  test('a run whose process was killed starts again', async () => {
    let runs = 0;
    const task: Task = { name: 'again', every: 3_600_000, run: async () => ++runs };
    await start(task);
    await until(() => runs === 1);
    // What a killed process leaves: a run that is active, and that nobody tells alive any more.
    await db.pool.query(
      `update jobs.job set state = 'active', started_on = now() - interval '1 minute', heartbeat_on = now() - interval '1 minute',
         start_after = now() - interval '1 minute' where name = 'again' and state = 'created'`,
    );
    await until(() => runs === 2);
  }, 60_000);

  test('with the database for itself, a process takes up at once what a killed one left', async () => {
    let runs = 0;
    const task: Task = { name: 'left', every: 3_600_000, run: async () => ++runs };
    const before = await start(task);
    await until(() => runs === 1);
    await before.stop();
    await db.pool.query(
      "update jobs.job set state = 'active', started_on = now(), heartbeat_on = now() where name = 'left' and state = 'created'",
    );
    const began = performance.now();
    running.push(
      await startJobs({ pool: db.pool, logger: pino({ level: 'silent' }), tasks: [task], alone: true }),
    );
    await until(() => runs === 2);
    expect(performance.now() - began).toBeLessThan(9_000);
  }, 30_000);

  test('a task that fails is logged, kept with its run and tried again, and the others go on', async () => {
    let [failing, healthy] = [0, 0];
    await start(
      {
        name: 'failing',
        every: 200,
        async run() {
          if (++failing === 1) throw new Error('the outside world is away');
        },
      },
      { name: 'healthy', every: 200, run: async () => ++healthy },
    );
    await until(async () =>
      (await runsOf('failing')).some(({ output }) => output?.error === 'the outside world is away'),
    );
    await until(() => healthy >= 3 && failing >= 2);
    expect(errors).toMatchObject([{ task: 'failing', err: { message: 'the outside world is away' } }]);
  });

  test('waits longer after each failure, up to an hour', () => {
    expect([0, 1, 2, 3].map((failures) => waitAfter(60_000, failures))).toEqual([
      60_000, 120_000, 240_000, 480_000,
    ]);
    expect(waitAfter(60_000, 50)).toBe(3_600_000);
    expect(waitAfter(86_400_000, 1)).toBe(86_400_000);
  });

  test('stops cleanly: the run under way is told, and waited for', async () => {
    let [told, ended, began] = [false, false, false];
    const jobs = await start({
      name: 'long',
      every: 10_000,
      async run({ signal }) {
        began = true;
        await sleep(10_000, undefined, { signal }).catch(() => {
          told = true;
        });
        await sleep(100);
        ended = true;
      },
    });
    await until(() => began);
    await jobs.stop();
    expect([told, ended]).toEqual([true, true]);
  });

  test('two tasks of one name are refused', async () => {
    const task = { name: 'same', every: 1, run: async () => undefined };
    await expect(start(task, task)).rejects.toThrow('same name');
  });

  test('no client reaches the queues', async () => {
    await start({ name: 'hidden', every: 10_000, run: async () => undefined });
    const { rows } = await db.pool.query(
      `select role from unnest(array['anon', 'authenticated', 'service_role']) role where has_schema_privilege(role, 'jobs', 'usage')`,
    );
    expect(rows).toEqual([]);
  });
});
