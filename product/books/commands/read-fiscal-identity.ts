import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { readFiscalIdentity as contract } from '../documents-contract.ts';

/** A streamer's own fiscal identity, opened for them alone, and the state of their invoices. */
export const readFiscalIdentity = ({ seal }: Pick<ProductDeps, 'seal'>) =>
  serve({
    contract,
    async run({ db, person }) {
      const { rows } = await db.query(
        `select (select sealed from private.fiscal_identities where person_id = $1) as sealed,
           (select accepted_at from public.billing_mandates where streamer_id = $1) as "acceptedAt",
           (select count(*)::int from private.due_documents d join public.bookings b on b.id = d.booking_id
            where d.streamer_id = $1 and d.look_at = 'infinity' and b.ended_at is not null and exists (
              select from public.payments p where p.booking_id = b.id and p.captured_cents > p.refunded_cents)) as waiting`,
        [person.id],
      );
      const { sealed, acceptedAt, waiting } = rows[0] ?? { sealed: null, acceptedAt: null, waiting: 0 };
      return {
        identity: sealed && seal.open(person.id, sealed),
        mandateAcceptedAt: acceptedAt?.toISOString() ?? null,
        waiting: waiting ?? 0,
      };
    },
  });
