import type pg from 'pg';
import { trialBalance, vatIn } from '#domain/accounting/entries.ts';
import { csvText, type DECLARATIONS, type FileKind, type PrintedKind } from '#domain/accounting/files.ts';
import { placeOf, VAT_HEADER, vatByCountry } from '#domain/accounting/vat-by-country.ts';
import type { Vat } from '#domain/documents/document.ts';
import { type Cents, cents, minus, NOTHING, negated, sum } from '#domain/money/cents.ts';
import type { ProductDeps } from '#server/product/deps.ts';
import { entriesOf, type Period, vatOfMonth } from './entries-of.ts';
import { reportOf } from './read-month.ts';
import type { BooksTable } from './render-table.ts';

/** A payment forgets its streamer with their account; its balance keeps whose it was. */
const VAT_LINES = `select to_char(g.accounted_on, 'YYYY-MM-DD') as day, g.kind, g.source, b.streamer_id as "streamerId", s.display_name, l.amount_cents,
    m.month is not null as closed, m.vat_rate
  from public.ledger_postings g join public.ledger_lines l on l.posting_id = g.id and l.account = 'platform_fees'
  left join public.accounting_months m on m.month = date_trunc('month', g.accounted_on)::date
  left join public.payment_balances b on b.payment_id = g.payment_id left join public.streamers s on s.id = b.streamer_id
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
    return {
      header: ['Compte', 'Libellé', 'Débit', 'Crédit', 'Solde'],
      rows: trialBalance(await entriesOf(db, year, today)).map(({ number, label, debit, credit }) => [
        number,
        label,
        debit,
        credit,
        minus(debit, credit),
      ]),
      total: false,
    };
  },
  async vat_by_country(db, { firstDay, lastDay }, { today, seal }) {
    const { rows } = await db.query(VAT_LINES, [firstDay, lastDay]);
    const [first] = rows;
    const vat = vatOfMonth(first?.closed ?? false, first?.vat_rate ?? null, today);
    const streamers = [...new Set(rows.flatMap(({ streamerId }) => streamerId ?? []))];
    const { rows: sealed } = await db.query(SEALED, [streamers]);
    const identities = new Map(sealed.map((row) => [row.person_id, seal.open(row.person_id, row.sealed)]));
    return {
      header: VAT_HEADER,
      rows: vatByCountry(
        rows.map(({ streamerId, amount_cents }) => {
          const fee = negated(cents(Number(amount_cents)));
          const identity = streamerId === null ? null : (identities.get(streamerId) ?? null);
          return { ...placeOf(identity, vat.kind === 'rate'), streamerId, fee, tax: vatIn(fee, vat) };
        }),
      ),
      total: true,
    };
  },
};

/** How each of the other files of a month is made, over its days. */
export const MAKERS: Record<
  Exclude<FileKind, OfYear | PrintedKind>,
  (db: pg.ClientBase, period: Period, today: Vat) => Promise<string>
> = {
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
