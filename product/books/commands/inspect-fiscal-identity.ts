import { audit } from '#product/command/audit.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { inspectFiscalIdentity as contract } from '../documents-contract.ts';

/**
 * Opens somebody's fiscal identity for an admin. The audit log records that it was opened, by whom
 * and why, but not its content.
 */
export const inspectFiscalIdentity = ({ seal }: Pick<ProductDeps, 'seal'>) =>
  serve({
    contract,
    async run({ db, person, input, now }) {
      const { rows } = await db.query('select sealed from private.fiscal_identities where person_id = $1', [
        input.personId,
      ]);
      const sealed = rows[0]?.sealed ?? null;
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract,
        subject: { table: 'profiles', id: input.personId },
        before: null,
        after: { found: sealed !== null },
        reason: input.reason,
      });
      return { identity: sealed && seal.open(input.personId, sealed) };
    },
  });
