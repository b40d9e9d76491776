import { XmlDocument, XmlElement } from 'libxml2-wasm';

const NAMES = {
  rsm: 'urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100',
  ram: 'urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100',
  udt: 'urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100',
};

/** A rule: what it is asked of, and what must hold there, in XPath. */
type Rule = readonly [context: string, holds: string];

const INVOICE = '/rsm:CrossIndustryInvoice';
const HEAD = `${INVOICE}/rsm:ExchangedDocument`;
const TRADE = `${INVOICE}/rsm:SupplyChainTradeTransaction`;
const LINE = `${TRADE}/ram:IncludedSupplyChainTradeLineItem`;
const AGREED = `${TRADE}/ram:ApplicableHeaderTradeAgreement`;
const SELLER = `${AGREED}/ram:SellerTradeParty`;
const BUYER = `${AGREED}/ram:BuyerTradeParty`;
const SETTLED = `${TRADE}/ram:ApplicableHeaderTradeSettlement`;
const TAX = `${SETTLED}/ram:ApplicableTradeTax`;
const SUMS = `${SETTLED}/ram:SpecifiedTradeSettlementHeaderMonetarySummation`;
const LINE_TAX = 'ram:SpecifiedLineTradeSettlement/ram:ApplicableTradeTax';
const LINE_NET =
  'ram:SpecifiedLineTradeSettlement/ram:SpecifiedTradeSettlementLineMonetarySummation/ram:LineTotalAmount';
const said = (path: string) => `normalize-space(${path}) != ""`;
/** Equal to the cent: XPath 1.0 counts in binary fractions. */
const equal = (one: string, other: string) => `round(100 * (${one})) = round(100 * (${other}))`;
const decimals = (path: string) => `string-length(substring-after(${path}, ".")) <= 2`;
const ofCategory = (category: string) => `${TAX}[ram:CategoryCode = "${category}"]`;
const linesOf = (category: string) => `${LINE}[${LINE_TAX}/ram:CategoryCode = "${category}"]`;

/**
 * The business rules of EN 16931-1 (its clause 6.4) that concern what our documents contain, written from the norm's text: without
 * charges, allowances other than on a price, payees, bank accounts and attachments, which they never have. Not the official Schematron.
 */
