import type pg from 'pg';

import { STORED } from '#product/shared/pictures.ts';

export interface ReportedPicture {
  personId: string;
  displayName: string;
  url: string;
  isShown: boolean;
}

/**
 * A picture of a streamer's page by its own name; null when there is none, or nothing shows it.
 * Names are chosen by who uploads: another file of the same name that no page shows stands in
 * nobody's way.
 * @param personId whose page it is; null: whoever is the only one to show it, for nobody is accused
 *   by a guess
 */
export async function findPicture(
  db: pg.ClientBase,
  id: string,
  personId: string | null,
): Promise<ReportedPicture | null> {
  const { rows } = await db.query(
    `select s.id, s.display_name, o.bucket_id, o.name, private.is_visible_streamer(s.id) as shown
     from storage.objects o join public.streamers s on s.id::text = split_part(o.name, '/', 1)
     where o.bucket_id in ('avatars', 'covers', 'gallery') and split_part(o.name, '/', 2) = $1
       and $2 || o.bucket_id || '/' || o.name = any (array[s.avatar_url, s.banner_url] || s.gallery_urls)
       and ($3::uuid is null or s.id = $3)
     order by o.created_at, o.id`,
    [id, STORED, personId],
  );
  const [row] = rows;
  if (!row || rows.some(({ id }) => id !== row.id)) return null;
  const url = `${STORED}${row.bucket_id}/${row.name}`;
  return { personId: row.id, displayName: row.display_name, url, isShown: row.shown ?? false };
}

/**
 * Takes a picture off its page. The page names it no longer before it goes; a trigger keeps it for
 * the team, and its public address and the sizes made of it answer 404 from then on.
 * @returns whether it was there: one that its person removed before is not
 */
export async function removePicture(db: pg.ClientBase, personId: string, id: string): Promise<boolean> {
  const { rowCount } = await db.query(
    `select from storage.objects where bucket_id in ('avatars', 'covers', 'gallery') and name = $1 || '/' || $2 for update`,
    [personId, id],
  );
  if (rowCount === 0) return false;
  const named = `%/${personId}/${id}`;
  await db.query('update public.profiles set avatar_url = null where id = $1 and avatar_url like $2', [
    personId,
    named,
  ]);
  await db.query(
    `update public.streamers set banner_url = case when banner_url not like $2 then banner_url end,
       gallery_urls = array(select u from unnest(gallery_urls) with ordinality as g (u, place) where u not like $2 order by place)
     where id = $1`,
    [personId, named],
  );
  await db.query(
    `delete from storage.objects where bucket_id in ('avatars', 'covers', 'gallery') and name = $1 || '/' || $2`,
    [personId, id],
  );
  return true;
}

/** Puts a picture back that a decision took off, where there is still room for it. */
export async function restorePicture(db: pg.ClientBase, personId: string, id: string): Promise<void> {
  const { rows } = await db.query(
    `delete from storage.objects o
     where o.bucket_id = 'evidence' and o.name in ('avatars/' || $1 || '/' || $2, 'covers/' || $1 || '/' || $2, 'gallery/' || $1 || '/' || $2)
       and (select count(*) from storage.objects p where p.bucket_id = split_part(o.name, '/', 1) and p.owner_id = $1) < 10
     returning split_part(o.name, '/', 1) as bucket_id, o.metadata, o.user_metadata, o.version`,
    [personId, id],
  );
  const [row] = rows;
  if (!row) return;
  await db.query(
    `insert into storage.objects (bucket_id, name, owner_id, metadata, user_metadata, version)
     values ($1, $2 || '/' || $3, $2, $4, $5, $6)`,
    [row.bucket_id, personId, id, row.metadata, row.user_metadata, row.version],
  );
  // Its bytes have a row again.
  await db.query('delete from storage.discarded_versions where version = $1', [row.version]);
  const url = `${STORED}${row.bucket_id}/${personId}/${id}`;
  switch (row.bucket_id) {
    case 'avatars':
      await db.query('update public.profiles set avatar_url = coalesce(avatar_url, $2) where id = $1', [
        personId,
        url,
      ]);
      return;
    case 'covers':
      await db.query('update public.streamers set banner_url = coalesce(banner_url, $2) where id = $1', [
        personId,
        url,
      ]);
      return;
    default:
      await db.query(
        'update public.streamers set gallery_urls = gallery_urls || $2::text where id = $1 and cardinality(gallery_urls) < 6',
        [personId, url],
      );
  }
}
