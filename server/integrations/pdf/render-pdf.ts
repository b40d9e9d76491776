import PDFDocument from 'pdfkit';
import { bytesOf, checkGlyphs, type Run, runsOf, type Weight } from './fonts.ts';

const INK = '#1d1620';
export const QUIET = '#6d6472';
const RULE = '#d9d2dc';
export const LEFT = 56;
export const RIGHT = 539;
export const WIDTH = RIGHT - LEFT;
export const PAGE_END = 760;

/** `2026-11-22` as `22/11/2026`. */
export const frenchDate = (date: string): string => date.split('-').reverse().join('/');

/** A PDF/A-3b in our fonts, painted by `draw`. @param at when it is made */
export async function renderPdf(
  { title, at }: { title: string; at: Date },
  draw: (pdf: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: 56, bottom: 40, left: LEFT, right: 595.28 - RIGHT },
    pdfVersion: '1.7',
    subset: 'PDF/A-3b',
    lang: 'fr-FR',
    // An empty font name keeps the library from registering PDF's own fonts, which are not
    // embedded.
    font: '',
    // Title and the like are copied into the metadata unescaped, so they must not contain
    // characters that need escaping.
    info: { Title: title, Creator: 'Loge', Producer: 'Loge', CreationDate: at, ModDate: at },
  });
  const chunks: Buffer[] = [];
  const done = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', () => resolve(Buffer.concat(chunks)));
    pdf.on('error', reject);
  });
  draw(pdf);
  pdf.end();
  return done;
}

interface Placed {
  x?: number;
  y: number;
  width?: number;
  size?: number;
  weight?: Weight;
  color?: string;
  align?: 'left' | 'right';
}

/**
 * Writes a text, in as many lines as its width needs.
 * @returns the height below it
 * @throws Error when a sign of it would be an empty box
 */
export function write(
  pdf: PDFKit.PDFDocument,
  text: string,
  { x = LEFT, y, width = WIDTH, size = 10, weight = 'text', color = INK, align = 'left' }: Placed,
): number {
  const leading = size * 1.45;
  pdf.fontSize(size).fillColor(color);
  const inFace = ({ face }: Run) => pdf.registerFont(face, bytesOf(face)).font(face);
  const widthOf = (runs: readonly Run[]) =>
    runs.reduce((total, run) => total + inFace(run).widthOfString(run.text), 0);
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && widthOf(runsOf(longer, weight)) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  for (const [index, line] of lines.entries()) {
    const runs = runsOf(line, weight);
    let at = align === 'right' ? x + width - widthOf(runs) : x;
    for (const run of runs) {
      checkGlyphs(run);
      inFace(run).text(run.text, at, y + index * leading, { lineBreak: false });
      at += pdf.widthOfString(run.text);
    }
  }
  return y + lines.length * leading;
}

export const rule = (pdf: PDFKit.PDFDocument, y: number): void => {
  pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.6).strokeColor(RULE).stroke();
};
