import type pg from 'pg';
import { cents } from '#product/shared/money/cents.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { lockCheckout } from './checkouts.ts';
import { takeStep } from './disputes.ts';
import { voidPayment } from './movements.ts';
import { tell } from './webhooks.ts';

/** A bank releases an authorisation after seven days, as with cards. */
const AUTHORISATION_DAYS = 7;

/** Does with `work` one row after another, each in a transaction of its own, until none is left. */
async function each<Row>(
  pool: pg.Pool,
  next: (db: pg.ClientBase) => Promise<{ rows: Row[] }>,
  work: (db: pg.ClientBase, row: Row) => Promise<unknown>,
): Promise<void> {
  let found = true;
  while (found) {
    found = await inTransaction(pool, async (db) => {
      const { rows } = await next(db);
      if (rows[0]) await work(db, rows[0]);
      return rows.length > 0;
    });
  }
}

const PAYOUT = `select reference, of, amount_cents from sandbox.movements where state = 'pending' and settles_at <= $1
  limit 1 for update skip locked`;

/**
 * Applies the events that happen at a provider without anybody asking: checkouts and authorisations
 * run out, banks answer.
 */
export async function letTimePass(pool: pg.Pool, now: Date): Promise<void> {
  await each(
    pool,
    (db) =>
      db.query(
        "select reference from sandbox.checkouts where state = 'open' and expires_at <= $1 limit 1 for update skip locked",
        [now],
      ),
    (db, { reference }) => lockCheckout(db, reference, now),
  );
  await each(
    pool,
    (db) =>
      db.query(
        "select * from sandbox.payments where state = 'authorised' and authorised_at <= $1 limit 1 for update skip locked",
        [new Date(now.getTime() - AUTHORISATION_DAYS * 86_400_000)],
      ),
    (db, payment) => voidPayment(db, payment, now),
  );
  await each(
    pool,
    (db) =>
      db.query('select * from sandbox.disputes where next_step_at <= $1 limit 1 for update skip locked', [
        now,
      ]),
    (db, dispute) => takeStep(db, dispute, now),
  );
  await each(
    pool,
    (db) => db.query(PAYOUT, [now]),
    (db, payout) => settle(db, payout, now),
  );
}

async function settle(
  db: pg.ClientBase,
  { reference, of, amount_cents }: Row<typeof PAYOUT>,
  now: Date,
): Promise<void> {
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
