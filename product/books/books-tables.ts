import type pg from 'pg';
import type { ProductDeps } from '#product/command/deps.ts';
import { type Cents, cents, minus, NOTHING, negated, sum } from '#product/shared/money/cents.ts';
import { reportOf } from './commands/read-month.ts';
import { entriesOf, type Period, pagesOf, vatOfMonth } from './entries-of.ts';
import type { BooksTable } from './render-table.ts';
import type { Vat } from './rules/document.ts';
import { openTrialBalance, vatIn } from './rules/entries.ts';
import { CSV_MARK, csvRow, type DECLARATIONS, type FileKind, type PrintedKind } from './rules/files.ts';
import type { FiscalIdentity } from './rules/identity.ts';
import { placeOf, type Taxed, VAT_HEADER, vatByCountry } from './rules/vat-by-country.ts';

/** A payment forgets its streamer with their account; its balance keeps whose it was. */
const VAT_LINES = `with page as materialized (
    select g.id, g.kind, g.source, g.accounted_on, g.at, g.payment_id from public.ledger_postings g
    where g.accounted_on between $1::date and $2::date and (g.accounted_on, g.at, g.id) > ($3::date, $4::timestamptz, $5::uuid)
      and exists (select from public.ledger_lines l where l.posting_id = g.id and l.account = 'platform_fees')
    order by g.accounted_on, g.at, g.id limit $6)
  select g.id, g.at::text as at, to_char(g.accounted_on, 'YYYY-MM-DD') as "accountedOn", g.kind, g.source, b.streamer_id as "streamerId",
    s.display_name, l.amount_cents, m.month is not null as closed, m.vat_rate
  from page g join public.ledger_lines l on l.posting_id = g.id and l.account = 'platform_fees'
  left join public.accounting_months m on m.month = date_trunc('month', g.accounted_on)::date
  left join public.payment_balances b on b.payment_id = g.payment_id left join public.streamers s on s.id = b.streamer_id
  order by g.accounted_on, g.at, g.id, l.id`;

const PAYOUTS = `select g.id, g.at::text as at, to_char(g.accounted_on, 'YYYY-MM-DD') as "accountedOn", g.kind, p.id as payout_id,
    p.provider_reference, s.display_name, p.amount_cents
  from public.ledger_postings g join public.payouts p on p.id = g.payout_id left join public.streamers s on s.id = p.streamer_id
  where g.accounted_on between $1::date and $2::date and (g.accounted_on, g.at, g.id) > ($3::date, $4::timestamptz, $5::uuid)
  order by g.accounted_on, g.at, g.id limit $6`;

const MOVEMENTS = `with page as materialized (
    select g.id, g.kind, g.source, g.accounted_on, g.at, g.payment_id from public.ledger_postings g
    where g.accounted_on between $1::date and $2::date and (g.accounted_on, g.at, g.id) > ($3::date, $4::timestamptz, $5::uuid)
      and g.kind = any($7::text[])
    order by g.accounted_on, g.at, g.id limit $6)
  select g.id, g.at::text as at, to_char(g.accounted_on, 'YYYY-MM-DD') as "accountedOn", g.kind, g.source, p.booking_id, p.payment_reference,
    s.display_name,
    coalesce(sum(l.amount_cents) filter (where l.account in ('provider_balance', 'disputed_funds')), 0)::text as moved,
    coalesce(sum(l.amount_cents) filter (where l.account = 'platform_fees'), 0)::text as fees,
    coalesce(sum(l.amount_cents) filter (where l.streamer_id is not null), 0)::text as share,
    coalesce(sum(l.amount_cents) filter (where l.account = 'dispute_costs'), 0)::text as costs
  from page g join public.ledger_lines l on l.posting_id = g.id
  left join public.payments p on p.id = g.payment_id left join public.streamers s on s.id = p.streamer_id
  group by g.id, g.kind, g.source, g.accounted_on, g.at, p.id, s.id order by g.accounted_on, g.at, g.id`;

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

/** A file of the books as it is written, piece by piece: nothing holds all of it. */
type Pieces = AsyncGenerator<string, void, undefined>;

async function* movements(db: pg.ClientBase, { firstDay, lastDay }: Period, kinds: string[]): Pieces {
  yield CSV_MARK;
  yield csvRow([
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
  ]);
  for await (const rows of pagesOf((...after) => db.query(MOVEMENTS, [firstDay, lastDay, ...after, kinds])))
    for (const row of rows)
      yield csvRow([
        row.accountedOn ?? '',
        told(row.kind),
        row.source,
        row.booking_id ?? '',
        row.payment_reference ?? '',
        row.display_name ?? '',
        cents(Number(row.moved)),
        negated(cents(Number(row.fees))),
        negated(cents(Number(row.share))),
        cents(Number(row.costs)),
      ]);
}

const rateText = (vat: Vat): string => (vat.kind === 'rate' ? `${vat.rate / 100} %` : 'franchise');

/** Those that tell of a year, each in its own way. */
export type OfYear = 'fec' | (typeof DECLARATIONS)[number] | 'dac7_sellers' | 'transparency';

