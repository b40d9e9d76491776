import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Business, frenchVatNumber } from '#product/shared/business.ts';
import { cents, sum } from '#product/shared/money/cents.ts';
import { daysAfter, parseInstant } from '#product/shared/time/instant.ts';
import { businessOf, composeDocument, FRANCHISE_MENTION, referenceOf } from './document.ts';
import { checkIdentity, type FiscalIdentity, isSiren } from './identity.ts';
import { isComplete, nextReminderAt, payoutsWaitFrom, yearsAsked } from './reporting.ts';

const seller: Business = {
  name: 'Inès Morel EI',
  street: '3 rue des Écoles',
  postcode: '75005',
  city: 'Paris',
  siren: '732829320',
  vatNumber: null,
};
const viewer = { name: 'Camille D.', country: 'FR' };
const session = {
  kind: 'session_invoice' as const,
  reference: 'LG-ABCDEF-2026-0001',
  issuedOn: '2026-11-22',
  deliveredOn: '2026-11-20',
  seller,
  buyer: viewer,
  madeBy: 'Loge SAS',
};

describe('a document', () => {
  test('of a seller under the franchise has no VAT and says why', () => {
    const document = composeDocument({ ...session, lines: [{ label: 'Session', gross: cents(4_503) }] });
    expect(document).toMatchObject({ net: 4_503, vatAmount: 0, gross: 4_503, vat: { kind: 'franchise' } });
    expect(document.mentions).toContain(`${FRANCHISE_MENTION}.`);
    expect(document.mentions).toContain(
      'Facture établie par Loge SAS au nom et pour le compte d’Inès Morel EI.',
    );
  });

  test('of a seller with VAT computes it from what was paid', () => {
    const vatNumber = frenchVatNumber(seller.siren);
    const document = composeDocument({
      ...session,
      seller: { ...seller, vatNumber },
      lines: [{ label: 'Session', gross: cents(4_800) }],
    });
    expect(document).toMatchObject({ net: 4_000, vatAmount: 800, gross: 4_800 });
    expect(document.mentions.join(' ')).not.toContain('293 B');
  });

  test('adds up to the cent, whatever was paid, and its VAT is the rate of its net to within one cent', () => {
    const amounts = fc.array(fc.integer({ min: 1, max: 1_000_000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(amounts, fc.boolean(), (paid, charged) => {
        const vatNumber = charged ? 'FR44732829320' : null;
        const document = composeDocument({
          ...session,
          seller: { ...seller, vatNumber },
          lines: paid.map((gross) => ({ label: 'a', gross: cents(gross) })),
        });
        expect(document.net + document.vatAmount).toBe(document.gross);
        expect(document.gross).toBe(paid.reduce((a, b) => a + b));
        expect(sum(document.lines.map(({ net }) => net))).toBe(document.net);
        expect(document.lines.every(({ net, gross }) => net >= 0 && net <= gross)).toBe(true);
        expect(Math.abs(document.vatAmount - document.net * (charged ? 0.2 : 0))).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('shows what a code took off, and what is left adds up', () => {
    const document = composeDocument({
      ...session,
      seller: { ...seller, vatNumber: frenchVatNumber(seller.siren) },
      lines: [
        { label: 'Session', gross: cents(3_600), reduction: { label: 'Remise', gross: cents(900) } },
        { label: 'Prolongation', gross: cents(1_200) },
      ],
    });
    expect(document).toMatchObject({ gross: 4_800, net: 4_000, vatAmount: 800 });
    expect(document.lines[0]).toMatchObject({
      gross: 3_600,
      net: 3_000,
      reduction: { gross: 900, net: 750 },
    });
    expect(document.lines[1]).toMatchObject({ gross: 1_200, net: 1_000, reduction: null });
  });

  test('mentions penalties and the 40 euros between professionals only', () => {
    const lines = [{ label: 'Commission', gross: cents(600) }];
    const commission = composeDocument({
      ...session,
      kind: 'commission_invoice',
      buyer: seller,
      madeBy: null,
      lines,
    });
    expect(commission.mentions.join(' ')).toContain('40\u00a0€');
    expect(composeDocument({ ...session, lines }).mentions.join(' ')).not.toContain('Pénalités');
  });

  test('over zero is not made', () => {
    expect(() => composeDocument({ ...session, lines: [] })).toThrow(RangeError);
  });

  test('has a number that the administration’s portal accepts', () => {
    expect(referenceOf('3fa2c1d0-0000-4000-8000-000000000000', 2026, 12)).toBe('LG-3FA2C1-2026-0012');
    expect(referenceOf(null, 2026, 3)).toBe('LG-2026-0003');
    expect(referenceOf('3fa2c1d0-0000-4000-8000-000000000000', 2026, 99_999)).toHaveLength(20);
  });
});

const told: FiscalIdentity = {
  kind: 'business',
  legalName: ' Inès Morel ',
  soleTrader: true,
  street: '3 rue des Écoles',
  postcode: '75 005',
  city: 'Paris',
  siren: '732 829 320',
  birthDate: null,
  taxNumber: null,
  vatNumber: null,
  accountHolder: 'Inès Morel',
};
const faultsOf = (identity: Partial<FiscalIdentity>) => {
  const checked = checkIdentity({ ...told, ...identity }, '2026-11-22');
  return checked.ok ? [] : Object.keys(checked.refusal.faults);
};

describe('a fiscal identity', () => {
  test('is stored without spaces, and EI follows the name of a sole trader', () => {
    const checked = checkIdentity(told, '2026-11-22');
    expect(checked).toMatchObject({
      ok: true,
      value: { siren: '732829320', postcode: '75005', legalName: 'Inès Morel' },
    });
    expect(checked.ok && businessOf(checked.value)?.name).toBe('Inès Morel EI');
  });

  test('keeps what can be read of each text, and is asked for the rest', () => {
    const odd = { ...told, legalName: 'Ano\uFFFEnyme\u2028Test', street: '1\t rue X', city: '\u0001\u0002' };
    expect(checkIdentity(odd, '2026-11-22')).toMatchObject({
      refusal: { faults: { city: 'Indiquez la ville' } },
    });
    expect(checkIdentity({ ...odd, city: 'Lyon\ud83d' }, '2026-11-22')).toMatchObject({
      value: { legalName: 'Anonyme Test', street: '1  rue X', city: 'Lyon' },
    });
  });
  test('takes numbers as they are pasted, with marks that are not seen', () => {
    const pasted = { siren: '\u202a732\u00a0829\u202f320\u202c', postcode: '\u200e75 005' };
    expect(checkIdentity({ ...told, ...pasted }, '2026-11-22')).toMatchObject({
      value: { siren: '732829320', postcode: '75005' },
    });
  });

  test('has a SIREN whose last digit is a check digit', () => {
    expect(isSiren('732829320')).toBe(true);
    expect(isSiren('732829321')).toBe(false);
    expect(faultsOf({ siren: '732829321' })).toEqual(['siren']);
    expect(faultsOf({ siren: null })).toEqual(['siren']);
  });

  test('takes the VAT number of that SIREN and no other', () => {
    // The administration's own example of the key.
    expect(frenchVatNumber('404833048')).toBe('FR83404833048');
    expect(faultsOf({ vatNumber: 'FR 44 732829320' })).toEqual([]);
    expect(faultsOf({ vatNumber: 'FR45732829320' })).toEqual(['vatNumber']);
  });

  test('of an individual has a birth date of an adult and a tax number, and no invoice', () => {
    const individual = {
      kind: 'individual' as const,
      siren: null,
      birthDate: '1998-02-28',
      taxNumber: '1234567890123',
    };
    expect(faultsOf(individual)).toEqual([]);
    expect(faultsOf({ ...individual, birthDate: '1998-02-30' })).toEqual(['birthDate']);
    expect(faultsOf({ ...individual, birthDate: '2008-11-23' })).toEqual(['birthDate']);
    expect(faultsOf({ ...individual, birthDate: '2008-11-22' })).toEqual([]);
    expect(faultsOf({ ...individual, taxNumber: '9234567890123' })).toEqual(['taxNumber']);
    expect(businessOf({ ...told, ...individual })).toBeNull();
  });
});

describe('what the tax office wants of a seller', () => {
  const sole = { ...told, birthDate: '1998-02-28', taxNumber: '1234567890123' };

  test('is complete of a company by its SIREN, of a person with birth date and tax number', () => {
    expect(isComplete({ ...told, soleTrader: false })).toBe(true);
    expect(isComplete(told)).toBe(false);
    expect(isComplete({ ...sole, taxNumber: null })).toBe(false);
    expect(isComplete(sole)).toBe(true);
    expect(isComplete({ ...sole, kind: 'individual', soleTrader: false })).toBe(true);
  });

  test('is asked of a sole trader once it is wanted, and never of a company', () => {
    const faultsOfAll = (identity: FiscalIdentity) => {
      const checked = checkIdentity(identity, '2026-11-22', { all: true });
      return checked.ok ? [] : Object.keys(checked.refusal.faults);
    };
    expect(faultsOfAll(told)).toEqual(['birthDate', 'taxNumber']);
    expect(faultsOfAll(sole)).toEqual([]);
    expect(faultsOfAll({ ...told, soleTrader: false })).toEqual([]);
    const kept = checkIdentity(sole, '2026-11-22');
    expect(kept.ok && kept.value.birthDate).toBe('1998-02-28');
  });

  test('is asked by the figures of this year, and in January by those of the year before too', () => {
    // Midnight of Paris, in winter an hour before UTC's.
    expect(yearsAsked(parseInstant('2026-12-31T22:59:59.999Z'))).toEqual([2026]);
    expect(yearsAsked(parseInstant('2026-12-31T23:00:00Z'))).toEqual([2026, 2027]);
    expect(yearsAsked(parseInstant('2027-01-31T22:59:59.999Z'))).toEqual([2026, 2027]);
    expect(yearsAsked(parseInstant('2027-01-31T23:00:00Z'))).toEqual([2027]);
  });

  test('is reminded of after twenty and forty days, and payouts wait from the sixtieth, over the end of a year too', () => {
    const askedAt = parseInstant('2026-12-20T10:00:00Z');
    const request = { askedAt, remindedAt: null, remindedAgainAt: null };
    expect(nextReminderAt(request)).toBe(parseInstant('2027-01-09T10:00:00Z'));
    const remindedAt = daysAfter(askedAt, 20);
    expect(nextReminderAt({ ...request, remindedAt })).toBe(parseInstant('2027-01-29T10:00:00Z'));
    const remindedAgainAt = daysAfter(askedAt, 40);
    expect(nextReminderAt({ ...request, remindedAt, remindedAgainAt })).toBeNull();
    expect(payoutsWaitFrom(askedAt, remindedAgainAt)).toBe(parseInstant('2027-02-18T10:00:00Z'));
  });

  test('makes payouts wait never sooner than sixty days after the request and twenty after the second reminder', () => {
    const askedAt = parseInstant('2026-03-01T00:00:00Z');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 400 }), (days) => {
        const remindedAgainAt = daysAfter(askedAt, days);
        const from = payoutsWaitFrom(askedAt, remindedAgainAt);
        expect(from).toBe(Math.max(daysAfter(askedAt, 60), daysAfter(remindedAgainAt, 20)));
      }),
    );
  });
});
