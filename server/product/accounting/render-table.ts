import type { Cents } from '#domain/money/cents.ts';
import { formatEuros } from '#domain/money/format.ts';
import { LEFT, PAGE_END, QUIET, RIGHT, renderPdf, rule, write } from '#server/integrations/pdf/render-pdf.ts';

/** A table of the books, as a file of spreadsheets and as a printed one tell it. */
export interface BooksTable {
  readonly header: readonly string[];
  /** Amounts as cents, all else as text; the last row of `total` is set off. */
  readonly rows: readonly (readonly (string | Cents)[])[];
  /** Whether the last row adds up the others. */
  readonly total: boolean;
}

const AMOUNT = 84;
const GAP = 8;
const SIZE = 9;

/** The table as a PDF/A-3b of A4 pages, its head on each. The same table gives the same bytes. */
export const renderTable = (
  { header, rows, total }: BooksTable,
  { title, lines, at }: { title: string; lines: readonly string[]; at: Date },
): Promise<Buffer> =>
  renderPdf({ title, at }, (pdf) => {
    const amounts = header.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
    // What amounts leave is shared by the texts, each as wide as its longest one asks.
    const lengths = header.map((head, column) =>
      amounts[column]
        ? 0
        : Math.min(40, Math.max(head.length, ...rows.map((row) => String(row[column] ?? '').length))),
    );
    const left = RIGHT - LEFT - amounts.filter(Boolean).length * AMOUNT;
    const letters = lengths.reduce((all, length) => all + length, 0);
    const widths = lengths.map((length, column) => (amounts[column] ? AMOUNT : (left * length) / letters));
    const row = (
      cells: readonly (string | Cents)[],
      y: number,
      style: { weight?: 'bold'; color?: string },
    ) => {
      let x = LEFT;
      let below = y;
      for (const [column, cell] of cells.entries()) {
        const width = widths[column] ?? 0;
        const bottom = write(pdf, typeof cell === 'number' ? formatEuros(cell) : cell, {
          x,
          y,
          width: width - GAP,
          size: SIZE,
          align: amounts[column] ? 'right' : 'left',
          ...style,
        });
        below = Math.max(below, bottom);
        x += width;
      }
      return below + 5;
    };
    const head = (y: number) => {
      const below = row(header, y, { color: QUIET });
      rule(pdf, below);
      return below + 7;
    };
    let y = write(pdf, title, { y: 56, size: 20, weight: 'bold' }) + 6;
    for (const line of lines) y = write(pdf, line, { y, size: 9.5 });
    y = head(y + 18);
    for (const [index, cells] of rows.entries()) {
      if (y > PAGE_END - 24) {
        pdf.addPage();
        y = head(56);
      }
      const last = total && index === rows.length - 1;
      if (last) {
        rule(pdf, y);
        y += 7;
      }
      y = row(cells, y, last ? { weight: 'bold' } : {});
    }
  });
