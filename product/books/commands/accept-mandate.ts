import type pg from 'pg';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { acceptMandate as contract } from '../documents-contract.ts';
import { businessOf, MANDATE_VERSION } from '../rules/document.ts';

/**
 * The streamer lets Loge make their invoices (art. 289 I-2 CGI), including those of past sessions,
 * for which none has been made yet.
 */
export const acceptMandate = ({ seal }: Pick<ProductDeps, 'seal'>) =>
  serve({
    contract,
    async run({ db, person, input, now }) {
      if (input.version !== MANDATE_VERSION) throw new AppError('try_again');
      const { rows } = await db.query('select sealed from private.fiscal_identities where person_id = $1', [
        person.id,
      ]);
      const sealed = rows[0]?.sealed;
      if (!sealed || businessOf(seal.open(person.id, sealed)) === null)
        throw new AppError('identity_incomplete');
      await insertMandate(db, person.id, now);
      await takeUpDocuments(db, person.id, now);
      const { rows: accepted } = await db.query(
        'select accepted_at from public.billing_mandates where streamer_id = $1',
        [person.id],
      );
      return { acceptedAt: (accepted[0]?.accepted_at ?? now).toISOString() };
    },
  });

/**
 * Loge's commission is invoiced from the month of the streamer's first payment. Streamers who
 * accepted before keep that date.
 */
export async function insertMandate(
  db: pg.ClientBase | pg.Pool,
  streamerId: string,
  now: Date,
): Promise<void> {
  await db.query(
    `insert into public.billing_mandates (streamer_id, accepted_at, version, commission_month)
     values ($1, $2, $3, date_trunc('month', coalesce(
       (select min(captured_at) from public.payments where streamer_id = $1), $2) at time zone 'Europe/Paris')::date)
     on conflict (streamer_id) do nothing`,
    [streamerId, now, MANDATE_VERSION],
  );
}

/**
 * Makes what waited for mandate or identity due. The mandate is always locked first, so that a
 * month set aside meanwhile is taken up too.
 */
export async function takeUpDocuments(db: pg.ClientBase, streamerId: string, now: Date): Promise<void> {
  await db.query('update public.billing_mandates set commission_waits = false where streamer_id = $1', [
    streamerId,
  ]);
  await db.query(
    `update private.due_documents d set look_at = $2 where streamer_id = $1 and look_at = 'infinity'
       and exists (select from public.billing_mandates m where m.streamer_id = $1)`,
    [streamerId, now],
  );
}
