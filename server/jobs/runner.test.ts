import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Database } from '#server/postgres/database.ts';
import { connectionUrl, createTestDatabase } from '#server/postgres/testing/database.ts';
import { createRunner, type Runner, type Task, waitAfter } from './runner.ts';

/** A runner in a process of its own, which can be killed. */
const runInProcess = (url: string, number: number) =>
  spawn(process.execPath, [join(import.meta.dirname, 'testing/runner-process.ts'), url, String(number)], {
    stdio: 'inherit',
  });

describe('the runner', () => {
  let db: Database;
  let running: Runner[] = [];
  let errors: Record<string, unknown>[];

  beforeEach(async () => {
    db = await createTestDatabase('product');
    errors = [];
    withWork = [];
  });
  afterEach(async () => {
    await Promise.all(running.map((runner) => runner.stop()));
    running = [];
    await db.close();
  });

  /** What the runners that start are told to have work. */
  let withWork: string[] = [];
  const start = async (...tasks: Task[]) => {
    const logger = pino({ level: 'error' }, { write: (line: string) => errors.push(JSON.parse(line)) });
    const runner = createRunner({ pool: db.pool, logger, tasks, findWork: async () => withWork });
    running.push(runner);
    await runner.start();
    return runner;
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

  test('several runners run a task once a period, and never two at once', async () => {
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

  test('eight runners that start at the same moment on a new database all start', async () => {
    let runs = 0;
    const task: Task = { name: 'first', every: 3_600_000, run: async () => ++runs };
    await Promise.all(Array.from({ length: 8 }, () => start(task)));
    // One that starts after the first run has begun orders a run of its own: there may be two by the time this looks.
    await until(() => runs >= 1);
    expect(errors).toEqual([]);
  });

  test('with the database for itself, a process takes up at once what a killed one left', async () => {
    let runs = 0;
    const task: Task = { name: 'left', every: 3_600_000, run: async () => ++runs };
    const before = await start(task);
    await until(() => runs === 1);
    await before.stop();
    // Of a process that was heard just now, its silence would be noticed only after this test.
    await db.pool.query(
      "update jobs.job set state = 'active', started_on = now(), heartbeat_on = now() + interval '1 hour' where name = 'left' and state = 'created'",
    );
    const after = createRunner({
      pool: db.pool,
      logger: pino({ level: 'silent' }),
      tasks: [task],
      alone: true,
    });
    running.push(after);
    await after.start();
    await until(() => runs === 2);
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
    const runner = await start({
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
    await runner.stop();
    expect([told, ended]).toEqual([true, true]);
  });

  test('two tasks of one name are refused', async () => {
    const task = { name: 'same', every: 1, run: async () => undefined };
    await expect(start(task, task)).rejects.toThrow('same name');
  });

  const recordOf = async (name: string) =>
    (await db.pool.query('select * from private.tasks where name = $1', [name])).rows[0];

  test('says of each task how it is run, when it ran last, how long, and what failed', async () => {
    let fails = true;
    await start(
      {
        name: 'shaky',
        every: 300,
        lease: 20,
        async run() {
          if (fails) throw new Error('the outside world is away');
        },
      },
      { name: 'here', every: 60_000, where: 'each process', concurrency: 4, run: () => sleep(30) },
      { name: 'asked', every: null, where: 'each process', run: async () => undefined },
    );
    await until(async () => (await recordOf('shaky')).runs_failed > 0);
    fails = false;
    await until(async () => {
      const { runs, runs_failed } = await recordOf('shaky');
      return Number(runs) > Number(runs_failed);
    });
    const shaky = await recordOf('shaky');
    expect(shaky).toMatchObject({ place: 'once', every_milliseconds: 300, lease_seconds: 20 });
    expect(shaky).toMatchObject({ last_error: 'the outside world is away', concurrency: 1 });
    expect(shaky.last_failed_at.getTime()).toBeLessThan(shaky.last_ended_at.getTime());
    await until(async () => (await recordOf('here')).runs > 0);
    const here = await recordOf('here');
    expect(here).toMatchObject({
      place: 'each process',
      lease_seconds: null,
      concurrency: 4,
      last_error: null,
    });
    expect(here.last_milliseconds).toBeGreaterThanOrEqual(29);
    expect(await recordOf('asked')).toMatchObject({
      every_milliseconds: null,
      runs: '0',
      last_started_at: null,
    });
  });

  test('the record survives a restart, and drops tasks that nobody ran for a day', async () => {
    const task = (name: string): Task => ({ name, every: 3_600_000, run: async () => undefined });
    const before = await start(task('stays'), task('goes'));
    await until(async () => (await recordOf('stays')).runs === '1' && (await recordOf('goes')).runs === '1');
    await before.stop();
    await start(task('stays'));
    expect(await recordOf('stays')).toMatchObject({ runs: '1' });
    expect(await recordOf('goes')).toMatchObject({ runs: '1' });
    await db.pool.query(
      `update private.tasks set last_started_at = now() - interval '25 hours', last_ended_at = now() - interval '25 hours'`,
    );
    await start(task('stays'));
    expect(await recordOf('goes')).toBeUndefined();
  });

  test('versions side by side leave each other their records', async () => {
    const task = (name: string): Task => ({ name, every: null, run: async () => undefined });
    const newer = await start(task('of-both'), task('of-the-newer'));
    await start(task('of-both'));
    newer.kick('of-the-newer');
    await until(async () => (await recordOf('of-the-newer'))?.runs === '1');
    await start(task('of-both'));
    expect(await recordOf('of-the-newer')).toMatchObject({ runs: '1', place: 'once' });
  });

  test('a task of each process runs in all of them, and a failing one is tried again at its interval', async () => {
    let [first, second] = [0, 0];
    const task = (run: () => unknown): Task => ({
      name: 'here',
      every: 20,
      where: 'each process',
      run: async () => run(),
    });
    await start(
      task(() => {
        if (++first % 2 === 1) throw new Error('away');
      }),
    );
    await start(task(() => ++second));
    await until(() => first >= 5 && second >= 5);
    expect(errors[0]).toMatchObject({ task: 'here', err: { message: 'away' } });
  });

  test.each(['once', 'each process'] as const)(
    'a task that runs %s can be kicked, also during a run',
    async (where) => {
      let [runs, release] = [0, () => {}];
      const runner = await start({
        name: 'kicked',
        every: 3_600_000,
        where,
        async run() {
          runs++;
          if (runs === 2) await new Promise<void>((resolve) => (release = resolve));
        },
      });
      // The first run has ended and ordered the next, for in an hour.
      await until(async () => runs === 1 && Number((await recordOf('kicked')).runs) === 1);
      runner.kick('kicked');
      await until(() => runs === 2);
      runner.kick('kicked');
      await sleep(200);
      expect(runs).toBe(2);
      release();
      await until(() => runs === 3);
      runner.kick('unknown');
    },
  );

  test.each(['once', 'each process'] as const)(
    'a task that runs %s begins before its time when it has work, and rests after a failure',
    async (where) => {
      const began: number[] = [];
      await start({
        name: 'early',
        every: 3_600_000,
        where,
        async run() {
          began.push(performance.now());
          if (began.length === 2) throw new Error('away');
        },
      });
      await until(async () => began.length === 1 && Number((await recordOf('early')).runs) === 1);
      withWork = ['early', 'unknown'];
      await until(() => began.length === 3);
      expect((began[2] ?? 0) - (began[1] ?? 0)).toBeGreaterThanOrEqual(5_000);
    },
    30_000,
  );

  test('a task without an interval runs only when kicked, and again after a failure', async () => {
    let runs = 0;
    const runner = await start({
      name: 'asked',
      every: null,
      where: 'each process',
      async run() {
        if (++runs === 1) throw new Error('away');
      },
    });
    await sleep(100);
    expect(runs).toBe(0);
    runner.kick('asked');
    await until(() => runs === 2);
  }, 20_000);

  test('of two processes one runs a task; when it is killed with -9 in the middle, the other takes the run over', async () => {
    await db.pool.query(
      'create table public.run_log (process integer, task text, at timestamptz default clock_timestamp())',
    );
    const processes = [1, 2].map((number) => runInProcess(connectionUrl(db), number));
    const log = async (task: string) =>
      (
        await db.pool.query('select process from public.run_log where task = $1 order by at', [task])
      ).rows.map(({ process }) => process);
    try {
      await until(async () => new Set(await log('each')).size === 2);
      await until(async () => (await log('once')).length === 1);
      const [holder] = await log('once');
      expect(await recordOf('once')).toMatchObject({ runs: '0', last_ended_at: null });
      processes[holder - 1]!.kill('SIGKILL');
      await until(async () => (await log('once')).length === 2);
      expect(await log('once')).toEqual([holder, 3 - holder]);
      expect(await recordOf('once')).toMatchObject({
        runs: '1',
        runs_failed: '1',
        last_error: 'the process that ran it died',
      });
    } finally {
      for (const each of processes) each.kill('SIGKILL');
    }
  }, 90_000);

  test('no client reaches the queues', async () => {
    await start({ name: 'hidden', every: 10_000, run: async () => undefined });
    const { rows } = await db.pool.query(
      `select role from unnest(array['anon', 'authenticated', 'service_role']) role where has_schema_privilege(role, 'jobs', 'usage')`,
    );
    expect(rows).toEqual([]);
  });
});
