import type pg from 'pg';
import { mergeCategories as contract } from '#contracts/catalogue.ts';
import { AppError } from '#contracts/errors.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { admin as access } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';

/**
 * Makes everything that names one category name another. The lock comes first: what is being written in the category is waited for, and what
 * comes after waits, and is written in the other (private.take_category), so that nothing is left behind.
 */
export const mergeCategories = defineCommand({
  contract,
  access,
  async run({ db, person, input: { from, into, reason }, now }) {
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
    const touched = { ...(await renameRows(db, from, into)), ...(await renameHistory(db, from, into)) };
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract.name,
      subject: { table: 'categories', id: from },
      before: { label: old.label, retired: old.retired_at !== null },
      after: { mergedInto: into, label: kept.label, ...touched },
      reason,
    });
    return { touched };
  },
});

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
  // Each marks its days, which the task analytics/add-up computes again.
  const bookings = await db.query('update public.bookings set category = $2 where category = $1', [
    from,
    into,
  ]);
  return {
    offers: offers.rowCount ?? 0,
    profiles: profiles.rowCount ?? 0,
    bookings: bookings.rowCount ?? 0,
  };
}

/**
 * Searches and sums whose facts are gone. Somebody who looked in both on one day counts twice in a sum that was closed: who it was is not
 * kept (docs/decisions/0132).
 */
async function renameHistory(db: pg.ClientBase, from: string, into: string) {
  const searches = await db.query(
    `with gone as (delete from private.searches where category = $1 returning day, visitor, words, found), kept as (
       insert into private.searches (day, visitor, category, words, found) select day, visitor, $2, words, found from gone
       on conflict do nothing
     ) select count(*)::int as searches from gone`,
    [from, into],
  );
  const looked = await db.query(
    `with gone as (delete from private.search_days where category = $1 returning day, people, unfound), kept as (
       insert into private.search_days as sums (day, category, people, unfound) select day, $2, people, unfound from gone
       on conflict (day, category) do update set people = sums.people + excluded.people, unfound = sums.unfound + excluded.unfound
     ) select count(*)::int as days from gone`,
    [from, into],
  );
  const missed = await db.query(
    `with gone as (delete from private.platform_demand_days where category = $1 returning day, cell, people), kept as (
       insert into private.platform_demand_days as sums (day, category, cell, people) select day, $2, cell, people from gone
       on conflict (day, category, cell) do update set people = sums.people + excluded.people
     ) select count(*)::int as days from gone`,
    [from, into],
  );
  return {
    searches: searches.rows[0]?.searches ?? 0,
    days: (looked.rows[0]?.days ?? 0) + (missed.rows[0]?.days ?? 0),
  };
}
