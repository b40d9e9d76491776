import type { Business } from '#product/shared/business.ts';
import { ofName } from '#product/shared/elision.ts';
import {
  allocate,
  type BasisPoints,
  basisPoints,
  type Cents,
  cents,
  fraction,
  minus,
  sum,
} from '#product/shared/money/cents.ts';
import type { FiscalIdentity } from './identity.ts';

/**
 * The content of an invoice or a credit note. Pure: facts of the ledger and identities go in,
 * lines, VAT and legal mentions come out, in cents. A session is invoiced by Loge in the streamer's
 * name (art. 289 I-2 CGI, a mandate), once it is over and settled; each later refund to the viewer
 * gets a credit note of its own. Loge invoices its commission to the streamer once a month.
 */
export const INVOICE_KINDS = [
  'session_invoice',
  'session_credit',
  'commission_invoice',
  'commission_credit',
] as const;
export type InvoiceKind = (typeof INVOICE_KINDS)[number];

/**
 * All that is made once and kept: invoices, credit notes, and what the tax office is told of a
 * year.
 */
export const DOCUMENT_KINDS = [...INVOICE_KINDS, 'yearly_statement'] as const;
export type DocumentKind = (typeof DOCUMENT_KINDS)[number];

/**
 * The version of the mandate's text that a streamer accepts; it rises with each change of the text.
 */
export const MANDATE_VERSION = 1;

/** The French rate for services. */
export const VAT_RATE: BasisPoints = basisPoints(2_000);
export const FRANCHISE_MENTION = 'TVA non applicable, art. 293 B du CGI';

