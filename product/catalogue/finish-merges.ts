import type pg from 'pg';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';

/** Bookings renamed in one transaction: how long somebody else's change of one may wait. */
const AT_ONCE = 500;

/**
 * Renames the past of merged categories: bookings some at a time, then searches and sums. Each step
 * is a transaction and finds by itself what is left, so a process that dies leaves nothing half
 * done, and two at once take different rows.
 */
export async function finishMerges({
  pool,
  now,
  signal,
}: Pick<Run, 'pool' | 'now' | 'signal'>): Promise<void> {
  const { rows: due } = await pool.query(
    'select id from public.categories where merged_into is not null and merge_finished_at is null order by id',
  );
  for (const { id } of due) {
    let renamed = AT_ONCE;
    while (renamed > 0 && !signal.aborted) renamed = await renameBookings(pool, id);
    if (!signal.aborted) await inTransaction(pool, (db) => finish(db, id, now));
  }
}

/**
 * One that is being changed elsewhere is left for later. Each marks its days, which the task
 * analytics/add-up computes again.
 */
async function renameBookings(pool: pg.Pool, from: string): Promise<number> {
  const { rowCount } = await pool.query(
    `update public.bookings b set category = c.merged_into from public.categories c
     where c.id = $1 and b.id in (select id from public.bookings where category = $1 order by id limit $2 for update skip locked)`,
    [from, AT_ONCE],
  );
  return rowCount ?? 0;
}

/**
 * Searches, and sums whose facts are gone. Somebody who looked in both on one day counts twice in a
 * sum that was closed: who it was is not kept (docs/decisions/0132). The lock keeps a second
 * process from adding a sum again, and a merge of the other from changing its name meanwhile.
 */
async function finish(db: pg.ClientBase, from: string, now: Date): Promise<void> {
  const { rows } = await db.query(
    `select merged_into as "into" from public.categories where id = $1 and merge_finished_at is null for no key update`,
    [from],
  );
  const into = rows[0]?.into;
  if (!into) return;
  await db.query(
    `with gone as (delete from private.searches where category = $1 returning day, visitor, words, found)
     insert into private.searches (day, visitor, category, words, found) select day, visitor, $2, words, found from gone
     on conflict do nothing`,
    [from, into],
  );
  await db.query(
    `with gone as (delete from private.search_days where category = $1 returning day, people, unfound)
     insert into private.search_days as sums (day, category, people, unfound) select day, $2, people, unfound from gone
     on conflict (day, category) do update set people = sums.people + excluded.people, unfound = sums.unfound + excluded.unfound`,
    [from, into],
  );
  await db.query(
    `with gone as (delete from private.platform_demand_days where category = $1 returning day, cell, people)
     insert into private.platform_demand_days as sums (day, category, cell, people) select day, $2, cell, people from gone
     on conflict (day, category, cell) do update set people = sums.people + excluded.people`,
    [from, into],
  );
  await db.query(
    `update public.categories set merge_finished_at = $2
     where id = $1 and not exists (select from public.bookings where category = $1)`,
    [from, now],
  );
}
