import { frenchVatNumber } from '#product/shared/business.ts';
import { accepted, type Result, refused } from '#product/shared/result.ts';
import { legible } from './legible.ts';

/**
 * The seller's identity, as tax law requires it: what their invoices must show (art. 242 nonies A
 * of annexe II of the CGI) and what a platform must collect from its sellers (art. 1649 ter A CGI,
 * DAC7).
 */
export interface FiscalIdentity {
  /**
   * A business has a SIREN; a private seller is known by birth date, and no invoice can be made in
   * their name.
   */
  readonly kind: 'business' | 'individual';
  /** As registered: first and last name, or the company's name. */
  readonly legalName: string;
  /**
   * A sole trader (entrepreneur individuel) must write EI beside their name (art. R526-27 C. com.).
   */
  readonly soleTrader: boolean;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly siren: string | null;
  /** `YYYY-MM-DD`; of individuals, and of sole traders once they are asked for the tax office. */
  readonly birthDate: string | null;
  /** NIF, the tax number of a person: thirteen digits in France. */
  readonly taxNumber: string | null;
  /** Null under the franchise en base (art. 293 B CGI): no VAT is charged. */
  readonly vatNumber: string | null;
  readonly accountHolder: string;
}

/** The missing or wrong fields of an identity, with a sentence in French for each. */
export type IdentityFaults = Partial<Record<keyof FiscalIdentity, string>>;

/**
 * Of a number as it is typed or pasted: with spaces of any kind, points, and marks that are not
 * seen.
 */
const digitsOf = (text: string): string => text.replace(/[\s.\p{Cf}]/gu, '');

/** The Luhn sum, from which INSEE computes the last digit of a SIREN (ISO/IEC 7812-1). */
function passesLuhn(digits: string): boolean {
  let total = 0;
  for (const [index, digit] of [...digits].reverse().entries()) {
    const twice = Number(digit) * (index % 2 === 1 ? 2 : 1);
    total += twice > 9 ? twice - 9 : twice;
  }
  return total % 10 === 0;
}

/** Nine digits, the last of which is a check digit. */
export const isSiren = (text: string): boolean => /^\d{9}$/.test(text) && passesLuhn(text);

/**
 * The administration gives numbers of thirteen digits that begin with 0, 1, 2 or 3, and publishes
 * no key for them.
 */
export const isFrenchTaxNumber = (text: string): boolean => /^[0-3]\d{12}$/.test(text);

/** Only real dates, of adults who may be alive. */
function isBirthDate(text: string, today: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) &&
    !Number.isNaN(time) &&
    new Date(time).toISOString().startsWith(text) &&
    text > '1900-01-01' &&
    `${Number(text.slice(0, 4)) + 18}${text.slice(4)}` <= today
  );
}

/**
 * Normalises what a person typed and checks it: spaces are removed from numbers, an empty optional
 * field becomes null.
 * @param today the local date, `YYYY-MM-DD`
 * @param all whether a sole trader has to tell what the tax office wants of a person: an invoice
 *   needs neither birth date nor tax number
 */
export function checkIdentity(
  typed: FiscalIdentity,
  today: string,
  { all = false }: { all?: boolean } = {},
): Result<FiscalIdentity, { faults: IdentityFaults }> {
  const number = (text: string | null) => (text === null ? '' : digitsOf(text).toUpperCase()) || null;
  const business = typed.kind === 'business';
  const identity: FiscalIdentity = {
    kind: typed.kind,
    legalName: legible(typed.legalName),
    soleTrader: business && typed.soleTrader,
    street: legible(typed.street),
    postcode: digitsOf(typed.postcode),
    city: legible(typed.city),
    siren: business ? number(typed.siren) : null,
    birthDate: business && !typed.soleTrader ? null : typed.birthDate || null,
    taxNumber: number(typed.taxNumber),
    vatNumber: business ? number(typed.vatNumber) : null,
    accountHolder: legible(typed.accountHolder),
  };
  const { siren, birthDate, taxNumber, vatNumber } = identity;
  const person = !business || (all && identity.soleTrader);
  const faults: IdentityFaults = {
    ...(identity.legalName === '' && { legalName: 'Indiquez le nom sous lequel vous êtes déclaré' }),
    ...(identity.street === '' && { street: 'Indiquez le numéro et la rue' }),
    ...(!/^\d{5}$/.test(identity.postcode) && { postcode: 'Un code postal a cinq chiffres' }),
    ...(identity.city === '' && { city: 'Indiquez la ville' }),
    ...(identity.accountHolder === '' && { accountHolder: 'Indiquez le titulaire du compte' }),
    ...(business &&
      (siren === null || !isSiren(siren)) && {
        siren: 'Ce numéro n’est pas un SIREN\u202f: vérifiez ses neuf chiffres',
      }),
    ...((birthDate === null ? person : !isBirthDate(birthDate, today)) && {
      birthDate: 'Indiquez la date de naissance d’une personne majeure',
    }),
    ...(person &&
      taxNumber === null && { taxNumber: 'Indiquez votre numéro fiscal, en haut de votre avis d’impôt' }),
    ...(taxNumber !== null &&
      !isFrenchTaxNumber(taxNumber) && {
        taxNumber: 'Un numéro fiscal a treize chiffres et commence par 0, 1, 2 ou 3',
      }),
    ...(vatNumber !== null &&
      siren !== null &&
      vatNumber !== frenchVatNumber(siren) && {
        vatNumber: 'Ce numéro de TVA n’est pas celui de ce SIREN',
      }),
  };
  return Object.keys(faults).length > 0 ? refused({ faults }) : accepted(identity);
}
