import { addEntry as contract } from '#contracts/catalogue.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { admin as access } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';

/** Adds a category or a language at the end of its list. */
export const addEntry = defineCommand({
  contract,
  access,
  async run({ db, person, input: { list, id, label, reason }, now }) {
    await db.query(
      `insert into public.${list} (id, label, position) select $1, $2, coalesce(max(position), 0) + 1 from public.${list}`,
      [id, label],
    );
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract.name,
      subject: { table: list, id },
      before: null,
      after: { label },
      reason,
    });
    return { id };
  },
});
