import type pg from 'pg';
import { type Cents, cents, NOTHING } from '#product/shared/money/cents.ts';
import { ACCOUNTS, type Account, type Posting } from './rules/ledger.ts';

export interface Source {
  /** The cause, such as `order:<id>`: each cause counts once. */
  source: string;
  at: Date;
  paymentId?: string;
  payoutId?: string;
}

/**
 * Writes a posting into the books; one without lines moves nothing and is not written.
 * @returns false when this cause was posted before, and nothing was written
 */
export async function writePosting(
  db: pg.ClientBase,
  { kind, lines }: Posting,
  { source, at, paymentId, payoutId }: Source,
): Promise<boolean> {
  if (lines.length === 0) return true;
  const { rows } = await db.query(
    `insert into public.ledger_postings (at, kind, source, payment_id, payout_id) values ($1, $2, $3, $4, $5)
     on conflict (source) do nothing returning id`,
    [at, kind, source, paymentId ?? null, payoutId ?? null],
  );
  const [posting] = rows;
  if (!posting) return false;
  await db.query(
    `insert into public.ledger_lines (posting_id, account, streamer_id, amount_cents)
     select $1, * from unnest($2::text[], $3::uuid[], $4::bigint[])`,
    [
      posting.id,
      lines.map(({ account }) => account),
      lines.map(({ streamerId }) => streamerId),
      lines.map(({ amount }) => amount),
    ],
  );
  return true;
}

/**
 * The balances of a streamer's accounts, each with the sign of its natural side; as of an instant
 * when one is given.
 */
export async function balancesOfStreamer(
  db: pg.ClientBase,
  streamerId: string,
  until: Date | null = null,
): Promise<{ pending: Cents; available: Cents; inTransit: Cents }> {
  const { rows } = await db.query(
    `select l.account, sum(l.amount_cents) as amount from public.ledger_lines l
     join public.ledger_postings p on p.id = l.posting_id
     where l.streamer_id = $1 and ($2::timestamptz is null or p.at <= $2) group by l.account`,
    [streamerId, until],
  );
  const standing = (account: Account) => {
    const amount = Number(rows.find((row) => row.account === account)?.amount ?? NOTHING);
    return cents(ACCOUNTS[account] === 'debit' ? amount : 0 - amount);
  };
  return {
    pending: standing('streamer_pending'),
    available: standing('streamer_available'),
    inTransit: standing('payouts_in_transit'),
  };
}

/** The sum of all lines, and the number of postings: a sum other than zero is an alarm. */
export async function ledgerCheck(db: pg.ClientBase | pg.Pool): Promise<{ total: number; postings: number }> {
  const { rows } = await db.query(
    `select coalesce(sum(amount_cents), 0) as total, (select count(*) from public.ledger_postings) as postings
     from public.ledger_lines`,
  );
  return { total: Number(rows[0]?.total ?? 0), postings: Number(rows[0]?.postings ?? 0) };
}
