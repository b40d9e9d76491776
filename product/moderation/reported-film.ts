import type pg from 'pg';
import { STORED } from '#product/shared/pictures.ts';

const CLIPS = `${STORED}clips/`;

interface ReportedFilm {
  personId: string;
  displayName: string;
  title: string;
  /** The film and its captions. */
  films: string[];
  /** Its poster. */
  pictures: string[];
  isShown: boolean;
}

/**
 * The film of a streamer's page by the name of its file; null when none shows it.
 * @param personId whose page it is; null: whoever is the only one to show it, for nobody is accused
 *   by a guess
 */
export async function findFilm(
  db: pg.ClientBase,
  id: string,
  personId: string | null,
): Promise<ReportedFilm | null> {
  const { rows } = await db.query(
    `select s.id, s.display_name, f.title, f.film_url, f.poster_url, f.captions_url, private.is_visible_streamer(s.id) as shown
     from public.films f join public.streamers s on s.id = f.streamer_id
     where split_part(f.film_url, '.', 1) = $2 || s.id::text || '/' || $1 and ($3::uuid is null or s.id = $3)
     limit 2`,
    [id, CLIPS, personId],
  );
  const [row] = rows;
  if (!row || rows.length > 1) return null;
  return {
    personId: row.id,
    displayName: row.display_name,
    title: row.title,
    films: [row.film_url, row.captions_url].filter((url) => url !== null),
    pictures: row.poster_url === null ? [] : [row.poster_url],
    isShown: row.shown ?? false,
  };
}

/**
 * Takes a film off its page, with its poster and captions. Triggers take it out of the row that
 * named it and keep the three for the team; their public addresses answer 404 from then on.
 * @returns whether it was there: one that its streamer replaced before is not
 */
export async function removeFilm(db: pg.ClientBase, personId: string, id: string): Promise<boolean> {
  const found = await findFilm(db, id, personId);
  if (found === null) return false;
  const names = [...found.films, ...found.pictures]
    .filter((url) => url.startsWith(CLIPS))
    .map((url) => url.slice(CLIPS.length));
  await db.query(`delete from storage.objects where bucket_id = 'clips' and name = any ($1)`, [names]);
  return true;
}

/**
 * Puts a film back that a decision took off, as it was when it was last reported, unless its
 * streamer shows another one by now.
 */
export async function restoreFilm(db: pg.ClientBase, personId: string, caseId: string): Promise<void> {
  const { rows } = await db.query(
    `select evidence from public.moderation_reports where case_id = $1 order by created_at desc, id desc limit 1`,
    [caseId],
  );
  const { rowCount: another } = await db.query('select from public.films where streamer_id = $1', [personId]);
  const evidence = rows[0]?.evidence;
  if (!evidence || another !== 0) return;
  const [film, captions] = evidence.films ?? [];
  const [poster] = evidence.pictures ?? [];
  const back = new Set<string>();
  for (const url of [film, captions, poster]) {
    if (url?.startsWith(CLIPS) && (await putBack(db, personId, url.slice(CLIPS.length)))) back.add(url);
  }
  if (film === undefined || !back.has(film)) return;
  const ifBack = (url: string | undefined) => (url !== undefined && back.has(url) ? url : null);
  await db.query(
    'insert into public.films (streamer_id, title, film_url, poster_url, captions_url) values ($1, $2, $3, $4, $5)',
    [personId, evidence.text, film, ifBack(poster), ifBack(captions)],
  );
}

/**
 * Gives a file that is kept for the team its public place again.
 * @returns whether it is there now
 */
async function putBack(db: pg.ClientBase, personId: string, name: string): Promise<boolean> {
  const { rows } = await db.query(
    `delete from storage.objects o where o.bucket_id = 'evidence' and o.name = 'clips/' || $1
     returning o.metadata, o.user_metadata, o.version`,
    [name],
  );
  const [row] = rows;
  if (row) {
    await db.query(
      `insert into storage.objects (bucket_id, name, owner_id, metadata, user_metadata, version) values ('clips', $1, $2, $3, $4, $5)`,
      [name, personId, row.metadata, row.user_metadata, row.version],
    );
    // Its bytes have a row again.
    await db.query('delete from storage.discarded_versions where version = $1', [row.version]);
    return true;
  }
  const { rowCount } = await db.query(
    `select from storage.objects where bucket_id = 'clips' and name = $1 for share`,
    [name],
  );
  return rowCount !== 0;
}
