import { inflateSync } from 'node:zlib';
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x';
import { describe, expect, test } from 'vitest';
import { composeDocument, type Document } from '#domain/documents/document.ts';
import { cents } from '#domain/money/cents.ts';
import { facturX } from './factur-x.ts';
import { renderDocument } from './render-document.ts';

const seller = {
  name: 'Inès & Łukasz <Морел> EI',
  street: '3 rue des Écoles',
  postcode: '75005',
  city: 'Paris',
  siren: '732829320',
  vatNumber: null,
};
const session = {
  kind: 'session_invoice' as const,
  reference: 'LG-3FA2C1-2026-0001',
  issuedOn: '2026-11-22',
  deliveredOn: '2026-11-20',
  seller,
  buyer: { name: 'Camille D.', country: 'FR' },
  madeBy: 'Loge SAS',
  lines: [
    {
      label: 'Session «\u00a0Échecs, de zéro à l’ouverture\u00a0», 45\u00a0min, le 20/11/2026',
      gross: cents(4_503),
    },
    { label: 'Prolongation de la session', gross: cents(1_500) },
  ],
};
const withVat = { ...seller, vatNumber: 'FR44732829320' };
const documents: Record<string, Document> = {
  'an invoice under the franchise': composeDocument(session),
  'an invoice with VAT': composeDocument({ ...session, seller: withVat }),
  'a credit note': composeDocument({
    ...session,
    kind: 'session_credit',
    corrects: { reference: 'LG-3FA2C1-2026-0001', issuedOn: '2026-11-22' },
  }),
  'an invoice of the commission': composeDocument({
    ...session,
    kind: 'commission_invoice',
    seller: withVat,
    buyer: seller,
    madeBy: null,
    period: { first: '2026-10-01', last: '2026-10-31' },
  }),
};
const at = new Date('2026-11-22T10:00:00Z');

/** The text of the first element of that name. */
const numberIn = (xml: string, element: string) =>
  Number(new RegExp(`<ram:${element}[^>]*>([^<]*)<`).exec(xml)?.[1]);
const numbersIn = (xml: string, element: string) =>
  [...xml.matchAll(new RegExp(`<ram:${element}[^>]*>([^<]*)<`, 'g'))].map(([, value]) => Number(value));

describe.each(Object.entries(documents))('%s', (_, document) => {
  test('is what the schema of Factur-X allows for EN 16931', async () => {
    expect(await validateXsd(facturX(document), Profile.EN16931)).toEqual({ valid: true, errors: [] });
  });

  test('follows those business rules of EN 16931 that a schema cannot express', () => {
    const xml = facturX(document);
    const [lineTotal = 0, ...lines] = numbersIn(xml, 'LineTotalAmount').reverse();
    // BR-CO-10, BR-CO-13: the lines add up to the total without VAT.
    expect(lines.reduce((a, b) => a + b, 0)).toBeCloseTo(lineTotal, 2);
    expect(numberIn(xml, 'TaxBasisTotalAmount')).toBe(lineTotal);
    // BR-CO-14, BR-CO-15: VAT and total.
    expect(numberIn(xml, 'TaxTotalAmount')).toBe(numberIn(xml, 'CalculatedAmount'));
    expect(lineTotal + numberIn(xml, 'TaxTotalAmount')).toBeCloseTo(numberIn(xml, 'GrandTotalAmount'), 2);
    // BR-CO-16: what is left to pay.
    expect(numberIn(xml, 'GrandTotalAmount') - numberIn(xml, 'TotalPrepaidAmount')).toBe(
      numberIn(xml, 'DuePayableAmount'),
    );
    // BR-CO-17, within the cent that the norm's own rules tolerate.
    const rate = numbersIn(xml, 'RateApplicablePercent').at(-1) ?? 0;
    expect(
      Math.abs((numberIn(xml, 'BasisAmount') * rate) / 100 - numberIn(xml, 'CalculatedAmount')),
    ).toBeLessThan(0.011);
    // BR-E-05, BR-E-10 and BR-S-02: an exempt document gives the reason at 0 %, one with a rate the seller's VAT number.
    if (document.vat.kind === 'franchise') {
      expect(rate).toBe(0);
      expect(xml).toContain('<ram:ExemptionReason>TVA non applicable, art. 293 B du CGI<');
    } else expect(xml).toContain(`<ram:ID schemeID="VA">${withVat.vatNumber}<`);
  });

  test('has the parts of a PDF/A-3, with the XML inside and every font embedded', async () => {
    const pdf = await renderDocument(document, at);
    const found = await extractXml(pdf);
    expect(found.filename).toBe('factur-x.xml');
    expect(found.xml).toBe(facturX(document));
    const text = pdf.toString('latin1');
    const metadata = /<\?xpacket begin[\s\S]*<\?xpacket end/.exec(pdf.toString('utf8'))?.[0] ?? '';
    expect(metadata).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(metadata).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
    expect(metadata).toContain('<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>');
    expect(metadata).toContain('urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#');
    expect(text).toMatch(/\/S \/GTS_PDFA1/);
    expect(text).toMatch(/\/AFRelationship \/Alternative/);
    expect(text).toMatch(/\/AF \[/);
    expect(text).toMatch(/\/ModDate \(D:2026/);
    expect(text).not.toMatch(/\/Encrypt|\/JavaScript|\/BaseFont \/Helvetica/);
    const descriptors = text.match(/\/Type \/FontDescriptor/g)?.length ?? 0;
    expect(descriptors).toBeGreaterThanOrEqual(2);
    expect(text.match(/\/FontFile2 \d+ 0 R/g)).toHaveLength(descriptors);
    // PDF/A forbids the empty glyph that stands for characters missing in a font.
    for (const [, shown] of contentOf(pdf).matchAll(/<([0-9a-f]+)>/g))
      expect(shown?.match(/.{4}/g)).not.toContain('0000');
  });

  test('gives the same bytes each time', async () => {
    expect((await renderDocument(document, at)).equals(await renderDocument(document, at))).toBe(true);
  });
});

/** The instructions that paint the pages. */
function contentOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const parts: string[] = [];
  for (const match of text.matchAll(/\/Length (\d+)[^>]*>>\s*stream\n/g)) {
    const start = match.index + match[0].length;
    const bytes = pdf.subarray(start, start + Number(match[1]));
    const plain = match[0].includes('FlateDecode') ? inflateSync(bytes).toString('latin1') : '';
    if (/\bTJ\b/.test(plain)) parts.push(plain);
  }
  expect(parts.length).toBeGreaterThan(0);
  return parts.join('\n');
}