const SEALED = `select f.person_id, f.sealed from private.fiscal_identities f where f.person_id = any($1)`;

/** Those that people read, printed too. */
export const TABLES: Record<
  PrintedKind,
  (db: pg.ClientBase, period: Period, deps: { today: Vat; seal: ProductDeps['seal'] }) => Promise<BooksTable>
> = {
  async month(db, { firstDay }) {
    const report = await reportOf(db, firstDay);
    return {
      header: ['Ligne', 'Montant'],
      rows: [
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
      total: true,
    };
  },
  async trial_balance(db, { firstDay, lastDay }, { today }) {
    const year = { firstDay: `${firstDay.slice(0, 4)}-01-01`, lastDay };
    const balance = openTrialBalance();
    for await (const entry of entriesOf(db, year, today)) balance.add(entry);
    return {
      header: ['Compte', 'Libellé', 'Débit', 'Crédit', 'Solde'],
      rows: balance
        .rows()
        .map(({ number, label, debit, credit }) => [number, label, debit, credit, minus(debit, credit)]),
      total: false,
    };
  },
  async vat_by_country(db, { firstDay, lastDay }, { today, seal }) {
    const identities = new Map<string, FiscalIdentity | null>();
    const taxed = new Map<string, Taxed>();
    for await (const rows of pagesOf((...after) => db.query(VAT_LINES, [firstDay, lastDay, ...after]))) {
      const unknown = rows.flatMap(({ streamerId }) => streamerId ?? []).filter((id) => !identities.has(id));
      const { rows: sealed } = await db.query(SEALED, [[...new Set(unknown)]]);
      for (const id of unknown) identities.set(id, null);
      for (const row of sealed) identities.set(row.person_id, seal.open(row.person_id, row.sealed));
      for (const { streamerId, amount_cents, closed, vat_rate } of rows) {
        const vat = vatOfMonth(closed ?? false, vat_rate, today);
        const fee = negated(cents(Number(amount_cents)));
        const identity = streamerId === null ? null : (identities.get(streamerId) ?? null);
        const place = placeOf(identity, vat.kind === 'rate');
        // Rounded line by line, as the accounts are, and added up by seller.
        const key = `${streamerId ?? ''} ${place.rule}`;
        const before = taxed.get(key);
        taxed.set(key, {
          ...place,
          streamerId,
          fee: sum([before?.fee ?? NOTHING, fee]),
          tax: sum([before?.tax ?? NOTHING, vatIn(fee, vat)]),
        });
      }
    }
    return {
      header: VAT_HEADER,
      rows: vatByCountry([...taxed.values()]),
      total: true,
    };
  },
};

/** How each of the other files of a month is made, over its days. */
export const MAKERS: Record<
  Exclude<FileKind, OfYear | PrintedKind>,
  (db: pg.ClientBase, period: Period, today: Vat) => Pieces
> = {
  async *commission_vat(db, { firstDay, lastDay }, today) {
    yield CSV_MARK;
    yield csvRow([
      'Date',
      'Mouvement',
      'Pièce',
      'Streamer',
      'Taux',
      'Hors taxe',
      'TVA',
      'Toutes taxes comprises',
    ]);
    const bySeller = new Map<string | null, Cents>();
    let vat = today;
    let rounded = NOTHING;
    for await (const rows of pagesOf((...after) => db.query(VAT_LINES, [firstDay, lastDay, ...after])))
      for (const row of rows) {
        vat = vatOfMonth(row.closed ?? false, row.vat_rate, today);
        const fee = negated(cents(Number(row.amount_cents)));
        const tax = vatIn(fee, vat);
        rounded = sum([rounded, tax]);
        bySeller.set(row.streamerId, sum([bySeller.get(row.streamerId) ?? NOTHING, fee]));
        yield csvRow([
          row.accountedOn ?? '',
          told(row.kind),
          row.source,
          row.display_name ?? '',
          rateText(vat),
          minus(fee, tax),
          tax,
          fee,
        ]);
      }
    // The accounts round each fee, and a monthly invoice rounds a streamer's fees once.
    const invoiced = sum([...bySeller.values()].map((fees) => vatIn(fees, vat)));
    const gap = minus(invoiced, rounded);
    if (gap !== NOTHING)
      yield csvRow([
        lastDay,
        'Écart d’arrondi avec les factures',
        '',
        '',
        rateText(vat),
        negated(gap),
        gap,
        NOTHING,
      ]);
  },
  async *payouts(db, { firstDay, lastDay }) {
    yield CSV_MARK;
    yield csvRow(['Date', 'Mouvement', 'Versement', 'Référence du prestataire', 'Streamer', 'Montant']);
    for await (const rows of pagesOf((...after) => db.query(PAYOUTS, [firstDay, lastDay, ...after])))
      for (const row of rows)
        yield csvRow([
          row.accountedOn ?? '',
          told(row.kind),
          row.payout_id,
          row.provider_reference ?? '',
          row.display_name ?? '',
          cents(row.amount_cents),
        ]);
  },
  refunds: (db, period) => movements(db, period, REFUNDS),
  disputes: (db, period) => movements(db, period, DISPUTES),
};
