import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { closeMonth as contract } from '#contracts/accounting.ts';
import { AppError } from '#contracts/errors.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { admin as access } from '#server/product/access.ts';
import { audit } from '#server/product/audit.ts';
import { monthAt, obstaclesOf, openMonths } from './read-month.ts';

const TRIES = 40;
const BETWEEN = 50;

/**
 * Takes the lock that everything which posts shares (private.enter_month), alone. It never waits in the lock's queue: those who post behind
 * it would wait too, while they hold payments that others before it need.
 */
async function holdPostings(db: pg.ClientBase): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const { rows } = await db.query('select pg_try_advisory_xact_lock(7506513160) as held');
    if (rows[0]?.held) return;
    await pause(BETWEEN);
  }
  throw new AppError('try_again');
}

const CLOSE = `insert into public.accounting_months (month, closed_at, closed_by, postings, reason)
  select $1::date, $2, $3, count(*)::int, $4 from public.ledger_postings g
  where g.accounted_on >= $1::date and g.accounted_on < $1::date + interval '1 month' returning postings`;

/** Closes a month of the books, once they and the provider agree. What is posted afterwards counts for the next one. */
export const closeMonth = defineCommand({
  contract,
  access,
  async run({ db, person, input: { month, reason }, now }) {
    if (month >= monthAt(now)) throw new AppError('month_not_over');
    await holdPostings(db);
    const { next } = await openMonths(db);
    if (next === null || month > next) throw new AppError('month_not_next');
    if (month < next) throw new AppError('already_done');
    const firstDay = `${month}-01`;
    const obstacles = await obstaclesOf(db, firstDay);
    if (Object.values(obstacles).some((found) => found !== 0))
      throw new AppError('books_disagree', undefined, { details: { ...obstacles } });
    const { rows } = await db.query(CLOSE, [firstDay, now, person.id, reason]);
    const postings = rows[0]?.postings ?? 0;
    await audit(db, {
      at: now,
      actorId: person.id,
      action: contract.name,
      subject: { table: 'accounting_months', id: firstDay },
      before: null,
      after: { postings },
      reason,
    });
    return { month, postings };
  },
});
