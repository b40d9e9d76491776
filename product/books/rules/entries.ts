import { type Cents, cents, minus, NOTHING, negated, sum } from '#product/shared/money/cents.ts';
import { netOf, type Vat } from './document.ts';
import type { Account, PostingKind } from './ledger.ts';

/** An account of the French chart (plan comptable général, règlement ANC 2014-03, title IX). */
export interface ChartAccount {
  readonly number: string;
  readonly label: string;
}

/** Our fees with their VAT taken out, which is an account of its own. */
const VAT_COLLECTED: ChartAccount = { number: '445710', label: 'TVA collectée' };
/**
 * The accounts of the results that earlier years left, and so of the rest of what the first entry
 * of a year repeats.
 */
const CARRIED_PROFIT: ChartAccount = { number: '110000', label: 'Report à nouveau (solde créditeur)' };
const CARRIED_LOSS: ChartAccount = { number: '119000', label: 'Report à nouveau (solde débiteur)' };

/**
 * Each account of the ledger in the chart. The money kept for streamers is a debt (class 4): it is
 * never ours.
 */
export const CHART = {
  provider_balance: { number: '512100', label: 'Prestataire de paiement' },
  disputed_funds: { number: '467300', label: 'Sommes contestées auprès des banques' },
  processing_costs: { number: '627800', label: 'Frais du prestataire de paiement' },
  dispute_costs: { number: '658000', label: 'Contestations à la charge de la plateforme' },
  refunds_owed: { number: '467500', label: 'Viewers, remboursements à refaire' },
  own_bank: { number: '512200', label: 'Banque' },
  platform_fees: { number: '706000', label: 'Commissions' },
  streamer_pending: { number: '467100', label: 'Streamers, fonds retenus' },
  streamer_available: { number: '467200', label: 'Streamers, fonds disponibles' },
  payouts_in_transit: { number: '467400', label: 'Streamers, versements en route' },
} as const satisfies Record<Account, ChartAccount>;

export interface Journal {
  readonly code: string;
  readonly label: string;
}

const SALES: Journal = { code: 'VE', label: 'Ventes' };
const BANK: Journal = { code: 'BQ', label: 'Prestataire de paiement' };
const OTHER: Journal = { code: 'OD', label: 'Opérations diverses' };
const OPENING: Journal = { code: 'AN', label: 'À nouveaux' };

/** The journal that a posting stands in, and what its entry is called. */
const POSTED = {
  capture: [SALES, 'Session vendue'],
  extension: [SALES, 'Prolongation vendue'],
  processing_cost: [BANK, 'Frais du prestataire'],
  refund: [SALES, 'Remboursement'],
  settlement: [SALES, 'Remboursement selon les présences'],
  release: [OTHER, 'Fonds libérés'],
  payout_sent: [OTHER, 'Versement préparé'],
  payout_paid: [BANK, 'Versement reçu par la banque'],
  payout_failed: [BANK, 'Versement refusé par la banque'],
  dispute_opened: [BANK, 'Contestation ouverte'],
  dispute_cost: [BANK, 'Frais de contestation'],
  dispute_won: [BANK, 'Contestation gagnée'],
  dispute_lost: [BANK, 'Contestation perdue'],
  refund_failed: [BANK, 'Remboursement renvoyé par la banque'],
  refund_again: [BANK, 'Remboursement refait'],
  refund_by_hand: [BANK, 'Remboursement refait par virement'],
} as const satisfies Record<PostingKind, readonly [Journal, string]>;

/** A line of the ledger, debit positive. */
export interface LedgerLine {
  readonly account: Account;
  readonly streamer: { readonly id: string; readonly name: string | null } | null;
  readonly amount: Cents;
}

/** A posting as the ledger has it. Days are of Paris, `YYYY-MM-DD`. */
export interface PostedEntry {
  readonly kind: PostingKind;
  /**
   * The document that it rests on: an invoice, a credit note, or a movement as the provider calls
   * it.
   */
  readonly piece: { readonly reference: string; readonly date: string };
  readonly accountedOn: string;
  /** When its month was closed; null while it is open. */
  readonly closedOn: string | null;
  readonly lines: readonly LedgerLine[];
}

export interface EntryLine {
  readonly account: ChartAccount;
  /** The owner of this part of the account. */
  readonly auxiliary: ChartAccount | null;
  /** One of both is nothing, and neither is ever below. */
  readonly debit: Cents;
  readonly credit: Cents;
}

