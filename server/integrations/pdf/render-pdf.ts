import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';

const require = createRequire(import.meta.url);
const fontFile = (subset: 'latin' | 'latin-ext', weight: 400 | 700): Buffer =>
  unpackWoff(
    readFileSync(
      require.resolve(`@fontsource/instrument-sans/files/instrument-sans-${subset}-${weight}-normal.woff`),
    ),
  );

/**
 * Converts a WOFF (1.0, W3C) to the font inside it: unpacked once here, because the PDF library
 * would do it for each document, ten times as slowly.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, index) => {
    const entry = 44 + index * 20;
    const [start, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ];
    const bytes = woff.subarray(start, start + packed);
    return { entry, bytes: packed < length ? inflateSync(bytes) : bytes };
  });
  const head = Buffer.alloc(12 + count * 16);
  woff.copy(head, 0, 4, 8);
  head.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  head.writeUInt16BE(2 ** power * 16, 6);
  head.writeUInt16BE(power, 8);
  head.writeUInt16BE((count - 2 ** power) * 16, 10);
  const parts: Buffer[] = [head];
  let offset = head.length;
  for (const [index, { entry, bytes }] of tables.entries()) {
    const at = 12 + index * 16;
    woff.copy(head, at, entry, entry + 4);
    woff.copy(head, at + 4, entry + 16, entry + 20);
    head.writeUInt32BE(offset, at + 8);
    head.writeUInt32BE(bytes.length, at + 12);
    const padding = (4 - (bytes.length % 4)) % 4;
    parts.push(bytes, Buffer.alloc(padding));
    offset += bytes.length + padding;
  }
  return Buffer.concat(parts);
}

export type Weight = 'text' | 'bold';
/** Read once, at the first document. */
let fonts: Readonly<Record<'text' | 'bold' | 'text-ext' | 'bold-ext', Buffer>> | undefined;

const INK = '#1d1620';
export const QUIET = '#6d6472';
const RULE = '#d9d2dc';
export const LEFT = 56;
export const RIGHT = 539;
export const WIDTH = RIGHT - LEFT;
export const PAGE_END = 760;

/** `2026-11-22` as `22/11/2026`. */
export const frenchDate = (date: string): string => date.split('-').reverse().join('/');
/** The fonts have U+00A0, but not the narrow no-break space that French typography prefers. */
const spaced = (text: string): string => text.replaceAll('\u202f', '\u00a0');

/**
 * Characters come from the latin file, others from latin-ext, and those in neither become a
 * question mark, because PDF/A forbids missing glyphs.
 */
const LATIN =
  /^[ -\u00FF\u0131\u0152\u0153\u02C6\u02DA\u02DC\u2010-\u201F\u2022\u2026\u2039\u203A\u20AC\u2122]$/u;
const LATIN_EXT = /^[\u0100-\u017F\u0192\u0218-\u021B\u1E80-\u1E85\u1E9E\u1EF2\u1EF3]$/u;

/** @returns the text in runs of one font each */
function runsOf(text: string, weight: Weight): { font: Weight | 'text-ext' | 'bold-ext'; text: string }[] {
  const runs: { font: Weight | 'text-ext' | 'bold-ext'; text: string }[] = [];
  for (const letter of spaced(text).normalize('NFC')) {
    const font = LATIN_EXT.test(letter) ? (`${weight}-ext` as const) : weight;
    const shown = font === weight && !LATIN.test(letter) ? '?' : letter;
    const last = runs.at(-1);
    if (last?.font === font) last.text += shown;
    else runs.push({ font, text: shown });
  }
  return runs;
}

/** A PDF/A-3b in our fonts, painted by `draw`. @param at when it is made */
export async function renderPdf(
  { title, at }: { title: string; at: Date },
  draw: (pdf: PDFKit.PDFDocument) => void,
): Promise<Buffer> {
  fonts ??= {
    text: fontFile('latin', 400),
    bold: fontFile('latin', 700),
    'text-ext': fontFile('latin-ext', 400),
    'bold-ext': fontFile('latin-ext', 700),
  };
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
  for (const [name, file] of Object.entries(fonts)) pdf.registerFont(name, file);
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

/** Writes a text, in as many lines as its width needs. @returns the height below it */
export function write(
  pdf: PDFKit.PDFDocument,
  text: string,
  { x = LEFT, y, width = WIDTH, size = 10, weight = 'text', color = INK, align = 'left' }: Placed,
): number {
  const leading = size * 1.45;
  pdf.fontSize(size).fillColor(color);
  const widthOf = (runs: ReturnType<typeof runsOf>) =>
    runs.reduce((total, run) => total + pdf.font(run.font).widthOfString(run.text), 0);
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
      pdf.font(run.font).text(run.text, at, y + index * leading, { lineBreak: false });
      at += pdf.widthOfString(run.text);
    }
  }
  return y + lines.length * leading;
}

export const rule = (pdf: PDFKit.PDFDocument, y: number): void => {
  pdf.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.6).strokeColor(RULE).stroke();
};
