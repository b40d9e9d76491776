/** Spec 5: first and last name have at least 2 characters, counted as people see them, spaces around not counted. */
export const NAME_MIN = 2;
/** Ours: the longest name that a page still shows whole. The column has the same limits. */
export const NAME_MAX = 80;

/** @returns the name without spaces around and with single spaces within, in Unicode's composed form */
export const tidyName = (name: string): string => name.normalize('NFC').trim().replace(/\s+/gu, ' ');

export function isName(name: string): boolean {
  const length = [...tidyName(name)].length;
  return length >= NAME_MIN && length <= NAME_MAX;
}

interface Named {
  firstName: string | null;
  lastName: string | null;
}

/** @returns 'Camille Roux', one of the two where only one is known, or `otherwise` */
export function fullName({ firstName, lastName }: Named, otherwise = ''): string {
  return [firstName, lastName].filter(Boolean).join(' ') || otherwise;
}

/**
 * Text as people search it: lower case, without accents, so that 'éloïse' finds 'Eloise'. `private.search_text` in SQL does the same to
 * the stored text; a test compares the two.
 */
export const searchText = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('œ', 'oe')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll('ø', 'o')
    .replaceAll('ł', 'l')
    .trim();
