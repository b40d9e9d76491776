import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { retireEntry as contract } from '../contract.ts';

const TABLES = { categories: 'categories', languages: 'languages' } as const;

/**
 * Retires a category or a language, or offers it again. Profiles and offers that have it keep it.
 */
export const retireEntry = serve({
  contract,
  async run({ db, person, input: { list, id, retired, reason }, now }) {
    const table = TABLES[list];
    // For update: an offer that is being written in this category is waited for, and one that comes
    // after is refused (private.take_category).
    const { rows } = await db.query(
      `select label, retired_at from public.${table} where id = $1 and merged_into is null for update`,
      [id],
    );
    const [before] = rows;
    if (!before) throw new AppError('not_found');
    if ((before.retired_at !== null) === retired) throw new AppError('already_done');
    await db.query(`update public.${table} set retired_at = $2 where id = $1`, [id, retired ? now : null]);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: list, id },
      before: { label: before.label, retired: !retired },
      after: { label: before.label, retired },
      reason,
    });
    return { id, retired };
  },
});
