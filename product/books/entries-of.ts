import type pg from 'pg';
import { cents } from '#product/shared/money/cents.ts';
import { type Vat, vatAt } from './rules/document.ts';
import { type Entry, entryOf, openingEntry, type PostedEntry } from './rules/entries.ts';
import { accountNamed } from './rules/ledger.ts';

export interface Period {
  firstDay: string;
  /** Local dates, `YYYY-MM-DD`, both included. */
  lastDay: string;
}

/** Postings that are read at a time: what a file of any length takes of the memory. */
const AT_ONCE = 1_000;

/**
 * Where a posting stands among the others: they are read in this order, a page after the last one
 * of the page before.
 */
interface Place {
  id: string;
  /** To the microsecond, which a `Date` does not hold. */
  at: string | null;
  accountedOn: string | null;
}

const BEFORE_ALL = { id: '00000000-0000-0000-0000-000000000000', at: '-infinity', accountedOn: '-infinity' };

/**
 * The page after a posting, as the parameters of a statement: its day, its instant, its id, and how
 * many come at once.
 */
type After = [accountedOn: string, at: string, id: string, most: number];

/**
 * Reads postings a page at a time, so that a year of a million entries takes no more memory than a
 * short one. What is posted meanwhile is either read whole or not at all; a closed month gets
 * nothing any more.
 */
export async function* pagesOf<Row extends Place>(
  read: (...after: After) => Promise<{ rows: Row[] }>,
): AsyncGenerator<Row[], void, undefined> {
  let last: Place | undefined = BEFORE_ALL;
  while (last !== undefined) {
    const { rows } = await read(last.accountedOn ?? '', last.at ?? '', last.id, AT_ONCE);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
  }
}

/**
 * Postings with their lines, and the document that each rests on, as it can be asked for: the
 * invoice of what was sold and released, the credit note of what was given back, else what the
 * provider calls the movement. Of a closed month it is the one that there was when it was closed,
 * so that a line that was validated stays what it was.
 */
const LINES = `with page as materialized (
    select g.id, g.kind, g.source, g.payment_id, g.payout_id, g.accounted_on, g.at from public.ledger_postings g
    where g.accounted_on between $1::date and $2::date and (g.accounted_on, g.at, g.id) > ($3::date, $4::timestamptz, $5::uuid)
      and exists (select from public.ledger_lines l where l.posting_id = g.id)
    order by g.accounted_on, g.at, g.id limit $6)
  select g.id, g.at::text as at, g.kind,
    coalesce(d.reference, y.provider_reference, p.payment_reference, g.source) as piece,
    to_char(d.issued_at at time zone 'Europe/Paris', 'YYYY-MM-DD') as "issuedOn", to_char(g.accounted_on, 'YYYY-MM-DD') as "accountedOn",
    to_char(g.at at time zone 'Europe/Paris', 'YYYY-MM-DD') as "happenedOn",
    to_char(m.closed_at at time zone 'Europe/Paris', 'YYYY-MM-DD') as "closedOn",
    m.vat_rate, l.account, l.streamer_id, s.display_name, l.amount_cents
  from page g join public.ledger_lines l on l.posting_id = g.id
  left join public.accounting_months m on m.month = date_trunc('month', g.accounted_on)::date
  left join public.streamers s on s.id = l.streamer_id
  left join public.payments p on p.id = g.payment_id
  left join public.payouts y on y.id = g.payout_id
  left join public.documents d on d.source = case
      when g.kind in ('refund', 'settlement') then 'posting:' || g.id
      when g.kind in ('capture', 'extension', 'release') then 'session:' || p.booking_id
    end and (m.closed_at is null or d.issued_at <= m.closed_at)
  order by g.accounted_on, g.at, g.id, l.id`;

/**
 * Our fees by amount and the rate of their month, since their VAT is rounded line by line; all else
 * added up.
 */
const CARRIED = `select l.account, l.streamer_id, s.display_name,
    case when l.account = 'platform_fees' then min(l.amount_cents) else sum(l.amount_cents) end::text as amount,
    case when l.account = 'platform_fees' then count(*) else 1 end::int as times,
    count(m.month)::int as closed, max(m.vat_rate) as vat_rate
  from public.ledger_postings g join public.ledger_lines l on l.posting_id = g.id
  left join public.accounting_months m on m.month = date_trunc('month', g.accounted_on)::date
  left join public.streamers s on s.id = l.streamer_id
  where g.accounted_on < $1::date
  group by l.account, l.streamer_id, s.display_name,
    case when l.account = 'platform_fees' then array[l.amount_cents, m.vat_rate, (m.month is not null)::int] end
  having sum(l.amount_cents) <> 0 order by l.account, l.streamer_id, amount`;

/**
 * The day in Paris on which a year's first month was closed: from then on, what it carries over is
 * certain.
 */
const OPENED = `select to_char(m.closed_at at time zone 'Europe/Paris', 'YYYY-MM-DD') as "closedOn" from public.accounting_months m
  where m.month >= $1::date and m.month < $1::date + interval '1 year' order by m.month limit 1`;

/** The VAT of our fees in a month: the one it was closed with, or today's while it is open. */
export const vatOfMonth = (isClosed: boolean, rate: number | null, today: Vat): Vat =>
  isClosed ? vatAt(rate ?? 0) : today;

/** The entries of a year up to a day, in their order, what the years before carry over first. */
export async function* entriesOf(
  db: pg.ClientBase,
  { firstDay, lastDay }: Period,
  today: Vat,
): AsyncGenerator<Entry, void, undefined> {
  const opening = await openingOf(db, firstDay, today);
  if (opening !== null) yield opening;
  for await (const rows of pagesOf((...after) => db.query(LINES, [firstDay, lastDay, ...after]))) {
    const posted = new Map<string, PostedEntry & { lines: PostedEntry['lines'][number][]; vat: Vat }>();
    for (const row of rows) {
      const { id, kind, piece, accountedOn, happenedOn, closedOn } = row;
      const entry = posted.get(id) ?? {
        kind,
        piece: { reference: piece ?? '', date: row.issuedOn ?? happenedOn ?? '' },
        accountedOn: accountedOn ?? '',
        closedOn,
        vat: vatOfMonth(closedOn !== null, row.vat_rate, today),
        lines: [],
      };
      posted.set(id, entry);
      entry.lines.push({
        account: accountNamed(row.account),
        streamer: row.streamer_id === null ? null : { id: row.streamer_id, name: row.display_name },
        amount: cents(Number(row.amount_cents)),
      });
    }
    for (const entry of posted.values()) yield entryOf(entry, entry.vat);
  }
}

async function openingOf(db: pg.ClientBase, firstDay: string, today: Vat): Promise<Entry | null> {
  const { rows: carried } = await db.query(CARRIED, [firstDay]);
  const { rows: opened } = await db.query(OPENED, [firstDay]);
  return openingEntry(
    carried.map((row) => ({
      account: accountNamed(row.account),
      streamer: row.streamer_id === null ? null : { id: row.streamer_id, name: row.display_name },
      amount: cents(Number(row.amount)),
      vat: vatOfMonth((row.closed ?? 0) > 0, row.vat_rate, today),
      times: row.times ?? 1,
    })),
    { firstDay, validatedOn: opened[0]?.closedOn ?? null },
  );
}
