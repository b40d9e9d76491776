import type pg from 'pg';
import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { mergeCategories as contract } from '../contract.ts';

/**
 * Makes everything that names one category name another: offers and profiles at once, and the past,
 * which may be long, by the task catalogue/finish-merges. Under the category's lock, what is being
 * written in it is waited for, and what comes after waits, and is written in the other
 * (private.take_category), so that nothing is left behind.
 */
export const mergeCategories = serve({
  contract,
  async run({ db, person, input: { from, into, reason }, now }) {
    await lockNamers(db, from);
    const { rows } = await db.query(
      `select id, label, retired_at, merged_into from public.categories where id in ($1, $2) order by id for update`,
      [from, into],
    );
    const [old, kept] = [from, into].map((id) => rows.find((row) => row.id === id));
    if (!old || !kept) throw new AppError('not_found');
    if (old.merged_into !== null) throw new AppError('already_done');
    if (kept.retired_at !== null) throw new AppError('catalogue_retired');
    await db.query(
      `update public.categories set merged_into = $2, retired_at = coalesce(retired_at, $3) where id = $1 or merged_into = $1`,
      [from, into, now],
    );
    const touched = { ...(await renameRows(db, from, into)), ...(await countPast(db, from)) };
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'categories', id: from },
      before: { label: old.label, retired: old.retired_at !== null },
      after: { mergedInto: into, label: kept.label, ...touched },
      reason,
    });
    return { touched };
  },
});

/**
 * Anybody who writes an offer or a profile has its row first and the category then: so has a merge.
 */
async function lockNamers(db: pg.ClientBase, from: string): Promise<void> {
  await db.query('select id from public.offers where category = $1 order by id for no key update', [from]);
  await db.query(
    `select id from public.streamers where id in (select streamer_id from private.streamer_categories where category = $1)
     order by id for no key update`,
    [from],
  );
}

async function renameRows(db: pg.ClientBase, from: string, into: string) {
  const offers = await db.query('update public.offers set category = $2 where category = $1', [from, into]);
  // A profile that named both names the one: its trigger takes care of it.
  const profiles = await db.query(
    `update public.streamers set categories = array_replace(categories, $1, $2)
     where id in (select streamer_id from private.streamer_categories where category = $1)`,
    [from, into],
  );
  await db.query(
    `update private.listings set categories = array(select distinct unnest(array_replace(categories, $1, $2))) where categories @> array[$1]`,
    [from, into],
  );
  return { offers: offers.rowCount ?? 0, profiles: profiles.rowCount ?? 0 };
}

/** Counts the rows that the task renames. */
async function countPast(db: pg.ClientBase, from: string) {
  const { rows } = await db.query(
    `select (select count(*) from public.bookings where category = $1)::int as bookings,
       (select count(*) from private.searches where category = $1)::int as searches,
       ((select count(*) from private.search_days where category = $1)
         + (select count(*) from private.platform_demand_days where category = $1))::int as days`,
    [from],
  );
  const [past] = rows;
  return { bookings: past?.bookings ?? 0, searches: past?.searches ?? 0, days: past?.days ?? 0 };
}
