import type pg from 'pg';

/**
 * Whether documents are still to be made for an account that could otherwise go: for sessions that
 * were just settled, or the commission of a month that is not over. Documents that wait for the
 * streamer's identity do not count, since they would keep the account for ever.
 */
export async function awaitsDocuments(db: pg.ClientBase, streamerId: string): Promise<boolean> {
  const { rows } = await db.query(
    `select exists (select from public.billing_mandates m where m.streamer_id = $1 and (
       exists (select from private.due_documents d where d.streamer_id = $1 and d.look_at < 'infinity')
       or not m.commission_waits and exists (
         select from public.payments p join public.ledger_postings g on g.payment_id = p.id
         join public.ledger_lines l on l.posting_id = g.id and l.account = 'platform_fees'
         where p.streamer_id = $1 and g.at >= m.commission_month::timestamp at time zone 'Europe/Paris'))) as awaits`,
    [streamerId],
  );
  return rows[0]?.awaits ?? false;
}

/**
 * Keeps the data that the law requires when a seller's account goes: the identity of sellers who
 * were paid for five years after the end of the last year in which their money moved (directive
 * (UE) 2021/514, annexe V, section IV, B), and also the mandate, with the documents that it
 * allowed. For sellers who were never paid nothing is kept.
 */
export async function forgetSeller(db: pg.ClientBase, streamerId: string): Promise<void> {
  const { rows } = await db.query(
    `select (date_trunc('year', max(g.at) at time zone 'Europe/Paris') + interval '6 years') at time zone 'Europe/Paris' as until
     from public.payments p join public.ledger_postings g on g.payment_id = p.id where p.streamer_id = $1`,
    [streamerId],
  );
  const until = rows[0]?.until ?? null;
  if (until !== null) {
    await db.query('update private.fiscal_identities set kept_until = $2 where person_id = $1', [
      streamerId,
      until,
    ]);
    return;
  }
  await db.query('delete from private.fiscal_identities where person_id = $1', [streamerId]);
  await db.query('delete from public.billing_mandates where streamer_id = $1', [streamerId]);
  await db.query('delete from public.identity_requests where streamer_id = $1', [streamerId]);
}

/**
 * Five years after the year that they tell of; the database, which refuses it before, has a clock
 * of its own.
 */
const EMPTY_FILES = `update public.accounting_files set body = ''
  where sealed and octet_length(body) > 0 and last_day + interval '5 years' < (least($1, now()) at time zone 'Europe/Paris')::date`;

/**
 * Deletes the identities whose legal retention is over, and what files for the tax office told of
 * them: their hash and history stay.
 */
export async function forgetKeptSellers(pool: pg.Pool, now: Date): Promise<void> {
  await pool.query(EMPTY_FILES, [now]);
  await pool.query('delete from private.fiscal_identities where kept_until <= $1', [now]);
}
