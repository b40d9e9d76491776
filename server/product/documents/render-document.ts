import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { inflateSync } from 'node:zlib';
import PDFDocument from 'pdfkit';
import { type Business, type Consumer, type Document, isBusiness } from '#domain/documents/document.ts';
import { formatEuros } from '#domain/money/format.ts';
import { facturX } from './factur-x.ts';

const require = createRequire(import.meta.url);
const fontFile = (subset: 'latin' | 'latin-ext', weight: 400 | 700): Buffer =>
  unpackWoff(
    readFileSync(
      require.resolve(`@fontsource/instrument-sans/files/instrument-sans-${subset}-${weight}-normal.woff`),
    ),
  );

/**
 * Converts a WOFF (1.0, W3C) to the font inside it: unpacked once here, because the PDF library would do it for each document, ten times
 * as slowly.
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

type Weight = 'text' | 'bold';
/** Read once, at the first document. */
let fonts: Readonly<Record<'text' | 'bold' | 'text-ext' | 'bold-ext', Buffer>> | undefined;

const INK = '#1d1620';
export const QUIET = '#6d6472';
const RULE = '#d9d2dc';
export const LEFT = 56;
export const RIGHT = 539;
export const WIDTH = RIGHT - LEFT;
const PAGE_END = 760;

const TITLES = {
  session_invoice: 'Facture',
  session_credit: 'Avoir',
  commission_invoice: 'Facture de commission',
  commission_credit: 'Avoir sur commission',
} as const satisfies Record<Document['kind'], string>;

/** `2026-11-22` as `22/11/2026`. */
export const frenchDate = (date: string): string => date.split('-').reverse().join('/');
/** The fonts have U+00A0, but not the narrow no-break space that French typography prefers. */
const spaced = (text: string): string => text.replaceAll('\u202f', '\u00a0');

/**
 * Characters come from the latin file, others from latin-ext, and those in neither become a question mark, because PDF/A forbids missing
 * glyphs.
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

/**
 * The document as a PDF/A-3b with its Factur-X embedded. The same document gives the same bytes: nothing in it depends on the moment or
 * on chance.
 * @param at when it is made
 */
export const renderDocument = (document: Document, at: Date): Promise<Buffer> =>
  renderPdf({ title: `${TITLES[document.kind]} ${document.reference}`, at }, (pdf) => {
    paint(pdf, document);
    attach(pdf, facturX(document), at);
  });

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
    // An empty font name keeps the library from registering PDF's own fonts, which are not embedded.
    font: '',
    // Title and the like are copied into the metadata unescaped, so they must not contain characters that need escaping.
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

