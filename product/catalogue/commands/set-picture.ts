import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { STORED } from '#product/shared/pictures.ts';
import { setPicture as contract } from '../contract.ts';

/**
 * Gives a category a picture, or takes it away. The file of the one before stays: taking this back
 * shows it again.
 */
export const setPicture = serve({
  contract,
  async run({ db, person, input: { id, picture, before, reason }, now }) {
    const { rows } = await db.query(
      'select picture_url, picture_alt from public.categories where id = $1 and merged_into is null for no key update',
      [id],
    );
    const [row] = rows;
    if (!row) throw new AppError('not_found');
    if (row.picture_url !== (before?.url ?? null) || row.picture_alt !== (before?.alt ?? null))
      throw new AppError('try_again');
    if (picture?.url === before?.url && picture?.alt === before?.alt) throw new AppError('already_done');
    if (picture) {
      const { rowCount } = await db.query(
        `select from storage.objects where bucket_id = 'categories' and name = $1`,
        [picture.url.slice(`${STORED}categories/`.length)],
      );
      if (rowCount === 0) throw new AppError('file_not_found');
    }
    await db.query('update public.categories set picture_url = $2, picture_alt = $3 where id = $1', [
      id,
      picture?.url ?? null,
      picture?.alt ?? null,
    ]);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'categories', id },
      before: { picture: before },
      after: { picture },
      reason,
    });
    return { id };
  },
});
