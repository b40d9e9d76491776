import type { Cents } from '#product/shared/money/cents.ts';
import { formatEuros } from '#product/shared/money/format.ts';
import { LEFT, PAGE_END, QUIET, RIGHT, renderPdf, rule, write } from '#server/integrations/pdf/render-pdf.ts';

/** A table of the books, as a file of spreadsheets and as a printed one tell it. */
export interface BooksTable {
  readonly header: readonly string[];
  /** Amounts as cents, all else as text; the last row of `total` is set off. */
  readonly rows: readonly (readonly (string | Cents)[])[];
  /** Whether the last row adds up the others. */
  readonly total: boolean;
}

const AMOUNT = 72;
const GAP = 12;
const SIZE = 9;
/**
 * How wide a text is at most, in points: a letter of this font is little more than half of its
 * size.
 */
const wide = (text: string): number => text.length * SIZE * 0.56;

/** The table as a PDF/A-3b of A4 pages, its head on each. The same table gives the same bytes. */
export const renderTable = (
  { header, rows, total }: BooksTable,
  { title, lines, at }: { title: string; lines: readonly string[]; at: Date },
): Promise<Buffer> =>
  renderPdf({ title, at }, (pdf) => {
    const amounts = header.map((_, column) => rows.some((row) => typeof row[column] === 'number'));
    // A column of texts is never narrower than its longest word; what is left is shared as their
    // longest texts ask.
    const texts = header.map((head, column) =>
      amounts[column] ? [] : [head, ...rows.map((row) => String(row[column] ?? ''))],
    );
    const least = texts.map((column) => Math.max(0, ...column.flatMap((text) => text.split(' ').map(wide))));
    const wished = texts.map((column, at) => Math.max(0, ...column.map(wide)) - (least[at] ?? 0));
    const sumOf = (parts: readonly number[]) => parts.reduce((all, part) => all + part, 0);
    const columns = texts.filter((column) => column.length > 0).length;
    const left = RIGHT - LEFT - (header.length - columns) * AMOUNT - columns * GAP - sumOf(least);
    const widths = texts.map((column, at) =>
      column.length === 0
        ? AMOUNT
        : (least[at] ?? 0) + GAP + left * ((wished[at] ?? 0) / Math.max(1, sumOf(wished))),
    );
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
          x: amounts[column] ? x + GAP : x,
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
