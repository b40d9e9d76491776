import type { Business } from '#product/shared/business.ts';
import { type Cents, NOTHING, sum } from '#product/shared/money/cents.ts';
import { formatEuros } from '#product/shared/money/format.ts';
import type { Weight } from '#server/integrations/pdf/fonts.ts';
import {
  frenchDate,
  LEFT,
  PAGE_END,
  QUIET,
  RIGHT,
  renderPdf,
  rule,
  WIDTH,
  write,
} from '#server/integrations/pdf/render-pdf.ts';
import { facturX } from './factur-x.ts';
import { type Consumer, type Document, isBusiness } from './rules/document.ts';

const TITLES = {
  session_invoice: 'Facture',
  session_credit: 'Avoir',
  commission_invoice: 'Facture de commission',
  commission_credit: 'Avoir sur commission',
} as const satisfies Record<Document['kind'], string>;

/**
 * The document as a PDF/A-3b with its Factur-X embedded. The same document gives the same bytes:
 * nothing in it depends on the moment or on chance.
 * @param at when it is made
 */
export const renderDocument = (document: Document, at: Date): Promise<Buffer> =>
  renderPdf({ title: `${TITLES[document.kind]} ${document.reference}`, at }, (pdf) => {
    paint(pdf, document);
    attach(pdf, facturX(document), at);
  });

/**
 * Embeds the XML as the document's machine-readable form, and names it in the metadata as Factur-X
 * requires (its annex on XMP).
 */
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
    const { reduction } = line;
    const whole = (paid: Cents, less: Cents | undefined) => formatEuros(sum([paid, less ?? NOTHING]));
    if (withVat) column(whole(line.net, reduction?.net), 'net', y);
    column(whole(line.gross, reduction?.gross), 'gross', y);
    y = below + 6;
    if (reduction !== null) {
      const under = write(pdf, reduction.label, { y, width: WIDTH - 190 });
      if (withVat) column(`−${formatEuros(reduction.net)}`, 'net', y);
      column(`−${formatEuros(reduction.gross)}`, 'gross', y);
      y = under + 6;
    }
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
