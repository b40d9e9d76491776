import type { Business } from '#product/shared/business.ts';
import { type Cents, sum } from '#product/shared/money/cents.ts';
import { type Consumer, type Document, isBusiness, isCredit } from './rules/document.ts';

/** The profile of Factur-X that covers all of EN 16931. */
const PROFILE = 'urn:cen.eu:en16931:2017';
/** UNTDID 1001. */
const INVOICE = '380';
const CREDIT_NOTE = '381';
/** UNTDID 4461: by card, and between two parties that owe each other. */
const PAID_BY_CARD = '48';
const CLEARED = '97';
/** ISO 6523: SIRENE, the register of French businesses. */
const SIREN = '0002';

/**
 * The characters that XML 1.0 cannot contain, even escaped: control characters and halves of
 * surrogate pairs.
 */
const NOT_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const text = (value: string): string =>
  value
    .replace(NOT_XML, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const amount = (value: Cents): string => (value / 100).toFixed(2);
const day = (date: string): string =>
  `<udt:DateTimeString format="102">${date.replaceAll('-', '')}</udt:DateTimeString>`;

function party(role: 'Seller' | 'Buyer', who: Business | Consumer): string {
  const business = isBusiness(who);
  const registered = business
    ? `<ram:SpecifiedLegalOrganization><ram:ID schemeID="${SIREN}">${text(who.siren)}</ram:ID></ram:SpecifiedLegalOrganization>`
    : '';
  const address = business
    ? `<ram:PostcodeCode>${text(who.postcode)}</ram:PostcodeCode><ram:LineOne>${text(who.street)}</ram:LineOne><ram:CityName>${text(who.city)}</ram:CityName><ram:CountryID>FR</ram:CountryID>`
    : `<ram:CountryID>${text(who.country)}</ram:CountryID>`;
  // Without a VAT number the tax office identifies a seller by the SIREN (BT-32); for a buyer the
  // norm has no such field.
  const tax = !business
    ? ''
    : who.vatNumber !== null
      ? `<ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">${text(who.vatNumber)}</ram:ID></ram:SpecifiedTaxRegistration>`
      : role === 'Seller'
        ? `<ram:SpecifiedTaxRegistration><ram:ID schemeID="FC">${text(who.siren)}</ram:ID></ram:SpecifiedTaxRegistration>`
        : '';
  return `<ram:${role}TradeParty><ram:Name>${text(who.name)}</ram:Name>${registered}<ram:PostalTradeAddress>${address}</ram:PostalTradeAddress>${tax}</ram:${role}TradeParty>`;
}

/**
 * The document as EN 16931 describes it, in UN/CEFACT's syntax (Cross Industry Invoice D22B), which
 * is embedded in the PDF. Amounts of a credit note are positive; its type says that they are
 * refunded.
 */
export function facturX(document: Document): string {
  const { vat, seller, buyer, corrects, period } = document;
  const franchise = vat.kind === 'franchise';
  const category = franchise ? 'E' : 'S';
  const percent = vat.kind === 'rate' ? (vat.rate / 100).toFixed(2) : '0.00';
  const lines = document.lines.map(
    ({ label, net, reduction }, index) => `<ram:IncludedSupplyChainTradeLineItem>
<ram:AssociatedDocumentLineDocument><ram:LineID>${index + 1}</ram:LineID></ram:AssociatedDocumentLineDocument>
<ram:SpecifiedTradeProduct><ram:Name>${text(label)}</ram:Name></ram:SpecifiedTradeProduct>
<ram:SpecifiedLineTradeAgreement>${reduction === null ? '' : `<ram:GrossPriceProductTradePrice><ram:ChargeAmount>${amount(sum([net, reduction.net]))}</ram:ChargeAmount><ram:AppliedTradeAllowanceCharge><ram:ChargeIndicator><udt:Indicator>false</udt:Indicator></ram:ChargeIndicator><ram:ActualAmount>${amount(reduction.net)}</ram:ActualAmount></ram:AppliedTradeAllowanceCharge></ram:GrossPriceProductTradePrice>`}<ram:NetPriceProductTradePrice><ram:ChargeAmount>${amount(net)}</ram:ChargeAmount></ram:NetPriceProductTradePrice></ram:SpecifiedLineTradeAgreement>
<ram:SpecifiedLineTradeDelivery><ram:BilledQuantity unitCode="C62">1</ram:BilledQuantity></ram:SpecifiedLineTradeDelivery>
<ram:SpecifiedLineTradeSettlement><ram:ApplicableTradeTax><ram:TypeCode>VAT</ram:TypeCode><ram:CategoryCode>${category}</ram:CategoryCode><ram:RateApplicablePercent>${percent}</ram:RateApplicablePercent></ram:ApplicableTradeTax><ram:SpecifiedTradeSettlementLineMonetarySummation><ram:LineTotalAmount>${amount(net)}</ram:LineTotalAmount></ram:SpecifiedTradeSettlementLineMonetarySummation></ram:SpecifiedLineTradeSettlement>
</ram:IncludedSupplyChainTradeLineItem>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>${PROFILE}</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>${text(document.reference)}</ram:ID><ram:TypeCode>${isCredit(document.kind) ? CREDIT_NOTE : INVOICE}</ram:TypeCode><ram:IssueDateTime>${day(document.issuedOn)}</ram:IssueDateTime>
${document.mentions.map((mention) => `<ram:IncludedNote><ram:Content>${text(mention)}</ram:Content></ram:IncludedNote>`).join('\n')}
</rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
${lines.join('\n')}
<ram:ApplicableHeaderTradeAgreement>${party('Seller', seller)}
${party('Buyer', buyer)}</ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery><ram:ActualDeliverySupplyChainEvent><ram:OccurrenceDateTime>${day(document.deliveredOn)}</ram:OccurrenceDateTime></ram:ActualDeliverySupplyChainEvent></ram:ApplicableHeaderTradeDelivery>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode>
<ram:SpecifiedTradeSettlementPaymentMeans><ram:TypeCode>${isBusiness(buyer) ? CLEARED : PAID_BY_CARD}</ram:TypeCode></ram:SpecifiedTradeSettlementPaymentMeans>
<ram:ApplicableTradeTax><ram:CalculatedAmount>${amount(document.vatAmount)}</ram:CalculatedAmount><ram:TypeCode>VAT</ram:TypeCode>${franchise ? '<ram:ExemptionReason>TVA non applicable, art. 293 B du CGI</ram:ExemptionReason>' : ''}<ram:BasisAmount>${amount(document.net)}</ram:BasisAmount><ram:CategoryCode>${category}</ram:CategoryCode>${franchise ? '<ram:ExemptionReasonCode>VATEX-FR-FRANCHISE</ram:ExemptionReasonCode>' : ''}<ram:RateApplicablePercent>${percent}</ram:RateApplicablePercent></ram:ApplicableTradeTax>
${period === null ? '' : `<ram:BillingSpecifiedPeriod><ram:StartDateTime>${day(period.first)}</ram:StartDateTime><ram:EndDateTime>${day(period.last)}</ram:EndDateTime></ram:BillingSpecifiedPeriod>`}
<ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:LineTotalAmount>${amount(document.net)}</ram:LineTotalAmount><ram:TaxBasisTotalAmount>${amount(document.net)}</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">${amount(document.vatAmount)}</ram:TaxTotalAmount><ram:GrandTotalAmount>${amount(document.gross)}</ram:GrandTotalAmount><ram:TotalPrepaidAmount>${amount(document.gross)}</ram:TotalPrepaidAmount><ram:DuePayableAmount>0.00</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation>
${corrects === null ? '' : `<ram:InvoiceReferencedDocument><ram:IssuerAssignedID>${text(corrects.reference)}</ram:IssuerAssignedID><ram:FormattedIssueDateTime><qdt:DateTimeString xmlns:qdt="urn:un:unece:uncefact:data:standard:QualifiedDataType:100" format="102">${corrects.issuedOn.replaceAll('-', '')}</qdt:DateTimeString></ram:FormattedIssueDateTime></ram:InvoiceReferencedDocument>`}
</ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction>
</rsm:CrossIndustryInvoice>
`;
}
