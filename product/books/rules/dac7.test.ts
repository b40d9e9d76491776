import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#product/shared/money/cents.ts';
import { DEMONSTRATION } from '#product/shared/operator.ts';
import { type Dac7Seller, dac7Message } from './dac7.ts';

const seller: Dac7Seller = {
  id: '3f1d2c4b-0000-4000-8000-000000000000',
  displayName: 'Anne',
  firstName: 'Anne',
  email: null,
  identity: {
    kind: 'individual',
    legalName: 'Anne Le Goff',
    soleTrader: false,
    street: '3 rue des Écoles',
    postcode: '75005',
    city: 'Paris',
    siren: null,
    vatNumber: null,
    birthDate: '1998-02-28',
    taxNumber: '1234567890123',
    accountHolder: 'Anne Le Goff',
  },
  quarters: [1, 2, 3, 4].map(() => ({ sessions: 1, credited: cents(1_000), fee: cents(100) })),
};
const made = (fileId: string, sellers: Dac7Seller[], handedIn: string[], corrects: boolean) =>
  dac7Message({
    year: 2041,
    fileId,
    madeAt: new Date('2042-01-10T10:00:00Z'),
    operator: DEMONSTRATION.business,
    sellers,
    handedIn,
    corrects,
  });
const first = made('1f1d2c4b-0000-4000-8000-000000000000', [seller], [], false).xml ?? '';
const correction = (sellers: Dac7Seller[]) =>
  made('2f1d2c4b-0000-4000-8000-000000000000', sellers, [first], true);

test('a seller is taken back when nothing was credited after all, and not when their identity is gone or lacks something', () => {
  expect(correction([]).xml).toContain('<stf:DocTypeIndic>OECD3</stf:DocTypeIndic>');
  expect(correction([{ ...seller, identity: null }])).toEqual({ xml: null, leftOut: 0 });
  const unborn = seller.identity && { ...seller.identity, birthDate: null };
  expect(correction([{ ...seller, identity: unborn }])).toEqual({ xml: null, leftOut: 0 });
});

test('nothing is declared, « Néant » neither, when nobody who sold can be named', () => {
  const declared = (sellers: Dac7Seller[]) =>
    made('1f1d2c4b-0000-4000-8000-000000000000', sellers, [], false);
  expect(declared([{ ...seller, identity: null }])).toEqual({ xml: null, leftOut: 1 });
  expect(declared([]).xml).toContain('DPI403');
});

test('whatever a kept identity says, its record has every element that the schema wants, in characters of XML', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (odd) => {
      const identity = seller.identity && { ...seller.identity, legalName: odd, city: odd, street: odd };
      const xml =
        made('1f1d2c4b-0000-4000-8000-000000000000', [{ ...seller, identity }], [], false).xml ?? '';
      expect(xml).not.toMatch(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u);
      for (const name of ['FirstName', 'LastName', 'City'])
        expect(xml).toMatch(new RegExp(`<dpi:${name}>[^<]{1,1200}</dpi:${name}>`));
    }),
  );
});
