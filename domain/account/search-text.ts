/**
 * Text as people search it: lower case, without accents, so that 'éloïse' finds 'Eloise'. `private.search_text` in SQL
 * does the same to the stored side; a test holds the two together.
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