export const BUSINESS_RULES: Readonly<Record<string, Rule>> = {
  'BR-01': [
    INVOICE,
    said('rsm:ExchangedDocumentContext/ram:GuidelineSpecifiedDocumentContextParameter/ram:ID'),
  ],
  'BR-02': [HEAD, said('ram:ID')],
  'BR-03': [HEAD, said('ram:IssueDateTime/udt:DateTimeString[@format = "102"]')],
  'BR-04': [HEAD, said('ram:TypeCode')],
  'BR-05': [SETTLED, said('ram:InvoiceCurrencyCode')],
  'BR-06': [SELLER, said('ram:Name')],
  'BR-07': [BUYER, said('ram:Name')],
  'BR-08': [SELLER, 'count(ram:PostalTradeAddress) = 1'],
  'BR-09': [SELLER, said('ram:PostalTradeAddress/ram:CountryID')],
  'BR-10': [BUYER, 'count(ram:PostalTradeAddress) = 1'],
  'BR-11': [BUYER, said('ram:PostalTradeAddress/ram:CountryID')],
  'BR-12': [SUMS, said('ram:LineTotalAmount')],
  'BR-13': [SUMS, said('ram:TaxBasisTotalAmount')],
  'BR-14': [SUMS, said('ram:GrandTotalAmount')],
  'BR-15': [SUMS, said('ram:DuePayableAmount')],
  'BR-16': [TRADE, 'count(ram:IncludedSupplyChainTradeLineItem) >= 1'],
  'BR-21': [LINE, said('ram:AssociatedDocumentLineDocument/ram:LineID')],
  'BR-22': [LINE, said('ram:SpecifiedLineTradeDelivery/ram:BilledQuantity')],
  'BR-23': [LINE, said('ram:SpecifiedLineTradeDelivery/ram:BilledQuantity/@unitCode')],
  'BR-24': [LINE, said(LINE_NET)],
  'BR-25': [LINE, said('ram:SpecifiedTradeProduct/ram:Name')],
  'BR-26': [LINE, said('ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount')],
  'BR-27': [LINE, 'ram:SpecifiedLineTradeAgreement/ram:NetPriceProductTradePrice/ram:ChargeAmount >= 0'],
  'BR-29': [
    `${SETTLED}/ram:BillingSpecifiedPeriod`,
    'ram:EndDateTime/udt:DateTimeString >= ram:StartDateTime/udt:DateTimeString',
  ],
  'BR-45': [TAX, said('ram:BasisAmount')],
  'BR-46': [TAX, said('ram:CalculatedAmount')],
  'BR-47': [TAX, `${said('ram:CategoryCode')} and ram:TypeCode = "VAT"`],
  'BR-48': [TAX, said('ram:RateApplicablePercent')],
  'BR-49': [`${SETTLED}/ram:SpecifiedTradeSettlementPaymentMeans`, said('ram:TypeCode')],
  'BR-55': [`${SETTLED}/ram:InvoiceReferencedDocument`, said('ram:IssuerAssignedID')],
  'BR-CO-04': [LINE, said(`${LINE_TAX}/ram:CategoryCode`)],
  'BR-CO-09': [
    `${AGREED}/*/ram:SpecifiedTaxRegistration/ram:ID[@schemeID = "VA"]`,
    'starts-with(., ../../ram:PostalTradeAddress/ram:CountryID)',
  ],
  'BR-CO-10': [SUMS, equal('ram:LineTotalAmount', `sum(${LINE}/${LINE_NET})`)],
  'BR-CO-13': [SUMS, equal('ram:TaxBasisTotalAmount', 'ram:LineTotalAmount')],
  'BR-CO-14': [SUMS, equal('ram:TaxTotalAmount', `sum(${TAX}/ram:CalculatedAmount)`)],
  'BR-CO-15': [SUMS, equal('ram:GrandTotalAmount', 'ram:TaxBasisTotalAmount + ram:TaxTotalAmount')],
  'BR-CO-16': [SUMS, equal('ram:DuePayableAmount', 'ram:GrandTotalAmount - ram:TotalPrepaidAmount')],
  // The official rule allows less than one unit of the currency; a cent is what our own rounding needs.
  'BR-CO-17': [
    TAX,
    '(ram:BasisAmount * ram:RateApplicablePercent div 100 - ram:CalculatedAmount) < 0.011 and (ram:BasisAmount * ram:RateApplicablePercent div 100 - ram:CalculatedAmount) > -0.011',
  ],
  'BR-CO-18': [SETTLED, 'count(ram:ApplicableTradeTax) >= 1'],
  'BR-CO-25': [SUMS, 'ram:DuePayableAmount <= 0'],
  'BR-CO-26': [
    SELLER,
    `${said('ram:SpecifiedLegalOrganization/ram:ID')} or ${said('ram:SpecifiedTaxRegistration/ram:ID[@schemeID = "VA"]')}`,
  ],
  'BR-DEC-09': [SUMS, decimals('ram:LineTotalAmount')],
  'BR-DEC-12': [SUMS, decimals('ram:TaxBasisTotalAmount')],
  'BR-DEC-13': [SUMS, decimals('ram:TaxTotalAmount')],
  'BR-DEC-14': [SUMS, decimals('ram:GrandTotalAmount')],
  'BR-DEC-16': [SUMS, decimals('ram:TotalPrepaidAmount')],
  'BR-DEC-18': [SUMS, decimals('ram:DuePayableAmount')],
  'BR-DEC-19': [TAX, decimals('ram:BasisAmount')],
  'BR-DEC-20': [TAX, decimals('ram:CalculatedAmount')],
  'BR-DEC-23': [LINE, decimals(LINE_NET)],
  'BR-E-01': [linesOf('E'), `count(${ofCategory('E')}) = 1`],
  'BR-E-02': [
    linesOf('E'),
    `${said(`${SELLER}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID = "VA" or @schemeID = "FC"]`)}`,
  ],
  'BR-E-05': [linesOf('E'), `${LINE_TAX}/ram:RateApplicablePercent = 0`],
  'BR-E-08': [ofCategory('E'), equal('ram:BasisAmount', `sum(${linesOf('E')}/${LINE_NET})`)],
  'BR-E-09': [ofCategory('E'), 'ram:CalculatedAmount = 0'],
  'BR-E-10': [ofCategory('E'), `${said('ram:ExemptionReason')} or ${said('ram:ExemptionReasonCode')}`],
  'BR-S-01': [linesOf('S'), `count(${ofCategory('S')}) >= 1`],
  'BR-S-02': [
    linesOf('S'),
    `${said(`${SELLER}/ram:SpecifiedTaxRegistration/ram:ID[@schemeID = "VA" or @schemeID = "FC"]`)}`,
  ],
  'BR-S-05': [linesOf('S'), `${LINE_TAX}/ram:RateApplicablePercent > 0`],
  'BR-S-08': [ofCategory('S'), equal('ram:BasisAmount', `sum(${linesOf('S')}/${LINE_NET})`)],
  'BR-S-10': [ofCategory('S'), 'not(ram:ExemptionReason) and not(ram:ExemptionReasonCode)'],
  'BR-CL-01': [HEAD, 'ram:TypeCode = "380" or ram:TypeCode = "381"'],
  'BR-CL-03': [`${SUMS}/ram:TaxTotalAmount`, '@currencyID = "EUR"'],
  'BR-CL-04': [SETTLED, 'ram:InvoiceCurrencyCode = "EUR"'],
  'BR-CL-14': [`${AGREED}/*/ram:PostalTradeAddress/ram:CountryID`, 'string-length(.) = 2'],
};

/** @returns the rules that the XML breaks, and those that had nothing in it to be asked of */
export function brokenRules(xml: string): { broken: string[]; idle: string[] } {
  const document = XmlDocument.fromString(xml);
  try {
    const broken: string[] = [];
    const idle: string[] = [];
    for (const [id, [context, holds]] of Object.entries(BUSINESS_RULES)) {
      const places = document.find(context, NAMES);
      if (places.length === 0) idle.push(id);
      const ok = (place: (typeof places)[number]) =>
        place instanceof XmlElement && place.eval(`boolean(${holds})`, NAMES) === true;
      if (!places.every(ok)) broken.push(id);
    }
    return { broken, idle };
  } finally {
    document.dispose();
  }
}
