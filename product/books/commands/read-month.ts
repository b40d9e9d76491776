import type pg from 'pg';
import { serve } from '#product/command/serve.ts';
import { cents } from '#product/shared/money/cents.ts';
import { instantOf } from '#product/shared/time/instant.ts';
import { localDateAt } from '#product/shared/time/wall-time.ts';
import { readMonth as contract } from '../contract.ts';
import { accountNamed } from '../rules/ledger.ts';
import { monthReport } from '../rules/month.ts';
import { REPORTING_ZONE } from '../rules/reporting.ts';

/** The month of an instant in Paris, `YYYY-MM`. */
export const monthAt = (at: Date): string => localDateAt(REPORTING_ZONE, instantOf(at.getTime())).slice(0, 7);

const MONTHS = `select to_char(coalesce((select max(m.month) + interval '1 month' from public.accounting_months m),
    (select date_trunc('month', min(g.accounted_on)) from public.ledger_postings g)), 'YYYY-MM') as next,
  to_char((select min(g.accounted_on) from public.ledger_postings g), 'YYYY-MM') as first`;

/**
 * @returns the oldest month that is open, and the first with a posting; null while there is none
 */
export async function openMonths(db: pg.ClientBase): Promise<{ next: string | null; first: string | null }> {
  const { rows } = await db.query(MONTHS);
  return { next: rows[0]?.next ?? null, first: rows[0]?.first ?? null };
}

/**
 * The obstacles to closing a month: orders without the provider's answer up to the month's end,
 * payments whose books are not what it answered, and what the ledger is off by.
 */
const OBSTACLES = `with month_end as (select ($1::date + interval '1 month') at time zone 'Europe/Paris' as at)
  select
    (select count(*)::int from public.payment_orders o, month_end e where o.state = 'pending' and private.order_queue(o.kind) = 'payment' and o.created_at < e.at) as orders,
    (select count(*)::int from public.payouts p, month_end e where p.state = 'pending' and p.created_at < e.at) as payouts,
    (select count(*)::int from public.payments p left join (
       select g.payment_id, sum(l.amount_cents) as kept from public.ledger_postings g
       join public.ledger_lines l on l.posting_id = g.id and l.account in ('provider_balance', 'refunds_owed', 'own_bank')
       where g.kind not in ('processing_cost', 'dispute_cost') group by g.payment_id) b on b.payment_id = p.id
     where p.captured_cents - p.refunded_cents - p.lost_cents - p.disputed_cents <> coalesce(b.kept, 0)) as payments,
    (select coalesce(sum(l.amount_cents), 0)::text from public.ledger_lines l) as ledger`;

export interface Obstacles {
  orders: number;
  payouts: number;
  payments: number;
  ledger: number;
}

/** @param firstDay of the month, `YYYY-MM-DD` */
export async function obstaclesOf(db: pg.ClientBase, firstDay: string): Promise<Obstacles> {
  const { rows } = await db.query(OBSTACLES, [firstDay]);
  const [found] = rows;
  return {
    orders: found?.orders ?? 0,
    payouts: found?.payouts ?? 0,
    payments: found?.payments ?? 0,
    ledger: Number(found?.ledger ?? 0),
  };
}

const MOVES = `select g.kind, l.account, sum(l.amount_cents)::text as amount
  from public.ledger_postings g join public.ledger_lines l on l.posting_id = g.id
  where g.accounted_on >= $1::date and g.accounted_on < $1::date + interval '1 month' group by g.kind, l.account`;

const WITHHELD_BEFORE = `select coalesce(-sum(l.amount_cents), 0)::text as amount
  from public.ledger_postings g join public.ledger_lines l on l.posting_id = g.id
  where l.streamer_id is not null and g.accounted_on < $1::date`;

const POSTINGS = `select (select count(*)::int from public.ledger_postings g
    where g.accounted_on >= $1::date and g.accounted_on < $1::date + interval '1 month') as postings,
  (select m.closed_at from public.accounting_months m where m.month = $1::date) as closed_at`;

/** @param firstDay of the month, `YYYY-MM-DD` */
export async function reportOf(db: pg.ClientBase, firstDay: string) {
  const { rows: moves } = await db.query(MOVES, [firstDay]);
  const { rows: before } = await db.query(WITHHELD_BEFORE, [firstDay]);
  return monthReport(
    moves.map(({ kind, account, amount }) => ({
      kind,
      account: accountNamed(account),
      amount: cents(Number(amount)),
    })),
    cents(Number(before[0]?.amount ?? 0)),
  );
}

/** A month of the books, added up. */
export const readMonth = serve({
  contract,
  async run({ db, input: { month }, now }) {
    const firstDay = `${month}-01`;
    const { next, first } = await openMonths(db);
    const { rows } = await db.query(POSTINGS, [firstDay]);
    return {
      month,
      firstMonth: first,
      currentMonth: monthAt(now),
      nextToClose: next,
      closedAt: rows[0]?.closed_at?.toISOString() ?? null,
      postings: rows[0]?.postings ?? 0,
      report: await reportOf(db, firstDay),
      obstacles: await obstaclesOf(db, firstDay),
    };
  },
});
