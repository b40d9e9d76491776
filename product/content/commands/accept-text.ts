import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { acceptText as contract } from '../contract.ts';

/**
 * Keeps that somebody accepted the version in force, which must be the one that they were shown.
 */
export const acceptText = serve({
  contract,
  async run({ db, person, input: { slug, version }, now }) {
    await db.query('select private.accept_text($1, $2, $3)', [person.id, slug, now]);
    const { rows } = await db.query(
      `select version from public.text_acceptances where person_id = $1 and slug = $2 order by version desc limit 1`,
      [person.id, slug],
    );
    if (rows[0]?.version !== version) throw new AppError('text_changed');
    return { slug, version };
  },
});
