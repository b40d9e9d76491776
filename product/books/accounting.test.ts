import { createHash } from 'node:crypto';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { seedDemo } from '#product/seed-demo.ts';
import { DEMONSTRATION } from '#product/shared/operator.ts';
import { ask, codeOf, openProduct, send } from '#product/testing/product-server.ts';
import { asCaller } from '#server/postgres/as-caller.ts';
import { closeMonth, makeFile, readFile, readMonth } from './contract.ts';
import { makeDocuments } from './make-documents.ts';
import { FILE_KINDS, type FileKind } from './rules/files.ts';
import { checkFec } from './rules/testing/check-fec.ts';

const [product, bare] = [await openProduct(), await openProduct()];
const { pool } = product.database;
await seedDemo(pool, {
  hashPassword: async () => 'none',
  password: 'rideau-rouge-31',
  seal: product.deps.seal,
});
const admin = await product.join({ role: 'admin' });
const viewer = await product.join();
const reason = 'Tout concorde';
const current = await ask(admin, readMonth, { month: '2026-01' }).then(({ currentMonth }) => currentMonth);
const before = (month: string, count = 1): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 - count, 1)).toISOString().slice(0, 7);
};
const last = before(current);
const year = before(current, 2).slice(0, 4);

const post = (source: string, at: string) =>
  pool.query<{ accounted: string }>(
    `with posting as (insert into public.ledger_postings (at, kind, source) values ($2, 'processing_cost', $1)
       returning id, accounted_on), lines as (
       insert into public.ledger_lines (posting_id, account, amount_cents)
       select id, a.account, a.amount from posting, (values ('processing_costs', 10), ('provider_balance', -10)) as a (account, amount))
     select to_char(accounted_on, 'YYYY-MM-DD') as accounted from posting`,
    [source, at],
  );

/** Past every trigger. */
async function byHand(sql: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('set session_replication_role = replica');
    const { rowCount } = await client.query<Record<string, never>>(sql);
    expect(rowCount).toBe(1);
  } finally {
    await client.query('set session_replication_role = origin');
    client.release();
  }
}

/** Books without the demo's past, which a test fills month by month. */
async function openBooks() {
  const admin = await bare.join({ role: 'admin' });
  const isOperator = (vatNumber: string | null) => {
    bare.deps.operator = { ...DEMONSTRATION, business: { ...DEMONSTRATION.business, vatNumber } };
  };
  let closedAt = new Date();
  return {
    closedAt: () => closedAt,
    sold: (day: string, fee: number) =>
      bare.rows(
        `with posting as (insert into public.ledger_postings (at, kind, source) values ($1, 'capture', $2) returning id)
         insert into public.ledger_lines (posting_id, account, amount_cents)
         select id, a.account, a.amount from posting, (values ('platform_fees', -$3::int), ('provider_balance', $3)) as a (account, amount)`,
        [`${day}T10:00:00Z`, `sold:${day}`, fee],
      ),
    async close(month: string, vatNumber: string | null) {
      isOperator(vatNumber);
      await ask(admin, closeMonth, { month, reason });
      const [row] = await bare.rows('select closed_at from accounting_months where month = $1', [
        `${month}-01`,
      ]);
      closedAt = row.closed_at;
    },
    async bodyOf(kind: FileKind, month: string, vatNumber: string | null) {
      isOperator(vatNumber);
      const { fileId } = await ask(admin, makeFile, { kind, month });
      return (await ask(admin, readFile, { fileId })).body;
    },
  };
}

