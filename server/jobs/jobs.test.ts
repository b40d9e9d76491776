import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { waitAfter } from './claim.ts';
import { type Jobs, startJobs } from './jobs.ts';
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

  const start = (...tasks: Task[]) => {
    const logger = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line)) });
    const jobs = startJobs({ pool: db.pool, logger, tasks });
    running.push(jobs);
    return jobs;
  };
  const until = async (condition: () => boolean | Promise<boolean>) => {
    for (let turn = 0; turn < 400; turn++) {
      if (await condition()) return;
      await sleep(25);
    }
    throw new Error('it never happened');
  };
  const recorded = async (name: string) =>
    (await db.pool.query('select * from private.scheduled_tasks where name = $1', [name])).rows[0];

  test('runs a task at once, then each time it is due', async () => {
    let runs = 0;
    start({ name: 'often', every: 50, run: async () => ++runs });
    await until(() => runs >= 3);
    expect(Number((await recorded('often')).runs)).toBeGreaterThanOrEqual(2);
  });

  test('several processes run a task once a period, and never two at once', async () => {
    let [runs, inside, most] = [0, 0, 0];
    const task: Task = {
      name: 'once',
      every: 400,
      async run() {
        runs++;
        most = Math.max(most, ++inside);
        await sleep(100);
        inside--;
      },
    };
    for (let process = 0; process < 5; process++) start(task);
    await sleep(1_300);
    expect(most).toBe(1);
    // One period is 500 ms: five processes that each kept their own time would have run it some twelve times.
    expect(runs).toBeGreaterThanOrEqual(2);
    expect(runs).toBeLessThanOrEqual(3);
  });

  test('a run whose process was killed starts again', async () => {
    // What a killed process leaves: a started run, no end of it, and a connection that is gone with its lock.
    const killed = new pg.Client(db.connection);
    killed.on('error', () => undefined);
    await killed.connect();
    await killed.query("insert into private.scheduled_tasks (name, last_started_at) values ('again', now())");
    const { rows } = await killed.query(
      "select pg_advisory_lock(750651, hashtext('again')), pg_backend_pid() as pid",
    );
    let runs = 0;
    start({ name: 'again', every: 100, run: async () => ++runs });
    await sleep(300);
    expect(runs).toBe(0);
    await db.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await until(() => runs > 0);
  });

  test('a task that fails is logged, recorded and tried again, and the others go on', async () => {
    let [failing, healthy] = [0, 0];
    start(
      {
        name: 'failing',
        every: 50,
        async run() {
          if (++failing === 1) throw new Error('the outside world is away');
        },
      },
      { name: 'healthy', every: 50, run: async () => ++healthy },
    );
    await until(async () => (await recorded('failing'))?.last_error === 'the outside world is away');
    await until(() => healthy >= 3 && failing >= 2);
    await until(async () => (await recorded('failing')).failures === 0);
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
    const jobs = start({
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
    const { rows } = await db.pool.query(
      `select from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and d.datname = current_database()`,
    );
    expect(rows).toEqual([]);
  });

  test('two tasks of one name are refused', () => {
    const task = { name: 'same', every: 1, run: async () => undefined };
    expect(() => start(task, task)).toThrow('same name');
  });
});
