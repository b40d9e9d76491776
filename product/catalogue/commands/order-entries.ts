import { audit } from '#product/command/audit.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { orderEntries as contract } from '../contract.ts';

const TABLES = { categories: 'categories', languages: 'languages' } as const;

/** Puts the categories or the languages into an order. Those that were merged are in no list. */
export const orderEntries = serve({
  contract,
  async run({ db, person, input: { list, ids, reason }, now }) {
    const table = TABLES[list];
    const { rows } = await db.query(
      `select id from public.${table} where merged_into is null order by position, id for no key update`,
    );
    const before = rows.map(({ id }) => id);
    // Somebody of the team was faster: the page shows the list as it is now.
    if (JSON.stringify(before.toSorted()) !== JSON.stringify(ids.toSorted())) throw new AppError('try_again');
    await db.query(
      `update public.${table} e set position = o.place from unnest($1::text[]) with ordinality o (id, place) where e.id = o.id`,
      [ids],
    );
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract,
      subject: { table: list, id: list },
      before: { ids: before },
      after: { ids },
      reason,
    });
    return { ids };
  },
});
