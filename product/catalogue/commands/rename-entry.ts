import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { renameEntry as contract } from '../contract.ts';

const TABLES = { categories: 'categories', languages: 'languages' } as const;

/** Gives a category or a language another name; the word in addresses stays. */
export const renameEntry = serve({
  contract,
  async run({ db, person, input: { list, id, label, reason }, now }) {
    const table = TABLES[list];
    const { rows } = await db.query(`select label from public.${table} where id = $1 for no key update`, [
      id,
    ]);
    const [before] = rows;
    if (!before) throw new AppError('not_found');
    await db.query(`update public.${table} set label = $2 where id = $1`, [id, label]);
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: list, id },
      before: { label: before.label },
      after: { label },
      reason,
    });
    return { id, label };
  },
});
