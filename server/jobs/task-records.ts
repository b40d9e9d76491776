import type pg from 'pg';
import type { Logger } from 'pino';

/** The least that pg-boss takes; dead processes are looked for as often. */
export const LEASE_SECONDS = 10;

/** The table's row of a task (runner.ts). */
interface Listed {
  name: string;
  every: number | null;
  where?: 'once' | 'each process';
  lease?: number;
  concurrency?: number;
  probe?: string;
}

/** A run that began and whose end nobody recorded, because its process died. */
const LOST =
  `(place = 'once' and coalesce(last_started_at > coalesce(last_ended_at, '-infinity'), false))` as const;

/** Records the last run of each task, in `private.tasks`, which the view `admin_tasks` shows. */
export function createRecords(pool: pg.Pool, logger: Logger) {
  const written = async (write: Promise<unknown>) => {
    try {
      await write;
    } catch (error) {
      // The work itself goes on without its record.
      logger.error({ err: error }, 'what a task did could not be recorded');
    }
  };
  let known: readonly Listed[] = [];
  const list = (tasks: readonly Listed[]) =>
    pool.query(
      `insert into private.tasks (name, every_milliseconds, place, lease_seconds, concurrency, has_probe)
       select * from json_to_recordset($1) as t (name text, every integer, place text, lease integer, concurrency integer, has_probe boolean)
       on conflict (name) do update set every_milliseconds = excluded.every_milliseconds, place = excluded.place,
         lease_seconds = excluded.lease_seconds, concurrency = excluded.concurrency, has_probe = excluded.has_probe`,
      [
        JSON.stringify(
          tasks.map(({ name, every, where = 'once', lease = LEASE_SECONDS, concurrency = 1, probe }) => ({
            name,
            every,
            place: where,
            lease: where === 'once' ? lease : null,
            concurrency,
            has_probe: probe !== undefined,
          })),
        ),
      ],
    );
  /** Writes into the row of a task, which a process of another version may have taken away. */
  const into = (name: string, write: () => Promise<pg.QueryResult>) =>
    written(
      write().then(async ({ rowCount }) => {
        if (rowCount !== 0) return;
        await list(known.filter((task) => task.name === name));
        await write();
      }),
    );
  return {
    /**
     * Makes the table list the tasks of this version of the server, beside those that a version
     * before or after it ran within a day: both may serve the database.
     */
    async register(tasks: readonly Listed[]): Promise<void> {
      known = tasks;
      await list(tasks);
      await pool.query(
        `delete from private.tasks where name <> all ($1)
           and coalesce(greatest(last_started_at, last_ended_at), '-infinity') < now() - interval '1 day'`,
        [tasks.map(({ name }) => name)],
      );
    },
    began: (name: string, agoMs = 0) =>
      into(name, () =>
        pool.query(
          `update private.tasks set
           runs = runs + ${LOST}::integer, runs_failed = runs_failed + ${LOST}::integer,
           last_error = case when ${LOST} then 'the process that ran it died' else last_error end,
           last_failed_at = case when ${LOST} then clock_timestamp() else last_failed_at end,
           last_started_at = clock_timestamp() - make_interval(secs => $2) where name = $1`,
          [name, agoMs / 1_000],
        ),
      ),
    ended: (name: string, { ms, error, runs }: { ms: number; error: Error | null; runs: number }) =>
      into(name, () =>
        pool.query(
          `update private.tasks set runs = runs + $4, runs_failed = runs_failed + ($3::text is not null)::integer,
           last_started_at = clock_timestamp() - make_interval(secs => $2 / 1000.0), last_ended_at = clock_timestamp(),
           last_milliseconds = $2, last_error = coalesce($3, last_error),
           last_failed_at = case when $3::text is null then last_failed_at else clock_timestamp() end where name = $1`,
          [name, Math.round(ms), error?.message.slice(0, 2_000) ?? null, runs],
        ),
      ),
  };
}