describe('the books of the demo', () => {
  test('its FEC passes the published checks, and holds every posting of the closed months of the year', async () => {
    await makeDocuments({
      pool,
      logger: pino({ level: 'error' }, { write: (line: string) => product.errors.push(JSON.parse(line)) }),
      seal: product.deps.seal,
      operator: DEMONSTRATION.business,
      backdated: true,
      now: () => new Date(),
    });
    const { fileId, name } = await ask(admin, makeFile, { kind: 'fec', month: `${year}-06` });
    const file = await ask(admin, readFile, { fileId });
    expect(checkFec(name, file.body)).toEqual([]);
    expect(createHash('sha256').update(file.body).digest('hex')).toBe(file.digest);
    const [{ count }] = await product.rows(
      `select count(*)::int as count from ledger_postings g join accounting_months m on m.month = date_trunc('month', g.accounted_on)::date
       where extract(year from g.accounted_on) = $1`,
      [Number(year)],
    );
    expect(count).toBeGreaterThan(10);
    const entries = new Set(
      file.body
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split('\t')[2]),
    );
    const opening = file.body.includes('\tAN-') ? 1 : 0;
    expect(entries.size).toBe(count + opening);
    // What a line rests on is a document or a movement at the provider, never a number of our own tables.
    const pieces = file.body
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.split('\t')[8] ?? '');
    expect(pieces.filter((piece) => /^[a-z_]+:/.test(piece))).toEqual([]);
    const invoiced = await product.rows(
      `select d.reference from documents d join payments p on d.source = 'session:' || p.booking_id
         join ledger_postings g on g.payment_id = p.id and g.kind = 'capture'
         join accounting_months m on m.month = date_trunc('month', g.accounted_on)::date and d.issued_at <= m.closed_at
       where extract(year from g.accounted_on) = $1`,
      [Number(year)],
    );
    expect(invoiced.length).toBeGreaterThan(0);
    for (const { reference } of invoiced) expect(pieces).toContain(reference);
    // The 500 documents of the demonstration are made for it.
  }, 240_000);

  test('every month ends at nothing, and its figures are those of the ledger', async () => {
    const { firstMonth } = await ask(admin, readMonth, { month: last });
    let withheld = 0;
    for (let month = current; month >= (firstMonth ?? current); month = before(month)) {
      const { report } = await ask(admin, readMonth, { month });
      expect(report.difference).toBe(0);
      withheld += report.withheld;
    }
    const [{ amount }] = await product.rows(
      'select -sum(amount_cents)::int as amount from ledger_lines where streamer_id is not null',
    );
    expect(withheld).toBe(amount);
    const { report } = await ask(admin, readMonth, { month: current });
    expect(report.withheldAtEnd).toBe(amount);
  });

  test('each file is made, kept with its author, and read by admins alone', async () => {
    // There is nothing to correct before something was handed in.
    const kinds = FILE_KINDS.filter((kind) => kind !== 'dac7_correction');
    // A year is declared when it is over.
    product.clock.ahead = 366 * 86_400_000;
    for (const kind of kinds) {
      const month = before(current, 2);
      const { fileId } = await ask(admin, makeFile, { kind, month, reason });
      const { body } = await ask(admin, readFile, { fileId, reason });
      expect(body.split('\n').length).toBeGreaterThan(kind === 'disputes' ? 1 : 2);
      expect(await codeOf(viewer, readFile, { fileId })).toBe('forbidden');
    }
    product.clock.ahead = 0;
    const listed = await asCaller(
      pool,
      {
        role: 'authenticated',
        claims: { sub: admin.id, role: 'authenticated', session_id: admin.sessionId },
      },
      async (db) => (await db.query('select kind, author from admin_accounting_files')).rows,
    );
    expect(new Set(listed.map(({ kind }) => kind))).toEqual(new Set(kinds));
    await expect(pool.query("update accounting_files set name = 'x'")).rejects.toThrow('append-only');
    expect(await codeOf(viewer, makeFile, { kind: 'fec', month: last })).toBe('forbidden');
    expect(await codeOf(admin, makeFile, { kind: 'fec', month: '2011-01' })).toBe('nothing_closed');
  });

  /** What keeps a month open, written as a hand in the database would, and how it is put back. */
  const month = `at time zone 'UTC' < '${last}-28'`;
  const kept = 'captured_cents > refunded_cents + 100';
  test.each([
    [
      'payouts',
      1,
      `update payouts set state = 'pending' where id = (select id from payouts where created_at ${month} and state = 'paid' order by id limit 1)`,
      `update payouts set state = 'paid' where state = 'pending' and created_at ${month}`,
    ],
    [
      'payments',
      1,
      `update payments set refunded_cents = refunded_cents + 100 where id = (select id from payments where ${kept} order by id limit 1)`,
      `update payments set refunded_cents = refunded_cents - 100 where id = (select p.id from payments p join ledger_postings g on g.payment_id = p.id
         join ledger_lines l on l.posting_id = g.id and l.account = 'provider_balance' where g.kind not in ('processing_cost', 'dispute_cost')
         group by p.id having p.captured_cents - p.refunded_cents - p.lost_cents - p.disputed_cents <> sum(l.amount_cents))`,
    ],
    [
      'ledger',
      7,
      `insert into ledger_lines (posting_id, account, amount_cents) select id, 'processing_costs', 7 from ledger_postings order by id limit 1`,
      `delete from ledger_lines where account = 'processing_costs' and amount_cents = 7`,
    ],
  ] as const)(
    'a month stays open while books and provider disagree: %s',
    async (what, amount, breaks, mends) => {
      await pool.query(
        "update payment_orders set state = 'failed' where state = 'pending' and created_at < $1",
        [`${current}-01`],
      );
      await byHand(breaks);
      const { refusal } = await send(admin, closeMonth, { month: last, reason });
      await byHand(mends);
      expect(refusal).toMatchObject({ code: 'books_disagree', details: { [what]: amount } });
      const { obstacles, closedAt } = await ask(admin, readMonth, { month: last });
      expect(obstacles).toEqual({ orders: 0, payouts: 0, payments: 0, ledger: 0 });
      expect(closedAt).toBeNull();
    },
  );

  test('a month is closed once, in its turn, and only when the provider has answered', async () => {
    expect(await codeOf(admin, closeMonth, { month: current, reason })).toBe('month_not_over');
    expect(await codeOf(viewer, closeMonth, { month: last, reason })).toBe('forbidden');
    const [order] = await product.rows(
      `insert into payment_orders (payment_id, kind, amount_cents, created_at)
       select id, 'void', 0, $1::date from payments limit 1 returning id`,
      [`${last}-15`],
    );
    const refused = await send(admin, closeMonth, { month: last, reason });
    expect(refused.refusal).toMatchObject({ code: 'books_disagree' });
    await pool.query(
      "update payment_orders set state = 'failed' where state = 'pending' and created_at < $1",
      [`${current}-01`],
    );
    expect(order).toBeDefined();
    const { obstacles } = await ask(admin, readMonth, { month: last });
    expect(obstacles).toEqual({ orders: 0, payouts: 0, payments: 0, ledger: 0 });
    const codes = await Promise.all([1, 2, 3].map(() => codeOf(admin, closeMonth, { month: last, reason })));
    expect(codes.filter((code) => code === null)).toHaveLength(1);
    expect(codes.filter((code) => code === 'already_done')).toHaveLength(2);
  });

  test('while a month is being closed, each of many postings is in it or after it, and then none enters it', async () => {
    // The month that is running, closed as if it were over: postings of it are the ones under way.
    const at = `${current}-02T10:00:00Z`;
    product.clock.ahead = 32 * 86_400_000;
    const first = await post('race:first', at);
    expect(first.rows[0]?.accounted).toBe(`${current}-02`);
    await pool.query("update payment_orders set state = 'failed' where state = 'pending'");
    await pool.query("update payouts set state = 'failed', ended_at = now() where state = 'pending'");
    const posts = Array.from({ length: 60 }, (_, index) => post(`race:${index}`, at));
    const closing = ask(admin, closeMonth, { month: current, reason });
    const made = await Promise.all([
      ...posts,
      ...Array.from({ length: 60 }, (_, i) => post(`late:${i}`, at)),
    ]);
    const { postings } = await closing;
    const inside = await product.rows(
      `select count(*)::int as count from ledger_postings where to_char(accounted_on, 'YYYY-MM') = $1`,
      [current],
    );
    expect(inside).toEqual([{ count: postings }]);
    const next = before(current, -1);
    for (const { rows } of made) expect([`${current}-02`, `${next}-01`]).toContain(rows[0]?.accounted);
    expect((await post('race:after', at)).rows[0]?.accounted).toBe(`${next}-01`);
    // Nor does a posting of the month get another line, be it balanced.
    const add = (month: string) =>
      pool.query(
        `insert into ledger_lines (posting_id, account, amount_cents)
         select g.id, a.account, a.amount from (select id from ledger_postings where to_char(accounted_on, 'YYYY-MM') = $1 order by id limit 1) g,
           (values ('processing_costs', 10), ('provider_balance', -10)) as a (account, amount)`,
        [month],
      );
    await expect(add(current)).rejects.toMatchObject({ code: 'LG001' });
    expect((await add(next)).rowCount).toBe(2);
    product.clock.ahead = 0;
  });
});

