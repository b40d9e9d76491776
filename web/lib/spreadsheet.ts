import { isFormula } from '#product/shared/formulas.ts';

/** A cell of text that no spreadsheet runs. */
export const quoted = (text: string): string =>
  `"${(isFormula(text) ? `'${text}` : text).replaceAll('"', '""')}"`;

/**
 * Cents as spreadsheets in French read amounts: « 1234,50 ». Never a formula, for it is a number.
 */
export const euroCell = (cents: number): string => (cents / 100).toFixed(2).replace('.', ',');

/**
 * Lines of cells as spreadsheets in French read them: « ; » between cells, and a byte order mark so
 * that accents are read as UTF-8.
 */
export const csvOf = (lines: readonly (readonly string[])[]): string =>
  `\uFEFF${lines.map((cells) => cells.join(';')).join('\r\n')}\r\n`;

/** Gives the reader a file of their own making. */
export function saveCsv(csv: string, name: string): void {
  const address = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
