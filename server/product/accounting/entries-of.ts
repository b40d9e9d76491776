import type pg from 'pg';
import { type Entry, entryOf, openingEntry, type PostedEntry } from '#domain/accounting/entries.ts';
import { type Vat, vatAt } from '#domain/documents/document.ts';
import { cents } from '#domain/money/cents.ts';
import { accountNamed } from '#domain/money/ledger.ts';

export interface Period {
  firstDay: string;
  /** Local dates, `YYYY-MM-DD`, both included. */
  lastDay: string;
}

const LINES = `select g.id, g.kind, g.source, to_char(g.accounted_on, 'YYYY-MM-DD') as "accountedOn",
    to_char(g.at at time zone 'Europe/Paris', 'YYYY-MM-DD') as "happenedOn",
    to_char(m.closed_at at time zone 'Europe/Paris', 'YYYY-MM-DD') as "closedOn",
    m.vat_rate, l.account, l.streamer_id, s.display_name, l.amount_cents
  from public.ledger_postings g join public.ledger_lines l on l.posting_id = g.id
  left join public.accounting_months m on m.month = date_trunc('month', g.accounted_on)::date
  left join public.streamers s on s.id = l.streamer_id
  where g.accounted_on between $1::date and $2::date order by g.accounted_on, g.at, g.id, l.id`;

/** Our fees line by line, since their VAT is rounded so, and has the rate of their month; all else added up. */
const CARRIED = `select l.account, l.streamer_id, s.display_name, sum(l.amount_cents)::text as amount, count(m.month)::int as closed,
    max(m.vat_rate) as vat_rate
  from public.ledger_postings g join public.ledger_lines l on l.posting_id = g.id
  left join public.accounting_months m on m.month = date_trunc('month', g.accounted_on)::date
  left join public.streamers s on s.id = l.streamer_id
  where g.accounted_on < $1::date
  group by l.account, l.streamer_id, s.display_name, case when l.account = 'platform_fees' then l.id end
  having sum(l.amount_cents) <> 0 order by l.account, l.streamer_id`;

/** The day in Paris on which a year's first month was closed: from then on, what it carries over is certain. */
const OPENED = `select to_char(m.closed_at at time zone 'Europe/Paris', 'YYYY-MM-DD') as "closedOn" from public.accounting_months m
  where m.month >= $1::date and m.month < $1::date + interval '1 year' order by m.month limit 1`;

/** The VAT of our fees in a month: the one it was closed with, or today's while it is open. */
export const vatOfMonth = (isClosed: boolean, rate: number | null, today: Vat): Vat =>
  isClosed ? vatAt(rate ?? 0) : today;

/** The entries of a year up to a day, what the years before carry over first. */
export async function entriesOf(
  db: pg.ClientBase,
  { firstDay, lastDay }: Period,
  today: Vat,
): Promise<Entry[]> {
  const { rows } = await db.query(LINES, [firstDay, lastDay]);
  const posted = new Map<string, PostedEntry & { lines: PostedEntry['lines'][number][]; vat: Vat }>();
  for (const row of rows) {
    const { id, kind, source, accountedOn, happenedOn, closedOn } = row;
    const entry = posted.get(id) ?? {
      kind,
      source,
      accountedOn: accountedOn ?? '',
      happenedOn: happenedOn ?? '',
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
  const { rows: carried } = await db.query(CARRIED, [firstDay]);
  const { rows: opened } = await db.query(OPENED, [firstDay]);
  const entries = [...posted.values()].map((entry) => entryOf(entry, entry.vat));
  const opening = openingEntry(
    carried.map((row) => ({
      account: accountNamed(row.account),
      streamer: row.streamer_id === null ? null : { id: row.streamer_id, name: row.display_name },
      amount: cents(Number(row.amount)),
      vat: vatOfMonth((row.closed ?? 0) > 0, row.vat_rate, today),
    })),
    { firstDay, validatedOn: opened[0]?.closedOn ?? null },
  );
  return opening === null ? entries : [opening, ...entries];
}
