import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { insertPerson } from '#database/seed/factories.ts';
import { insertFilm } from '#database/seed/marketplace-factories.ts';
import { forgetUnshownFilms } from '#product/streamers/forget-unshown-films.ts';
import { beginAs } from '#server/postgres/as-caller.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const db = await openTestDatabase('product');

const STORED = '/storage/v1/object/public/clips/';
const streamer = () => insertPerson(db.pool, { email: `${randomUUID()}@loge.test`, role: 'streamer' });
const nameOf = (url: string) => url.slice(STORED.length);

/** Runs statements as somebody, and keeps what they did. */
async function as(sub: string, sql: string, values: unknown[] = []) {
  const client = await db.pool.connect();
  try {
    await beginAs(client, { role: 'authenticated', claims: { role: 'authenticated', sub } });
    const done = await client.query(sql, values);
    await client.query('commit');
    return done.rowCount;
  } catch (error) {
    await client.query('rollback');
    return (error as pg.DatabaseError).constraint ?? (error as pg.DatabaseError).code;
  } finally {
    client.release();
  }
}
const filmOf = async (id: string) =>
  (
    await db.pool.query(
      'select film_url, poster_url, captions_url, width, height, seconds from films where streamer_id = $1',
      [id],
    )
  ).rows[0];

async function insertClip(owner: string, extension: string, mimetype: string): Promise<string> {
  const name = `${owner}/${randomUUID()}.${extension}`;
  await db.pool.query(
    "insert into storage.objects (bucket_id, name, owner_id, version, metadata) values ('clips', $1, $2, $3, $4)",
    [name, owner, randomUUID(), { mimetype }],
  );
  return `${STORED}${name}`;
}

describe('a film', () => {
  test('is as long and as large as its file, whatever is said', async () => {
    const id = await streamer();
    await insertFilm(db.pool, id);
    await db.pool.query('update films set seconds = 1, width = 1, height = 1 where streamer_id = $1', [id]);
    expect(await filmOf(id)).toMatchObject({ width: 640, height: 360, seconds: 12.5 });
  });

  test('names files that are there, are of its kind and are its streamer’s own', async () => {
    const [id, other] = [await streamer(), await streamer()];
    await insertFilm(db.pool, id);
    const theirs = await insertFilm(db.pool, other);
    const set = (column: string, url: string) =>
      as(id, `update films set ${column} = $1 where streamer_id = $2`, [url, id]);
    const poster = await insertClip(id, 'webp', 'image/webp');
    const captions = await insertClip(id, 'vtt', 'text/vtt');
    expect(await set('poster_url', poster)).toBe(1);
    expect(await set('captions_url', captions)).toBe(1);
    expect(await set('film_url', theirs)).toBe('films_film_url_check');
    expect(await set('film_url', `${STORED}${id}/${randomUUID()}.webm`)).toBe('films_film_url_check');
    expect(await set('film_url', 'https://elsewhere.test/a.webm')).toBe('films_film_url_check');
    expect(await set('poster_url', await insertClip(id, 'webp', 'text/vtt'))).toBe('films_poster_url_check');
    expect(await set('captions_url', await insertClip(id, 'vtt', 'image/webp'))).toBe(
      'films_captions_url_check',
    );
    expect(await filmOf(id)).toMatchObject({ poster_url: poster, captions_url: captions });
  });

  test('goes with its file, and a file that goes is named no more', async () => {
    const id = await streamer();
    const film = await insertFilm(db.pool, id);
    const poster = await insertClip(id, 'webp', 'image/webp');
    await db.pool.query('update films set poster_url = $1 where streamer_id = $2', [poster, id]);
    const remove = (url: string) =>
      as(id, "delete from storage.objects where bucket_id = 'clips' and name = $1", [nameOf(url)]);
    expect(await remove(poster)).toBe(1);
    expect(await filmOf(id)).toMatchObject({ film_url: film, poster_url: null });
    expect(await remove(film)).toBe(1);
    expect(await filmOf(id)).toBeUndefined();
  });

  test('is never other bytes under the same address', async () => {
    const film = await insertFilm(db.pool, await streamer());
    const replace = db.pool.query('update storage.objects set version = $1 where name = $2', [
      randomUUID(),
      nameOf(film),
    ]);
    await expect(replace).rejects.toThrow('not replaced');
  });

  test('that is reported is kept for the team when its streamer deletes it', async () => {
    const id = await streamer();
    const film = await insertFilm(db.pool, id);
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into moderation_cases (subject_kind, subject_id, person_id, title, severity, category, opened_at, last_reported_at)
       values ('profile', $1::text, $1::uuid, 'Essai', 1, 'other', now(), now()) returning id`,
      [id],
    );
    await db.pool.query(
      `insert into moderation_reports (case_id, category, body, path, good_faith, evidence, created_at)
       values ($1, 'other', '', '/', true, $2, now())`,
      [rows[0]?.id, JSON.stringify({ pictures: [], films: [film] })],
    );
    await as(id, "delete from storage.objects where bucket_id = 'clips'");
    const places = await db.pool.query<{ place: string }>(
      "select bucket_id || '/' || name as place from storage.objects where name like '%' || $1",
      [nameOf(film)],
    );
    expect(places.rows).toEqual([{ place: `evidence/clips/${nameOf(film)}` }]);
    expect(await filmOf(id)).toBeUndefined();
  });

  test.each([
    ['for good', 'delete from auth.users where id = $1'],
    ['softly', 'update auth.users set deleted_at = now() where id = $1'],
  ])('goes with an account that is deleted %s', async (_how, sql) => {
    const id = await streamer();
    await insertFilm(db.pool, id);
    await db.pool.query(sql, [id]);
    expect(await filmOf(id)).toBeUndefined();
    expect((await db.pool.query('select from storage.objects where owner_id = $1', [id])).rowCount).toBe(0);
  });

  test('that no page shows is deleted after a day, and one that is shown is not', async () => {
    const id = await streamer();
    const shown = await insertFilm(db.pool, id);
    await insertClip(id, 'webp', 'image/webp');
    await db.pool.query(
      "update storage.objects set created_at = now() - interval '25 hours' where owner_id = $1",
      [id],
    );
    const fresh = await insertClip(id, 'webp', 'image/webp');
    const [logger, signal] = [pino({ level: 'silent' }), AbortSignal.timeout(60_000)];
    await forgetUnshownFilms({ pool: db.pool, now: new Date(), logger, signal });
    const { rows } = await db.pool.query<{ name: string }>(
      'select name from storage.objects where owner_id = $1 order by created_at',
      [id],
    );
    expect(rows.map(({ name }) => name)).toEqual([shown, fresh].map(nameOf));
  });
});
