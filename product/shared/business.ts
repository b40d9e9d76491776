/** A seller, or a professional who buys: always in France, since these are French rules. */
export interface Business {
  readonly name: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
  readonly siren: string;
  /** Null under the small-business exemption (franchise en base). */
  readonly vatNumber: string | null;
}

/**
 * The VAT number of the French business that has this SIREN: its key is (12 + 3 x (SIREN modulo
 * 97)) modulo 97.
 */
export const frenchVatNumber = (siren: string): string =>
  `FR${String((12 + 3 * (Number(siren) % 97)) % 97).padStart(2, '0')}${siren}`;
