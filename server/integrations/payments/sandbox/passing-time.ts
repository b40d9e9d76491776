import type pg from 'pg';
import { cents } from '#domain/money/cents.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { lockCheckout } from './checkouts.ts';
import { type Payment, voidPayment } from './movements.ts';
import { tell } from './webhooks.ts';

/** A bank lets go of an authorisation after seven days, as with cards. */
const AUTHORISATION_DAYS = 7;

/** Does with `work` one row after another, each in a transaction of its own, until none is left. */
async function each<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  select: string,
  at: Date,
  work: (db: pg.ClientBase, row: Row) => Promise<unknown>,
): Promise<void> {
  let found = true;
  while (found) {
    found = await inTransaction(pool, async (db) => {
      const { rows } = await db.query<Row>(`${select} limit 1 for update skip locked`, [at]);
      if (rows[0]) await work(db, rows[0]);
      return rows.length > 0;
    });
  }
}

interface Payout {
  reference: string;
  of: string;
  amount_cents: number;
}

/** What happens at a provider without anybody asking: checkouts and authorisations run out, banks answer. */
export async function letTimePass(pool: pg.Pool, now: Date): Promise<void> {
  await each<{ reference: string }>(
    pool,
    "select reference from sandbox.checkouts where state = 'open' and expires_at <= $1",
    now,
    (db, { reference }) => lockCheckout(db, reference, now),
  );
  await each<Payment>(
    pool,
    "select * from sandbox.payments where state = 'authorised' and authorised_at <= $1",
    new Date(now.getTime() - AUTHORISATION_DAYS * 86_400_000),
    (db, payment) => voidPayment(db, payment, now),
  );
  await each<Payout>(
    pool,
    "select reference, of, amount_cents from sandbox.movements where state = 'pending' and settles_at <= $1",
    now,
    (db, payout) => settle(db, payout, now),
  );
}

async function settle(db: pg.ClientBase, { reference, of, amount_cents }: Payout, now: Date): Promise<void> {
  const { rows } = await db.query('select bank_refuses from sandbox.accounts where reference = $1', [of]);
  const refused = rows[0]?.bank_refuses === true;
  await db.query('update sandbox.movements set state = $2 where reference = $1', [
    reference,
    refused ? 'failed' : 'paid',
  ]);
  await tell(
    db,
    {
      kind: refused ? 'payout_failed' : 'payout_paid',
      payoutReference: reference,
      accountReference: of,
      amount: cents(amount_cents),
    },
    { now },
  );
}
