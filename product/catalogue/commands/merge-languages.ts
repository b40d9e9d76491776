import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { mergeLanguages as contract } from '../contract.ts';

/**
 * Makes every profile that names one language name another. Only profiles name languages, so all of
 * it is one transaction: it happened or it did not. A profile that is being written in it is waited
 * for, and one that is written later is written in the other (private.take_catalogue).
 */
export const mergeLanguages = serve({
  contract,
  async run({ db, person, input: { from, into, reason }, now }) {
    // Anybody who writes a profile has its row first and the language then: so has a merge.
    await db.query(
      `select id from public.streamers where id in (select streamer_id from private.streamer_languages where language = $1)
       order by id for no key update`,
      [from],
    );
    const { rows } = await db.query(
      'select id, label, retired_at, merged_into from public.languages where id in ($1, $2) order by id for update',
      [from, into],
    );
    const [old, kept] = [from, into].map((id) => rows.find((row) => row.id === id));
    if (!old || !kept) throw new AppError('not_found');
    if (old.merged_into !== null) throw new AppError('already_done');
    if (kept.retired_at !== null) throw new AppError('catalogue_retired');
    await db.query(
      `update public.languages set merged_into = $2, retired_at = coalesce(retired_at, $3) where id = $1 or merged_into = $1`,
      [from, into, now],
    );
    // A profile that named both names the one: its trigger takes care of it.
    const { rowCount } = await db.query(
      `update public.streamers set languages = array_replace(languages, $1, $2)
       where id in (select streamer_id from private.streamer_languages where language = $1)`,
      [from, into],
    );
    const profiles = rowCount ?? 0;
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'languages', id: from },
      before: { label: old.label, retired: old.retired_at !== null },
      after: { mergedInto: into, label: kept.label, profiles },
      reason,
    });
    return { profiles };
  },
});
