import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { publishText as contract } from '../contract.ts';
import { lockNewest } from './save-draft.ts';

/** Makes the draft the newest version. */
export const publishText = serve({
  contract,
  async run({ db, person, input: { slug, baseVersion, effectiveAt, reason }, now }) {
    const from = effectiveAt === null ? now : new Date(effectiveAt);
    if (from.getTime() < now.getTime()) throw new AppError('moment_in_past');
    const newest = await lockNewest(db, slug, baseVersion);
    const { rows } = await db.query(
      'delete from private.text_drafts where slug = $1 and base_version = $2 returning body',
      [slug, baseVersion],
    );
    const [draft] = rows;
    if (!draft) throw new AppError('draft_not_found');
    const version = baseVersion + 1;
    await db.query(
      `insert into public.text_versions (slug, version, body, effective_at, reason, created_at, created_by)
       values ($1, $2, $3, $4, $5, $6, $7)`,
      [slug, version, draft.body, from, reason, now, person.id],
    );
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: 'text_versions', id: `${slug}/${String(version)}` },
      before: { version: newest.version, characters: newest.body.length },
      after: { version, characters: draft.body.length, effectiveAt: from.toISOString() },
      reason,
    });
    return { slug, version, effectiveAt: from.toISOString() };
  },
});
