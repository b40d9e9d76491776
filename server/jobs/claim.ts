import type pg from 'pg';
import type { Task } from './task.ts';

/** The first half of every task's advisory lock, so that no other use of such locks meets it. */
const LOCK_CLASS = 750_651;
const LONGEST_WAIT = 3_600_000;

export type Outcome = { error: null } | { error: Error };

/** How long a task that failed `failures` times in a row waits: twice as long each time, up to an hour. */
export const waitAfter = (every: number, failures: number): number =>
  failures === 0 ? every : Math.max(every, Math.min(every * 2 ** failures, LONGEST_WAIT));

/**
 * Runs `work` if the task is due and no other process runs it. The lock belongs to the connection, so the database frees it
 * when this process dies.
 * @returns milliseconds until the task should be looked at again
 */
export async function runIfDue(pool: pg.Pool, task: Task, work: () => Promise<Outcome>): Promise<number> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('insert into private.scheduled_tasks (name) values ($1) on conflict do nothing', [
      task.name,
    ]);
    const { rows: locks } = await client.query<{ mine: boolean }>(
      'select pg_try_advisory_lock($1, hashtext($2)) as mine',
      [LOCK_CLASS, task.name],
    );
    if (!locks[0]?.mine) return task.every;
    try {
      const { rows } = await client.query<{ due_in: number }>(
        // A new task is due since -infinity, which Postgres before 17 cannot subtract.
        `select case when next_run_at <= clock_timestamp() then 0
           else extract(epoch from next_run_at - clock_timestamp()) * 1000 end::float8 as due_in
         from private.scheduled_tasks where name = $1`,
        [task.name],
      );
      const dueIn = rows[0]?.due_in ?? 0;
      if (dueIn > 0) return Math.min(dueIn, task.every);
      await client.query(
        'update private.scheduled_tasks set last_started_at = clock_timestamp() where name = $1',
        [task.name],
      );
      return await finish(client, task, await work());
    } finally {
      await client.query('select pg_advisory_unlock($1, hashtext($2))', [LOCK_CLASS, task.name]);
    }
  } catch (error) {
    // The connection may still hold the lock: it must not go back to the pool.
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Records how a run ended, and when the next one is due. */
async function finish(client: pg.ClientBase, task: Task, { error }: Outcome): Promise<number> {
  const { rows } = await client.query<{ failures: number }>(
    `update private.scheduled_tasks set last_finished_at = clock_timestamp(), runs = runs + 1, last_error = $2,
       failures = case when $2::text is null then 0 else failures + 1 end
     where name = $1 returning failures`,
    [task.name, error === null ? null : error.message.slice(0, 2000)],
  );
  const wait = waitAfter(task.every, rows[0]?.failures ?? 0);
  await client.query(
    `update private.scheduled_tasks set next_run_at = clock_timestamp() + make_interval(secs => $2) where name = $1`,
    [task.name, wait / 1000],
  );
  return wait;
}