describe('the operator’s VAT', () => {
  test('of closed months is the one they were closed with, and a year’s first entry is valid since its first month was closed', async () => {
    const other = await openBooks();
    const { vatNumber } = DEMONSTRATION.business;
    await other.sold('2024-11-05', 1_003);
    await other.sold('2024-11-06', 1_003);
    await other.close('2024-11', vatNumber);
    await other.sold('2024-12-05', 1_200);
    await other.close('2024-12', null);
    // Nothing is posted in January.
    await other.close('2025-01', null);
    const january = await other.bodyOf('fec', '2025-01', null);
    const opening = january.split('\r\n').filter((line) => line.includes('\tAN-2025\t'));
    const closedOn = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Paris' }).format(other.closedAt());
    expect(opening.length).toBeGreaterThan(2);
    for (const line of opening) expect(line).toContain(`\t${closedOn.replaceAll('-', '')}\t`);
    // Of November's fees, 3,34 € are VAT; December's have none.
    expect(opening.find((line) => line.includes('445710'))).toContain('\t0,00\t3,34\t');
    await other.sold('2025-02-05', 600);
    await other.close('2025-02', null);
    const files = (today: string | null) =>
      Promise.all(
        (
          [
            ['fec', '2024-11'],
            ['fec', '2025-01'],
            ['trial_balance', '2025-02'],
            ['commission_vat', '2024-11'],
            ['commission_vat', '2024-12'],
          ] as const
        ).map(([kind, month]) => other.bodyOf(kind, month, today)),
      );
    const exempt = await files(null);
    expect(exempt[1]?.split('\r\n').filter((line) => line.includes('\tAN-2025\t'))).toEqual(opening);
    expect(exempt[4]).toContain('franchise');
    expect(await files(vatNumber)).toEqual(exempt);
    // A month that is open follows the setting.
    for (const day of ['05', '06', '07', '08']) await other.sold(`2025-03-${day}`, 1_001);
    expect(await other.bodyOf('commission_vat', '2025-03', null)).toContain('franchise');
    // 1,67 € of VAT each, and 6,67 € in an invoice of all four.
    const rated = await other.bodyOf('commission_vat', '2025-03', vatNumber);
    expect(rated.split('\r\n').at(-2)).toBe(
      '2025-03-31;Écart d’arrondi avec les factures;;;20 %;0,01;-0,01;0,00',
    );
  });
});
