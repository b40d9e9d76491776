import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { saveFiscalIdentity as contract } from '../documents-contract.ts';
import { checkIdentity } from '../rules/identity.ts';
import { isComplete } from '../rules/reporting.ts';
import { takeUpDocuments } from './accept-mandate.ts';

/** Saves a streamer's fiscal identity. Documents made before keep the former one. */
export const saveFiscalIdentity = ({ seal }: Pick<ProductDeps, 'seal'>) =>
  serve({
    contract,
    async run({ db, person, input, now }) {
      const checked = checkIdentity(input, localDateAt('Europe/Paris', instantOf(now.getTime())));
      if (!checked.ok) throw new AppError('invalid_input', undefined, { fields: checked.refusal.faults });
      const complete = isComplete(checked.value);
      await db.query(
        `insert into private.fiscal_identities (person_id, sealed, complete, updated_at) values ($1, $2, $3, $4)
         on conflict (person_id) do update set sealed = excluded.sealed, complete = excluded.complete, updated_at = excluded.updated_at`,
        [person.id, seal.seal(person.id, checked.value), complete, now],
      );
      // A streamer who was asked has answered, and payouts go on by themselves; one who takes
      // something back waits again.
      await db.query(
        `update public.identity_requests set completed_at = case when $2::boolean then coalesce(completed_at, $3) end
         where streamer_id = $1`,
        [person.id, complete, now],
      );
      await takeUpDocuments(db, person.id, now);
      return {};
    },
  });
