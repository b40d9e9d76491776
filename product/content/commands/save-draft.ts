import type pg from 'pg';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { type TextSlug, unknownVariables } from '#product/shared/texts.ts';
import { saveDraft as contract } from '../contract.ts';
import { renderText, textVariables } from '../render-text.ts';

/**
 * The newest version of a text, whether in force or to come. Until the transaction's end nobody
 * else writes it.
 */
export async function lockNewest(db: pg.ClientBase, slug: TextSlug, baseVersion: number) {
  await db.query('select pg_advisory_xact_lock(7506513005)');
  const { rows } = await db.query(
    `select version, body from public.text_versions where slug = $1 order by version desc limit 1`,
    [slug],
  );
  const [newest] = rows;
  if (!newest) throw new AppError('not_found');
  if (newest.version !== baseVersion) throw new AppError('text_changed');
  return newest;
}

/** Keeps what is being written. What equals the newest version is no draft. */
export const saveDraft = ({ operator, siteUrl }: Pick<ProductDeps, 'operator' | 'siteUrl'>) =>
  serve({
    contract,
    async run({ db, person, input: { slug, body, baseVersion }, now }) {
      const unknown = unknownVariables(body);
      if (unknown.length > 0) {
        const fields = {
          body: `Personne ne peut remplir ${unknown.map((name) => `{{${name}}}`).join(', ')}`,
        };
        throw new AppError('invalid_input', 'unknown variables', { fields });
      }
      const newest = await lockNewest(db, slug, baseVersion);
      const kept = body !== newest.body;
      if (kept)
        await db.query(
          `insert into private.text_drafts (slug, base_version, body, updated_at, updated_by) values ($1, $2, $3, $4, $5)
           on conflict (slug) do update set base_version = excluded.base_version, body = excluded.body,
             updated_at = excluded.updated_at, updated_by = excluded.updated_by`,
          [slug, baseVersion, body, now, person.id],
        );
      else await db.query('delete from private.text_drafts where slug = $1', [slug]);
      return { kept, ...renderText(body, await textVariables(db, operator, siteUrl())) };
    },
  });
