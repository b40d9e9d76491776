import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { TEXT_SLUGS } from '#domain/content/texts.ts';

const FOLDER = join(import.meta.dirname, 'texts');

/**
 * Gives each text that nobody has written yet the version that Loge comes with, in force at once. What was written since is left alone,
 * and the team sees that Loge comes with another wording. Many processes may start at the same time: one of them writes.
 * @param folder with a Markdown file of each text
 */
export async function installTexts(pool: pg.Pool, now: Date, folder = FOLDER): Promise<void> {
  const { rows } = await pool.query('select distinct slug from public.text_versions');
  const written = new Set(rows.map(({ slug }) => slug));
  for (const slug of TEXT_SLUGS) {
    const body = await readFile(join(folder, `${slug}.md`), 'utf8');
    await pool.query(
      `insert into private.house_texts as kept (slug, body, since) values ($1, $2, $3)
       on conflict (slug) do update set body = excluded.body, since = excluded.since where kept.body <> excluded.body`,
      [slug, body, now],
    );
    if (written.has(slug)) continue;
    await pool.query(
      `insert into public.text_versions (slug, version, body, effective_at, reason, created_at)
       values ($1, 1, $2, $3, 'Le texte avec lequel Loge est livré', $3) on conflict (slug, version) do nothing`,
      [slug, body, now],
    );
  }
}
