/**
 * The first letter of a first name, as an overlay may show it; null where it begins with none.
 * @param firstName as its person wrote it
 */
export function initialOf(firstName: string | null): string | null {
  const [letter] = (firstName ?? '').normalize('NFC').trim();
  return letter !== undefined && /\p{L}/u.test(letter) ? letter.toLocaleUpperCase('fr-FR').slice(0, 1) : null;
}

/** « Place réservée par C. »; without somebody's consent, that it was. */
export const alertText = (initial: string | null): string =>
  initial === null ? 'Une place vient d’être réservée' : `Place réservée par ${initial}.`;
