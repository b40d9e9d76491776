import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { TEXT_BODY_LIMITS, TEXT_SLUGS, type TextSlug } from '#product/shared/texts.ts';

const FOLDER = join(import.meta.dirname, 'texts');

/**
 * Gives each text that nobody has written yet the version that Loge comes with, in force at once. A
 * text written since is left alone, and the team sees that Loge comes with another wording: the one
 * that came last, so that a process of an older release changes nothing by starting again. Many
 * processes may start at the same time: one of them writes.
 * @param folder with a Markdown file of each text
 * @returns the texts that are longer than can be kept, which are left out
 */
export async function installTexts(
  db: Pick<pg.ClientBase, 'query'>,
  now: Date,
  folder = FOLDER,
): Promise<TextSlug[]> {
  const { rows } = await db.query('select distinct slug from public.text_versions');
  const written = new Set(rows.map(({ slug }) => slug));
  const tooLong: TextSlug[] = [];
  for (const slug of TEXT_SLUGS) {
    const body = await readFile(join(folder, `${slug}.md`), 'utf8');
    // As Postgres counts them.
    if ([...body].length > TEXT_BODY_LIMITS.max) {
      tooLong.push(slug);
      continue;
    }
    await db.query(
      `insert into private.house_texts (slug, body, since) values ($1, $2, $3) on conflict (slug, digest) do nothing`,
      [slug, body, now],
    );
    if (written.has(slug)) continue;
    await db.query(
      `insert into public.text_versions (slug, version, body, effective_at, reason, created_at)
       values ($1, 1, $2, $3, 'Le texte avec lequel Loge est livré', $3) on conflict (slug, version) do nothing`,
      [slug, body, now],
    );
  }
  return tooLong;
}