/** Embeds the XML as the document's machine-readable form, and names it in the metadata as Factur-X requires (its annex on XMP). */
function attach(pdf: PDFKit.PDFDocument, xml: string, at: Date): void {
  // pdfkit's types do not know the relationship.
  const file: PDFKit.Mixins.PDFAttachmentOptions & { relationship: 'Alternative' } = {
    name: 'factur-x.xml',
    type: 'text/xml',
    description: 'Factur-X',
    relationship: 'Alternative',
    creationDate: at,
    modifiedDate: at,
  };
  pdf.file(Buffer.from(xml), file);
  const field = (name: string, meaning: string) =>
    `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${meaning}</pdfaProperty:description></rdf:li>`;
  pdf.appendXML(`
<rdf:Description rdf:about="" xmlns:fx="urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#">
<fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>factur-x.xml</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>
</rdf:Description>
<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>
${field('DocumentFileName', 'The name of the embedded XML document')}${field('DocumentType', 'The type of the hybrid document in capital letters, e.g. INVOICE or ORDER')}${field('Version', 'The actual version of the standard applying to the embedded XML document')}${field('ConformanceLevel', 'The conformance level of the embedded XML document')}
</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>
</rdf:Description>`);
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

export function partyOf(
  pdf: PDFKit.PDFDocument,
  head: string,
  party: Business | Consumer,
  x: number,
  y: number,
): number {
  const width = WIDTH / 2 - 16;
  let next = write(pdf, head, { x, y, width, size: 8.5, color: QUIET });
  next = write(pdf, party.name, { x, y: next + 2, width, weight: 'bold' });
  if (!isBusiness(party)) return next;
  for (const line of [
    party.street,
    `${party.postcode} ${party.city}`,
    `SIREN ${party.siren.replace(/(\d{3})(?=\d)/g, '$1\u00a0')}`,
    ...(party.vatNumber === null ? [] : [`TVA ${party.vatNumber}`]),
  ])
    next = write(pdf, line, { x, y: next, width, size: 9.5 });
  return next;
}

function paint(pdf: PDFKit.PDFDocument, document: Document): void {
  const { seller, buyer, vat, corrects, period } = document;
  write(pdf, TITLES[document.kind], { y: 56, size: 24, weight: 'bold' });
  write(pdf, 'Loge', { y: 62, size: 12, weight: 'bold', color: QUIET, align: 'right' });
  const particulars = [
    `N° ${document.reference}`,
    `Date\u00a0: ${frenchDate(document.issuedOn)}`,
    period === null
      ? `Prestation du ${frenchDate(document.deliveredOn)}`
      : `Période du ${frenchDate(period.first)} au ${frenchDate(period.last)}`,
    ...(corrects === null
      ? []
      : [`Sur la facture ${corrects.reference} du ${frenchDate(corrects.issuedOn)}`]),
  ];
  let y = 96;
  for (const particular of particulars) y = write(pdf, particular, { y });
  y += 20;
  y =
    Math.max(
      partyOf(pdf, 'Vendeur', seller, LEFT, y),
      partyOf(pdf, 'Client', buyer, LEFT + WIDTH / 2 + 16, y),
    ) + 28;

  const withVat = vat.kind === 'rate';
  const column = (text: string, place: 'net' | 'gross', at: number, weight: Weight = 'text') =>
    write(pdf, text, {
      x: place === 'net' ? RIGHT - 170 : RIGHT - 80,
      y: at,
      width: 80,
      align: 'right',
      weight,
    });
  write(pdf, 'Désignation', { y, size: 8.5, color: QUIET });
  if (withVat)
    write(pdf, 'Montant HT', { x: RIGHT - 170, y, width: 80, size: 8.5, color: QUIET, align: 'right' });
  write(pdf, withVat ? 'Montant TTC' : 'Montant', {
    x: RIGHT - 80,
    y,
    width: 80,
    size: 8.5,
    color: QUIET,
    align: 'right',
  });
  y += 18;
  rule(pdf, y);
  y += 10;
  for (const line of document.lines) {
    if (y > PAGE_END - 40) {
      pdf.addPage();
      y = 56;
    }
    const below = write(pdf, line.label, { y, width: WIDTH - 190 });
    if (withVat) column(formatEuros(line.net), 'net', y);
    column(formatEuros(line.gross), 'gross', y);
    y = below + 6;
  }
  rule(pdf, y + 2);
  y += 14;
  const totals: [string, string, Weight][] = [
    ['Total hors taxes', formatEuros(document.net), 'text'],
    vat.kind === 'rate'
      ? [`TVA ${vat.rate / 100}\u00a0%`, formatEuros(document.vatAmount), 'text']
      : ['TVA', formatEuros(document.vatAmount), 'text'],
    [withVat ? 'Total TTC' : 'Total', formatEuros(document.gross), 'bold'],
    [document.kind.endsWith('credit') ? 'Remboursé' : 'Déjà réglé', formatEuros(document.gross), 'text'],
    ['Reste à payer', formatEuros(0 as typeof document.gross), 'text'],
  ];
  for (const [label, value, weight] of totals) {
    write(pdf, label, { x: LEFT + WIDTH / 2, y, width: WIDTH / 2 - 90, weight });
    y = column(value, 'gross', y, weight);
  }
  y = Math.max(y + 30, 0);
  if (y > PAGE_END - 90) {
    pdf.addPage();
    y = 56;
  }
  for (const mention of document.mentions) y = write(pdf, mention, { y, size: 8.5, color: QUIET }) + 2;
}
