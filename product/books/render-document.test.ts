import { inflateSync } from 'node:zlib';
import { extractXml, Profile, validateXsd } from '@stackforge-eu/factur-x';
import { describe, expect, test } from 'vitest';
import { cents } from '#product/shared/money/cents.ts';
import { facturX } from './factur-x.ts';
import { renderDocument } from './render-document.ts';
import { composeDocument, type Document } from './rules/document.ts';
import { brokenRules } from './testing/business-rules.ts';

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
  'an invoice with a reduction': composeDocument({
    ...session,
    seller: withVat,
    lines: [
      {
        label: 'Session',
        gross: cents(3_600),
        reduction: { label: 'Remise, code NOEL', gross: cents(900) },
      },
    ],
  }),
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

describe.each(Object.entries(documents))('%s', (_, document) => {
  test('is what the schema of Factur-X allows for EN 16931', async () => {
    expect(await validateXsd(facturX(document), Profile.EN16931)).toEqual({ valid: true, errors: [] });
  });

  test('follows the business rules of EN 16931 that concern it', () => {
    const { broken, idle } = brokenRules(facturX(document));
    expect(broken).toEqual([]);
    // Only what a document does not have: the other category of VAT, a VAT number, a period, an invoice that it corrects.
    const franchise = document.vat.kind === 'franchise';
    expect(
      idle.filter((id) => !/^BR-(?:29|55|CO-09)$/.test(id) && !id.startsWith(franchise ? 'BR-S-' : 'BR-E-')),
    ).toEqual([]);
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

test('a document that breaks a rule is found out, whichever it breaks', () => {
  const xmls = Object.values(documents).map(facturX);
  const breaks = (change: (xml: string) => string) =>
    new Set(xmls.map(change).flatMap((xml) => brokenRules(xml).broken));
  expect(breaks((xml) => xml.replace(/(<ram:GrandTotalAmount>)\d/, '$17'))).toContain('BR-CO-15');
  expect(breaks((xml) => xml.replace(/(<ram:BasisAmount>)\d/, '$17'))).toEqual(
    new Set(['BR-CO-17', 'BR-E-08', 'BR-S-08']),
  );
  expect(breaks((xml) => xml.replaceAll('C62', ''))).toEqual(new Set(['BR-23']));
  expect(breaks((xml) => xml.replace(/<ram:Exemption\w+>[^<]*<\/ram:Exemption\w+>/g, ''))).toEqual(
    new Set(['BR-E-10']),
  );
  expect(breaks((xml) => xml.replaceAll('>FR44', '>DE44'))).toEqual(new Set(['BR-CO-09']));
  expect(breaks((xml) => xml.replace(/<ram:CountryID>..</g, '<ram:CountryID><'))).toEqual(
    new Set(['BR-09', 'BR-11', 'BR-CL-14']),
  );
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
