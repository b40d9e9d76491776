import type pg from 'pg';
import type { ProductDeps } from '#product/command/deps.ts';
import { AppError } from '#product/shared/errors.ts';
import { cents } from '#product/shared/money/cents.ts';
import { type Dac7Seller, dac7Csv, dac7Message } from './rules/dac7.ts';
import { DECLARATIONS } from './rules/files.ts';
import { REPORTING_ZONE } from './rules/reporting.ts';

/**
 * Everybody who was credited anything in the year, with or without an account today. Where their
 * yearly statement is made, what it told them is what is declared; before, and of those who had no
 * account by then, the same figures from the books.
 */
const SELLERS = `with sold as (
    select m.streamer_id as id from public.payment_balances m
    join public.ledger_postings g on g.payment_id = m.payment_id
    join public.ledger_lines l on l.posting_id = g.id and l.account = 'streamer_available'
    where g.at >= make_timestamptz($1, 1, 1, 0, 0, 0, $2) and g.at < make_timestamptz($1 + 1, 1, 1, 0, 0, 0, $2)
    union
    select d.streamer_id from public.documents d where d.kind = 'yearly_statement' and d.period_first = make_date($1, 1, 1)
  )
  select o.id, coalesce(s.display_name, d.buyer_name, 'Compte supprimé') as name, p.first_name, u.email, f.sealed,
    q.quarter, q.sessions, q.credited_cents, q.fee_cents
  from sold o
  left join public.documents d on d.streamer_id = o.id and d.kind = 'yearly_statement' and d.period_first = make_date($1, 1, 1)
  left join public.streamers s on s.id = o.id left join public.profiles p on p.id = o.id left join auth.users u on u.id = o.id
  left join private.fiscal_identities f on f.person_id = o.id
  cross join lateral (
    select t.quarter::integer, t.sessions, t.credited_cents, t.fee_cents from public.statement_quarters t where t.document_id = d.id
    union all
    select c.quarter, c.sessions, c.credited_cents, c.fee_cents from private.credited_quarters(o.id, $1) c where d.id is null
  ) q
  where o.id is not null order by 2, o.id, q.quarter`;

async function sellersOf(
  db: pg.ClientBase,
  { seal }: Pick<ProductDeps, 'seal'>,
  year: number,
): Promise<Dac7Seller[]> {
  const { rows } = await db.query(SELLERS, [year, REPORTING_ZONE]);
  const sellers = new Map<string, Dac7Seller & { quarters: Dac7Seller['quarters'][number][] }>();
  for (const { id, name, first_name, email, sealed, sessions, credited_cents, fee_cents } of rows) {
    if (id === null) continue;
    const seller = sellers.get(id) ?? {
      id,
      displayName: name ?? '',
      firstName: first_name,
      email,
      identity: sealed && seal.open(id, sealed),
      quarters: [],
    };
    sellers.set(id, seller);
    seller.quarters.push({
      sessions: sessions ?? 0,
      credited: cents(Number(credited_cents)),
      fee: cents(Number(fee_cents)),
    });
  }
  return [...sellers.values()].filter(({ quarters }) =>
    quarters.some(({ sessions, credited, fee }) => sessions !== 0 || credited !== 0 || fee !== 0),
  );
}

const HANDED_IN = `select f.id, f.body from public.accounting_deposits d join public.accounting_files f on f.id = d.file_id
  where f.kind = any($2) and f.first_day = make_date($1, 1, 1) order by d.deposited_at, f.id`;

/**
 * @returns the declaration of a year as XML, null when the administration knows all of it that can
 * be told; and how many sellers cannot be named in it
 */
export async function declarationOf(
  db: pg.ClientBase,
  deps: Pick<ProductDeps, 'seal' | 'operator'>,
  { year, fileId, now, corrects }: { year: number; fileId: string; now: Date; corrects: boolean },
): Promise<{ xml: string | null; leftOut: number }> {
  const { rows } = await db.query(HANDED_IN, [year, [...DECLARATIONS]]);
  // In an emptied file the declared sellers can no longer be told apart from the others.
  if (rows.some(({ body }) => body.length === 0)) throw new AppError('file_emptied');
  return dac7Message({
    year,
    fileId,
    madeAt: now,
    operator: deps.operator.business,
    sellers: await sellersOf(db, deps, year),
    handedIn: rows.map(({ id, body }) => deps.seal.openFile(id, body)),
    corrects,
  });
}

/** The sellers of a year, what is declared of them to the cent, and whom to ask for what. */
export const sellersCsvOf = async (
  db: pg.ClientBase,
  deps: Pick<ProductDeps, 'seal'>,
  year: number,
): Promise<string> => dac7Csv(await sellersOf(db, deps, year));
