import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import pino from 'pino';
import { createRunner } from '../runner.ts';

/** A runner as a process: writes each run into `run_log`, and never ends the run of `once`, so that it is killed within it. */
const [, , url, number] = process.argv;
const pool = new pg.Pool({ connectionString: url, max: 4 });
const log = (task: string) =>
  pool.query('insert into public.run_log (process, task) values ($1, $2)', [number, task]);

await createRunner({
  pool,
  logger: pino({ level: 'error' }),
  tasks: [
    {
      name: 'once',
      every: 1_000,
      async run() {
        await log('once');
        await sleep(3_600_000);
      },
    },
    { name: 'each', every: 200, where: 'each process', run: () => log('each') },
  ],
}).start();
