import { inspectFiscalIdentity as contract } from '#contracts/documents.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { team } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';
import type { ProductDeps } from '#server/product/deps.ts';

/** Opens somebody's fiscal identity for an admin. The audit log records that it was opened, by whom and why, but not its content. */
export const inspectFiscalIdentity = ({ seal }: Pick<ProductDeps, 'seal'>) =>
  defineCommand({
    contract,
    access: team('finance'),
    async run({ db, person, input, now }) {
      const { rows } = await db.query('select sealed from private.fiscal_identities where person_id = $1', [
        input.personId,
      ]);
      const sealed = rows[0]?.sealed ?? null;
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract.name,
        subject: { table: 'profiles', id: input.personId },
        before: null,
        after: { found: sealed !== null },
        reason: input.reason,
      });
      return { identity: sealed && seal.open(input.personId, sealed) };
    },
  });
