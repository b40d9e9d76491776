import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import { TEXT_SLUGS } from '#domain/content/texts.ts';

const FOLDER = join(import.meta.dirname, 'texts');

/**
 * Gives each text that nobody has written yet the version that Loge comes with, in force at once. What was written since is left alone.
 * Many processes may start at the same time: one of them writes.
 */
export async function installTexts(pool: pg.Pool, now: Date): Promise<void> {
  const { rows } = await pool.query('select distinct slug from public.text_versions');
  const written = new Set(rows.map(({ slug }) => slug));
  for (const slug of TEXT_SLUGS) {
    if (written.has(slug)) continue;
    const body = await readFile(join(FOLDER, `${slug}.md`), 'utf8');
    await pool.query(
      `insert into public.text_versions (slug, version, body, effective_at, reason, created_at)
       values ($1, 1, $2, $3, 'Le texte avec lequel Loge est livré', $3) on conflict (slug, version) do nothing`,
      [slug, body, now],
    );
  }
}