export interface Entry {
  readonly journal: Journal;
  readonly label: string;
  readonly accountedOn: string;
  readonly piece: { readonly reference: string; readonly date: string };
  readonly validatedOn: string | null;
  readonly lines: readonly EntryLine[];
}

/**
 * A posting as an entry of the French accounts. Our fee is split into its net amount and its VAT,
 * line by line, so that both add up to it.
 */
export function entryOf(posted: PostedEntry, vat: Vat): Entry {
  const [journal, label] = POSTED[posted.kind];
  return {
    journal,
    label,
    accountedOn: posted.accountedOn,
    piece: posted.piece,
    validatedOn: posted.closedOn,
    lines: posted.lines.flatMap((line) => linesOf(line, vat)),
  };
}

/**
 * The first entry of a year: what the accounts of the balance sheet (classes 1 to 5) carry over.
 * The result of the years before is what they leave.
 * @param balances the lines before the year; those of an account and a streamer may come added up,
 *   but for our fees, whose VAT is rounded line by line, at the rate of their month: `times` says
 *   how many lines are alike
 * @returns null when nothing is carried over
 */
export function openingEntry(
  balances: readonly (LedgerLine & { readonly vat: Vat; readonly times: number })[],
  year: { readonly firstDay: string; readonly validatedOn: string | null },
): Entry | null {
  const standing = new Map<
    string,
    { account: ChartAccount; auxiliary: ChartAccount | null; amount: Cents }
  >();
  for (const { times, vat, ...line } of balances)
    for (const { account, auxiliary, debit, credit } of linesOf(line, vat)) {
      if (account.number >= '6') continue;
      const key = `${account.number} ${auxiliary?.number ?? ''}`;
      const before = standing.get(key)?.amount ?? NOTHING;
      const added = cents(minus(debit, credit) * times);
      standing.set(key, { account, auxiliary, amount: sum([before, added]) });
    }
  const left = [...standing.values()].filter(({ amount }) => amount !== NOTHING);
  if (left.length === 0) return null;
  const lines = left.map(({ account, auxiliary, amount }) => lineOf(account, auxiliary, amount));
  const result = negated(sum(left.map(({ amount }) => amount)));
  const carried = result > 0 ? CARRIED_LOSS : CARRIED_PROFIT;
  return {
    journal: OPENING,
    label: 'À nouveaux',
    accountedOn: year.firstDay,
    piece: { reference: `AN-${year.firstDay.slice(0, 4)}`, date: year.firstDay },
    validatedOn: year.validatedOn,
    lines: [...lines, ...(result === NOTHING ? [] : [lineOf(carried, null, result)])],
  };
}

/** The VAT in an amount of our fees, with its sign. */
export function vatIn(amount: Cents, vat: Vat): Cents {
  const gross = cents(Math.abs(amount));
  const part = minus(gross, netOf(gross, vat));
  return amount < 0 ? negated(part) : part;
}

function linesOf({ account, streamer, amount }: LedgerLine, vat: Vat): EntryLine[] {
  const chart = CHART[account];
  const tax = account === 'platform_fees' ? vatIn(amount, vat) : NOTHING;
  const auxiliary = streamer && {
    // Whole: of two streamers the first digits may be the same.
    number: streamer.id.replaceAll('-', '').toUpperCase(),
    label: streamer.name ?? 'Compte supprimé',
  };
  return [
    ...(amount === tax ? [] : [lineOf(chart, auxiliary, minus(amount, tax))]),
    ...(tax === NOTHING ? [] : [lineOf(VAT_COLLECTED, null, tax)]),
  ];
}

const lineOf = (account: ChartAccount, auxiliary: ChartAccount | null, amount: Cents): EntryLine => ({
  account,
  auxiliary,
  debit: amount > 0 ? amount : NOTHING,
  credit: amount < 0 ? negated(amount) : NOTHING,
});

export interface BalanceRow extends ChartAccount {
  readonly debit: Cents;
  readonly credit: Cents;
}

/** Adds up a trial balance, an entry at a time: what each account was debited and credited. */
export function openTrialBalance() {
  const rows = new Map<string, BalanceRow>();
  return {
    add({ lines }: Entry): void {
      for (const { account, debit, credit } of lines) {
        const row = rows.get(account.number) ?? { ...account, debit: NOTHING, credit: NOTHING };
        rows.set(account.number, {
          ...row,
          debit: sum([row.debit, debit]),
          credit: sum([row.credit, credit]),
        });
      }
    },
    /** In the order of the chart. Both columns add up to the same. */
    rows: (): BalanceRow[] => [...rows.values()].sort((a, b) => (a.number < b.number ? -1 : 1)),
  };
}