/** A viewer: the streamer sees first name and initial, as everywhere on Loge. */
export interface Consumer {
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

export type Vat = { readonly kind: 'franchise' } | { readonly kind: 'rate'; readonly rate: BasisPoints };

export interface DocumentLine {
  readonly label: string;
  /** Of what was paid, a reduction taken off. */
  readonly net: Cents;
  readonly gross: Cents;
  /**
   * The reduction made before it was paid (art. 242 nonies A, I, 9° of annexe II of the CGI: any
   * reduction is on the invoice); null: nothing.
   */
  readonly reduction: { readonly label: string; readonly net: Cents; readonly gross: Cents } | null;
}

export interface Document {
  readonly kind: InvoiceKind;
  readonly reference: string;
  /** Local dates in Paris, `YYYY-MM-DD`. */
  readonly issuedOn: string;
  readonly deliveredOn: string;
  /** Of a monthly invoice. */
  readonly period: { readonly first: string; readonly last: string } | null;
  readonly seller: Business;
  readonly buyer: Business | Consumer;
  /**
   * « Facture établie par Loge au nom et pour le compte de … »: who made it; null when the seller
   * did.
   */
  readonly madeBy: string | null;
  /** The invoice that a credit note corrects. */
  readonly corrects: { readonly reference: string; readonly issuedOn: string } | null;
  readonly lines: readonly DocumentLine[];
  readonly vat: Vat;
  readonly net: Cents;
  readonly vatAmount: Cents;
  readonly gross: Cents;
  readonly mentions: readonly string[];
}

export const isBusiness = (party: Business | Consumer): party is Business => 'siren' in party;

export const isCredit = (kind: DocumentKind): boolean =>
  kind === 'session_credit' || kind === 'commission_credit';

/** Only a business has invoices: a private seller's session has its receipt only. */
export function businessOf(identity: FiscalIdentity): Business | null {
  const { kind, siren, legalName, soleTrader, street, postcode, city, vatNumber } = identity;
  if (kind !== 'business' || siren === null) return null;
  return { name: soleTrader ? `${legalName} EI` : legalName, street, postcode, city, siren, vatNumber };
}

/**
 * The number as it is printed. A streamer's series contains a code of theirs, since a viewer
 * collects invoices of several streamers, and Loge's prefix tells it from the invoices that they
 * make elsewhere. Twenty characters at most, which is the limit of the administration's portal.
 * @param issuerId the streamer; null: Loge's own series
 */
export const referenceOf = (issuerId: string | null, year: number, number: number): string =>
  `LG-${issuerId === null ? '' : `${issuerId.slice(0, 6).toUpperCase()}-`}${year}-${String(number).padStart(4, '0')}`;

/** The number of a yearly statement, which is no invoice and has a series of its own. */
export const statementReferenceOf = (year: number, number: number): string =>
  `LG-R-${year}-${String(number).padStart(4, '0')}`;

/**
 * The net of an amount that includes VAT, to the nearest cent; the VAT is the rest, so that both
 * add up to what was paid.
 */
export const netOf = (gross: Cents, vat: Vat): Cents =>
  vat.kind === 'franchise' ? gross : fraction(gross, 10_000, 10_000 + vat.rate);

/** The VAT that a seller charges: none without a VAT number. */
export const vatOf = (seller: Business): Vat =>
  seller.vatNumber === null ? { kind: 'franchise' } : { kind: 'rate', rate: VAT_RATE };

/** The rate of a VAT, 0 for none: what is kept of it. */
export const rateOf = (vat: Vat): number => (vat.kind === 'franchise' ? 0 : vat.rate);

/** The VAT of a rate that was kept. */
export const vatAt = (rate: number): Vat =>
  rate === 0 ? { kind: 'franchise' } : { kind: 'rate', rate: basisPoints(rate) };

interface Draft {
  kind: InvoiceKind;
  reference: string;
  issuedOn: string;
  deliveredOn: string;
  period?: Document['period'];
  seller: Business;
  buyer: Business | Consumer;
  madeBy: string | null;
  corrects?: Document['corrects'];
  /** The amount paid for each thing, VAT included. */
  lines: readonly DraftLine[];
}

interface DraftLine {
  readonly label: string;
  readonly gross: Cents;
  readonly reduction?: { readonly label: string; readonly gross: Cents } | null;
}

/**
 * Computes VAT and mentions. Throws a RangeError for an amount of zero, for which no document
 * exists.
 */
export function composeDocument(draft: Draft): Document {
  const gross = sum(draft.lines.map((line) => line.gross));
  if (gross <= 0) throw new RangeError('a document over nothing');
  const vat = vatOf(draft.seller);
  const net = netOf(gross, vat);
  // Rounded on the total and then split, so that the lines add up to the total.
  const nets = allocate(
    net,
    draft.lines.map((line) => line.gross),
  );
  return {
    ...draft,
    period: draft.period ?? null,
    corrects: draft.corrects ?? null,
    vat,
    lines: draft.lines.map((line, index) => composeLine(line, nets[index] ?? cents(0), vat)),
    net,
    vatAmount: minus(gross, net),
    gross,
    mentions: mentionsOf(draft, vat),
  };
}

/** The reduction is the net of the whole price less the net of what was paid, so that they add up. */
function composeLine({ label, gross, reduction = null }: DraftLine, net: Cents, vat: Vat): DocumentLine {
  if (reduction === null) return { label, gross, net, reduction };
  const whole = netOf(sum([gross, reduction.gross]), vat);
  return { label, gross, net, reduction: { ...reduction, net: minus(whole, net) } };
}

/** Each with the article that requires it. */
function mentionsOf({ kind, seller, buyer, madeBy }: Draft, vat: Vat): string[] {
  const credit = isCredit(kind);
  return [
    // Art. 289 I-2 CGI; BOI-TVA-DECLA-30-20-10, n° 360.
    ...(madeBy === null
      ? []
      : [
          `${credit ? 'Avoir établi' : 'Facture établie'} par ${madeBy} au nom et pour le compte ${ofName(seller.name)}.`,
        ]),
    ...(vat.kind === 'franchise' ? [`${FRANCHISE_MENTION}.`] : []),
    // Art. 242 nonies A, I, 8° bis of annexe II of the CGI: the category of the operation.
    'Prestation de services.',
    ...(credit
      ? ['Somme remboursée.']
      : [
          kind === 'commission_invoice'
            ? 'Réglée par retenue sur les sommes encaissées.'
            : 'Payée en ligne, avant la session.',
        ]),
    // Art. L441-9 and D441-5 C. com.: between professionals only.
    ...(isBusiness(buyer) && !credit
      ? [
          'Pas d’escompte pour paiement anticipé. Pénalités de retard\u202f: trois fois le taux d’intérêt légal. Indemnité forfaitaire pour frais de recouvrement\u202f: 40\u00a0€.',
        ]
      : []),
  ];
}
