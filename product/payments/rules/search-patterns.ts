import { searchText } from '#product/shared/names.ts';

/**
 * Returns a search as LIKE patterns over folded text: each word must be somewhere in it, in any
 * order. Characters that have a meaning in a pattern are escaped. Null when nothing is searched.
 */
export const patternsOf = (search: string): string[] | null => {
  const words = searchText(search).split(/\s+/).filter(Boolean);
  return words.length === 0
    ? null
    : words.map((word) => `%${word.replace(/[\\%_]/g, (letter) => `\\${letter}`)}%`);
};
