import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { addEntry as contract } from '../contract.ts';

const TABLES = { categories: 'categories', languages: 'languages' } as const;

/** Adds a category or a language at the end of its list. */
export const addEntry = serve({
  contract,
  async run({ db, person, input: { list, id, label, reason }, now }) {
    const table = TABLES[list];
    await db.query(
      `insert into public.${table} (id, label, position) select $1, $2, coalesce(max(position), 0) + 1 from public.${table}`,
      [id, label],
    );
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: list, id },
      before: null,
      after: { label },
      reason,
    });
    return { id };
  },
});
