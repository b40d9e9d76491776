import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { makeFile as contract } from '#contracts/accounting.ts';
import { AppError } from '#contracts/errors.ts';
import {
  type Entry,
  entryOf,
  openingEntry,
  type PostedEntry,
  trialBalance,
  vatIn,
} from '#domain/accounting/entries.ts';
import {
  csvText,
  type DECLARATIONS,
  type FileKind,
  fecName,
  fecText,
  isSealed,
} from '#domain/accounting/files.ts';
import { type Vat, vatAt, vatOf } from '#domain/documents/document.ts';
import { type Cents, cents, minus, NOTHING, negated, sum } from '#domain/money/cents.ts';
import { accountNamed } from '#domain/money/ledger.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { team } from '#server/product/access.ts';
import { audit, WORK_REASON } from '#server/product/audit.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { declarationOf, sellersCsvOf } from './declare-sellers.ts';
import { reportOf } from './read-month.ts';
import { transparencyOf } from './transparency.ts';

interface Period {
  firstDay: string;
  /** Local dates, `YYYY-MM-DD`, both included. */
  lastDay: string;
}

interface Made extends Period {
  name: string;
  body: string;
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
const vatOfMonth = (isClosed: boolean, rate: number | null, today: Vat): Vat =>
  isClosed ? vatAt(rate ?? 0) : today;

/** The entries of a year up to a day, what the years before carry over first. */
async function entriesOf(db: pg.ClientBase, { firstDay, lastDay }: Period, today: Vat): Promise<Entry[]> {
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

const VAT_LINES = `select to_char(g.accounted_on, 'YYYY-MM-DD') as day, g.kind, g.source, s.id as "streamerId", s.display_name, l.amount_cents,
    m.month is not null as closed, m.vat_rate
  from public.ledger_postings g join public.ledger_lines l on l.posting_id = g.id and l.account = 'platform_fees'
  left join public.accounting_months m on m.month = date_trunc('month', g.accounted_on)::date
  left join public.payments p on p.id = g.payment_id left join public.streamers s on s.id = p.streamer_id
  where g.accounted_on between $1::date and $2::date order by g.accounted_on, g.at, g.id, l.id`;

const PAYOUTS = `select to_char(g.accounted_on, 'YYYY-MM-DD') as day, g.kind, p.id, p.provider_reference, s.display_name,
    p.amount_cents, p.state
  from public.ledger_postings g join public.payouts p on p.id = g.payout_id left join public.streamers s on s.id = p.streamer_id
  where g.accounted_on between $1::date and $2::date order by g.accounted_on, g.at, g.id`;

const MOVEMENTS = `select to_char(g.accounted_on, 'YYYY-MM-DD') as day, g.kind, g.source, p.booking_id, p.payment_reference, s.display_name,
    coalesce(sum(l.amount_cents) filter (where l.account in ('provider_balance', 'disputed_funds')), 0)::text as moved,
    coalesce(sum(l.amount_cents) filter (where l.account = 'platform_fees'), 0)::text as fees,
    coalesce(sum(l.amount_cents) filter (where l.streamer_id is not null), 0)::text as share,
    coalesce(sum(l.amount_cents) filter (where l.account = 'dispute_costs'), 0)::text as costs
  from public.ledger_postings g join public.ledger_lines l on l.posting_id = g.id
  left join public.payments p on p.id = g.payment_id left join public.streamers s on s.id = p.streamer_id
  where g.accounted_on between $1::date and $2::date and g.kind = any($3::text[])
  group by g.id, p.id, s.id order by g.accounted_on, g.at, g.id`;

const KIND_TEXT: Readonly<Record<string, string>> = {
  capture: 'Vente',
  extension: 'Prolongation',
  refund: 'Remboursement',
  settlement: 'Remboursement selon les présences',
  dispute_opened: 'Contestation ouverte',
  dispute_cost: 'Frais de contestation',
  dispute_won: 'Contestation gagnée',
  dispute_lost: 'Contestation perdue',
  payout_sent: 'Versement préparé',
  payout_paid: 'Versement reçu',
  payout_failed: 'Versement refusé',
};
const told = (kind: string) => KIND_TEXT[kind] ?? kind;
const REFUNDS = ['refund', 'settlement'];
const DISPUTES = ['dispute_opened', 'dispute_cost', 'dispute_won', 'dispute_lost'];

async function movements(db: pg.ClientBase, { firstDay, lastDay }: Period, kinds: string[]): Promise<string> {
  const { rows } = await db.query(MOVEMENTS, [firstDay, lastDay, kinds]);
  return csvText(
    [
      'Date',
      'Mouvement',
      'Pièce',
      'Réservation',
      'Référence du prestataire',
      'Streamer',
      'Prestataire et banques',
      'Commission',
      'Part du streamer',
      'À la charge de Loge',
    ],
    rows.map((row) => [
      row.day ?? '',
      told(row.kind),
      row.source,
      row.booking_id ?? '',
      row.payment_reference ?? '',
      row.display_name ?? '',
      cents(Number(row.moved)),
      negated(cents(Number(row.fees))),
      negated(cents(Number(row.share))),
      cents(Number(row.costs)),
    ]),
  );
}

const rateText = (vat: Vat): string => (vat.kind === 'rate' ? `${vat.rate / 100} %` : 'franchise');

/** Those that tell of a year, each in its own way. */
type OfYear = 'fec' | (typeof DECLARATIONS)[number] | 'dac7_sellers' | 'transparency';

/** How each file of a month is made, over its days. */
const MAKERS: Record<
  Exclude<FileKind, OfYear>,
  (db: pg.ClientBase, period: Period, today: Vat) => Promise<string>
> = {
  async month(db, { firstDay }) {
    const report = await reportOf(db, firstDay);
    return csvText(
      ['Ligne', 'Montant'],
      [
        ['Encaissé', report.collected],
        ['Remboursé aux viewers', report.refunded],
        ['Contestations perdues', report.lostToBanks],
        ['Frais du prestataire', report.providerFees],
        ['Versé aux streamers', report.paidOut],
        ['Resté chez le prestataire', report.kept],
        ['Commissions de Loge', report.commissions],
        ['À la charge de Loge', report.borne],
        ['Retenu pour les streamers', report.withheld],
        ['Écart', report.difference],
      ],
    );
  },
  async trial_balance(db, { firstDay, lastDay }, today) {
    const year = { firstDay: `${firstDay.slice(0, 4)}-01-01`, lastDay };
    return csvText(
      ['Compte', 'Libellé', 'Débit', 'Crédit', 'Solde'],
      trialBalance(await entriesOf(db, year, today)).map(({ number, label, debit, credit }) => [
        number,
        label,
        debit,
        credit,
        minus(debit, credit),
      ]),
    );
  },
  async commission_vat(db, { firstDay, lastDay }, today) {
    const { rows } = await db.query(VAT_LINES, [firstDay, lastDay]);
    const bySeller = new Map<string | null, Cents[]>();
    const [first] = rows;
    const vat = vatOfMonth(first?.closed ?? false, first?.vat_rate ?? null, today);
    let rounded = NOTHING;
    const lines = rows.map((row) => {
      const fee = negated(cents(Number(row.amount_cents)));
      const tax = vatIn(fee, vat);
      rounded = sum([rounded, tax]);
      bySeller.set(row.streamerId, [...(bySeller.get(row.streamerId) ?? []), fee]);
      return [
        row.day ?? '',
        told(row.kind),
        row.source,
        row.display_name ?? '',
        rateText(vat),
        minus(fee, tax),
        tax,
        fee,
      ];
    });
    // The accounts round each fee, and a monthly invoice rounds a streamer's fees once.
    const invoiced = sum([...bySeller.values()].map((fees) => vatIn(sum(fees), vat)));
    const gap = minus(invoiced, rounded);
    const gapLine = [
      lastDay,
      'Écart d’arrondi avec les factures',
      '',
      '',
      rateText(vat),
      negated(gap),
      gap,
      NOTHING,
    ];
    return csvText(
      ['Date', 'Mouvement', 'Pièce', 'Streamer', 'Taux', 'Hors taxe', 'TVA', 'Toutes taxes comprises'],
      gap === NOTHING ? lines : [...lines, gapLine],
    );
  },
  async payouts(db, { firstDay, lastDay }) {
    const { rows } = await db.query(PAYOUTS, [firstDay, lastDay]);
    return csvText(
      ['Date', 'Mouvement', 'Versement', 'Référence du prestataire', 'Streamer', 'Montant'],
      rows.map((row) => [
        row.day ?? '',
        told(row.kind),
        row.id,
        row.provider_reference ?? '',
        row.display_name ?? '',
        cents(row.amount_cents),
      ]),
    );
  },
  refunds: (db, period) => movements(db, period, REFUNDS),
  disputes: (db, period) => movements(db, period, DISPUTES),
};

const FILE_NAMES: Record<Exclude<FileKind, OfYear>, string> = {
  month: 'rapport',
  trial_balance: 'balance',
  commission_vat: 'tva-commissions',
  payouts: 'versements',
  refunds: 'remboursements',
  disputes: 'contestations',
};

const LAST_CLOSED = `select to_char(max(m.month) + interval '1 month' - interval '1 day', 'YYYY-MM-DD') as "lastDay"
  from public.accounting_months m where m.month >= $1::date and m.month < $1::date + interval '1 year'`;

async function makeFec(db: pg.ClientBase, year: string, deps: ProductDeps, today: Vat): Promise<Made> {
  const firstDay = `${year}-01-01`;
  const { rows } = await db.query(LAST_CLOSED, [firstDay]);
  const lastDay = rows[0]?.lastDay;
  if (!lastDay) throw new AppError('nothing_closed');
  const body = fecText(await entriesOf(db, { firstDay, lastDay }, today));
  return { name: fecName(deps.operator.business.siren, lastDay), body, firstDay, lastDay };
}

const lastDayOf = (month: string): string => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
};

/** @param fileId what the file will be called in the database: a declaration names its records with it */
async function make(
  db: pg.ClientBase,
  kind: FileKind,
  { month, fileId, now, deps }: { month: string; fileId: string; now: Date; deps: ProductDeps },
): Promise<Made> {
  const year = month.slice(0, 4);
  const [period, ofYear] = [
    { firstDay: `${month}-01`, lastDay: lastDayOf(month) },
    { firstDay: `${year}-01-01`, lastDay: `${year}-12-31` },
  ];
  const today = vatOf(deps.operator.business);
  switch (kind) {
    case 'fec':
      return makeFec(db, year, deps, today);
    case 'dac7':
    case 'dac7_correction': {
      const body = await declarationOf(db, deps, {
        year: Number(year),
        fileId,
        now,
        corrects: kind !== 'dac7',
      });
      if (body === null) throw new AppError('nothing_to_declare');
      const name = kind === 'dac7' ? 'dac7' : 'dac7-correction';
      return { ...ofYear, name: `loge-${name}-${year}-${fileId.slice(0, 8)}.xml`, body };
    }
    case 'dac7_sellers':
      return {
        ...ofYear,
        name: `loge-dac7-vendeurs-${year}.csv`,
        body: await sellersCsvOf(db, deps, Number(year)),
      };
    case 'transparency': {
      const { firstDay, body } = await transparencyOf(db, month);
      return { firstDay, lastDay: period.lastDay, name: `loge-transparence-${month}.csv`, body };
    }
    default:
      return {
        ...period,
        name: `loge-${FILE_NAMES[kind]}-${month}.csv`,
        body: await MAKERS[kind](db, period, today),
      };
  }
}

/** Makes a file of the books, and keeps it with its SHA-256 and its author. Whoever has identities read for it stands in the audit log. */
export const makeFile = (deps: ProductDeps) =>
  defineCommand({
    contract,
    access: team('finance'),
    async run({ db, person, input: { kind, month }, now }) {
      const fileId = randomUUID();
      const made = await make(db, kind, { month, fileId, now, deps });
      const sealed = isSealed(kind);
      await db.query(
        `insert into public.accounting_files (id, kind, name, first_day, last_day, body, digest, sealed, made_at, made_by)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
        [
          fileId,
          kind,
          made.name,
          made.firstDay,
          made.lastDay,
          sealed ? deps.seal.sealFile(fileId, made.body) : Buffer.from(made.body),
          createHash('sha256').update(made.body).digest(),
          sealed,
          now,
          person.id,
        ],
      );
      if (sealed)
        await audit(db, {
          at: now,
          actorId: person.id,
          action: contract.name,
          subject: { table: 'accounting_files', id: fileId },
          before: null,
          after: { kind, year: month.slice(0, 4) },
          reason: WORK_REASON,
        });
      return { fileId, name: made.name };
    },
  });
