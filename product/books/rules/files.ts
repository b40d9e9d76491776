import { isFormula } from '#product/shared/formulas.ts';
import type { Cents } from '#product/shared/money/cents.ts';
import type { Entry } from './entries.ts';
import { legible } from './legible.ts';

/**
 * The kinds of files that can be made. Most tell of a month of the books; the FEC of the year up to
 * its last closed month, the declaration of sellers of a year, and the figures for the public of
 * the year that ends with the month.
 */
export const FILE_KINDS = [
  'month',
  'trial_balance',
  'fec',
  'commission_vat',
  'vat_by_country',
  'payouts',
  'refunds',
  'disputes',
  'dac7',
  'dac7_correction',
  'dac7_sellers',
  'transparency',
] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Those that people read, made for paper too. */
export const PRINTED = ['month', 'trial_balance', 'vat_by_country'] as const satisfies FileKind[];
export type PrintedKind = (typeof PRINTED)[number];
export const isPrinted = (kind: FileKind): kind is PrintedKind => PRINTED.some((one) => one === kind);

/** The messages to the tax office, which are handed in. */
export const DECLARATIONS = ['dac7', 'dac7_correction'] as const satisfies FileKind[];
export const isDeclaration = (kind: string): boolean => DECLARATIONS.some((one) => one === kind);
/** Files that tell who people are lie encrypted. */
export const isSealed = (kind: string): boolean => isDeclaration(kind) || kind === 'dac7_sellers';

/**
 * The columns of a « fichier des écritures comptables », in their order (art. A47 A-1 VII 1° LPF).
 */
export const FEC_COLUMNS = [
  'JournalCode',
  'JournalLib',
  'EcritureNum',
  'EcritureDate',
  'CompteNum',
  'CompteLib',
  'CompAuxNum',
  'CompAuxLib',
  'PieceRef',
  'PieceDate',
  'EcritureLib',
  'Debit',
  'Credit',
  'EcritureLet',
  'DateLet',
  'ValidDate',
  'Montantdevise',
  'Idevise',
] as const;

/** Cents as accounts write them: no separator of thousands, a comma, two digits. */
export function amountText(amount: Cents): string {
  const digits = String(Math.abs(amount)).padStart(3, '0');
  return `${amount < 0 ? '-' : ''}${digits.slice(0, -2)},${digits.slice(-2)}`;
}

const compact = (day: string): string => day.replaceAll('-', '');
/** A separator within a text would be read as one. */
const plain = (text: string): string => legible(text.replaceAll('|', ' '));

/** The first line of a FEC. */
export const FEC_HEADER = `${FEC_COLUMNS.join('\t')}\r\n`;

/**
 * The lines of an entry in the FEC, tab separated.
 * @param number its place in the order of entries, which are counted from 1 without a gap
 */
export const fecLines = (entry: Entry, number: number): string =>
  entry.lines
    .map(({ account, auxiliary, debit, credit }) => [
      entry.journal.code,
      entry.journal.label,
      String(number),
      compact(entry.accountedOn),
      account.number,
      account.label,
      auxiliary?.number ?? '',
      auxiliary?.label ?? '',
      entry.piece.reference,
      compact(entry.piece.date),
      entry.label,
      amountText(debit),
      amountText(credit),
      '',
      '',
      compact(entry.validatedOn ?? ''),
      '',
      '',
    ])
    .map((row) => `${row.map(plain).join('\t')}\r\n`)
    .join('');

/** `<SIREN>FEC<AAAAMMJJ>.txt`, with the last day of the books (art. A47 A-1 IX LPF). */
export const fecName = (siren: string, lastDay: string): string => `${siren}FEC${compact(lastDay)}.txt`;

/**
 * A table for spreadsheets begins with this mark: without it they take its letters for those of
 * another alphabet.
 */
export const CSV_MARK = '\uFEFF';

/**
 * A row as French spreadsheets open it, with semicolons. A text that a spreadsheet would take for a
 * formula begins with an apostrophe; amounts are given as cents.
 */
export function csvRow(row: readonly (string | Cents)[]): string {
  const cell = (value: string | Cents): string => {
    if (typeof value === 'number') return amountText(value);
    const text = isFormula(value) ? `'${value}` : value;
    return /[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return `${row.map(cell).join(';')}\r\n`;
}

/** A whole table for spreadsheets, in UTF-8. */
export const csvText = (header: readonly string[], rows: readonly (readonly (string | Cents)[])[]): string =>
  `${CSV_MARK}${[header, ...rows].map(csvRow).join('')}`;
