import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { audit } from '#product/command/audit.ts';
import type { ProductDeps } from '#product/command/deps.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { closeMonth as contract } from '../contract.ts';
import { rateOf, vatOf } from '../rules/document.ts';
import { monthAt, obstaclesOf, openMonths } from './read-month.ts';

const TRIES = 40;
const BETWEEN = 50;

/**
 * Takes the lock that everything which posts shares (private.enter_month), alone. It never waits in
 * the lock's queue: those who post behind it would wait too, while they hold payments that others
 * before it need.
 */
async function holdPostings(db: pg.ClientBase): Promise<void> {
  for (let tried = 0; tried < TRIES; tried += 1) {
    const { rows } = await db.query('select pg_try_advisory_xact_lock(7506513160) as held');
    if (rows[0]?.held) return;
    await pause(BETWEEN);
  }
  throw new AppError('try_again');
}

const CLOSE = `insert into public.accounting_months (month, closed_at, closed_by, postings, reason, vat_rate)
  select $1::date, $2, $3, count(*)::int, $4, $5 from public.ledger_postings g
  where g.accounted_on >= $1::date and g.accounted_on < $1::date + interval '1 month' returning postings`;

/**
 * @throws AppError while the month's turn has not come, or the books and the provider do not agree
 */
async function refuseUnready(db: pg.ClientBase, month: string): Promise<void> {
  const { next } = await openMonths(db);
  if (next === null || month > next) throw new AppError('month_not_next');
  if (month < next) throw new AppError('already_done');
  const obstacles = await obstaclesOf(db, `${month}-01`);
  if (Object.values(obstacles).some((found) => found !== 0))
    throw new AppError('books_disagree', undefined, { details: { ...obstacles } });
}

/**
 * Closes a month of the books, once they and the provider agree. What is posted afterwards counts
 * for the next one.
 */
export const closeMonth = (deps: ProductDeps) =>
  serve({
    contract,
    async run({ db, person, input: { month, reason }, now }) {
      if (month >= monthAt(now)) throw new AppError('month_not_over');
      // First without the lock, so that nobody who posts waits for what is refused anyway; what
      // holds is what is read under it.
      await refuseUnready(db, month);
      await holdPostings(db);
      await refuseUnready(db, month);
      const firstDay = `${month}-01`;
      const rate = rateOf(vatOf(deps.operator.business));
      const { rows } = await db.query(CLOSE, [firstDay, now, person.id, reason, rate]);
      const postings = rows[0]?.postings ?? 0;
      await audit(db, {
        at: now,
        actorId: person.id,
        action: contract,
        subject: { table: 'accounting_months', id: firstDay },
        before: null,
        after: { postings },
        reason,
      });
      return { month, postings };
    },
  });
