import { type Cents, minus, NOTHING, sum } from '#product/shared/money/cents.ts';
import type { FiscalIdentity } from './identity.ts';

/**
 * Where Loge's commission is taxed. Between businesses it is where the customer is established
 * (art. 259, 1° CGI), and Loge's identities are French alone (`checkIdentity`); what is charged to
 * a private person in France is taxed in France too. Of whom Loge does not know who they are,
 * nothing frees the commission from French VAT.
 */
export interface Place {
  readonly country: string;
  readonly status: string;
  readonly rule: string;
}

export function placeOf(
  identity: Pick<FiscalIdentity, 'kind' | 'vatNumber'> | null,
  /** Whether Loge itself charges VAT. */
  charges: boolean,
): Place {
  const taxed = charges ? 'TVA française' : 'Franchise en base (art. 293 B du CGI)';
  if (identity === null)
    return {
      country: 'Non déclaré',
      status: 'Identité à demander',
      rule: charges ? `${taxed}, faute d’identité` : taxed,
    };
  if (identity.kind === 'individual') return { country: 'France', status: 'Particuliers', rule: taxed };
  return {
    country: 'France',
    status: identity.vatNumber === null ? 'Entreprises en franchise' : 'Entreprises avec numéro de TVA',
    rule: charges ? `${taxed} (art. 259, 1° du CGI)` : taxed,
  };
}

/** A commission, all taxes included, with the VAT in it as the accounts have rounded it. */
export interface Taxed extends Place {
  readonly streamerId: string | null;
  readonly fee: Cents;
  readonly tax: Cents;
}

export const VAT_HEADER = [
  'Pays',
  'Streamers',
  'Imposition',
  'Nombre',
  'Hors taxe',
  'TVA',
  'Toutes taxes comprises',
] as const;

/** One line for each place, and their total: without a cent's gap to the lines they are made of. */
export function vatByCountry(lines: readonly Taxed[]): (string | Cents)[][] {
  const lineOf = (head: [string, string, string], of: readonly Taxed[]): (string | Cents)[] => {
    const [fee, tax] = [sum(of.map((line) => line.fee)), sum(of.map((line) => line.tax))];
    const streamers = new Set(of.map(({ streamerId }) => streamerId).filter((id) => id !== null));
    return [...head, String(streamers.size), minus(fee, tax), tax, fee];
  };
  const places = [...Map.groupBy(lines, ({ country, status, rule }) => `${country}\n${status}\n${rule}`)]
    .sort(([one], [other]) => one.localeCompare(other, 'fr'))
    .map(([, of]) => lineOf([of[0]?.country ?? '', of[0]?.status ?? '', of[0]?.rule ?? ''], of));
  return [
    ...places,
    lines.length === 0 ? ['Total', '', '', '0', NOTHING, NOTHING, NOTHING] : lineOf(['Total', '', ''], lines),
  ];
}
