import type pg from 'pg';
import { searchText } from '#product/shared/names.ts';
import { nearestWords } from './rules/nearest-words.ts';

/** A search as the words to match: for each typed word, one of these beginnings. */
export type SearchWords = readonly (readonly string[])[];

const MOST_WORDS = 6;
/** Shorter words are too short to be compared once a letter is wrong. */
const SHORTEST_MISSPELT = 4;

/** The typed text as words without case and accents, as `private.words_of` stores them. */
export const wordsOf = (query: string): string[] =>
  searchText(query)
    .split(/[^\p{L}\p{Nd}]+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);

/**
 * The same search with existing words that may have been meant, for when nothing was found.
 * Trigrams find the candidates in the vocabulary, the number of slips chooses among them.
 * @returns null when no other word is near
 */
export async function forgiving(db: pg.ClientBase, words: readonly string[]): Promise<SearchWords | null> {
  await db.query("select set_config('pg_trgm.similarity_threshold', '0.2', true)");
  const meant: string[][] = [];
  for (const word of words) meant.push(await wordsNear(db, word));
  return meant.some((near) => near.length > 1) ? meant : null;
}

async function wordsNear(db: pg.ClientBase, word: string): Promise<string[]> {
  if (word.length < SHORTEST_MISSPELT) return [word];
  const { rows } = await db.query(
    `select word from private.search_words where word operator(extensions.%) $1
     order by extensions.similarity(word, $1) desc, word limit 300`,
    [word],
  );
  const near = nearestWords(
    word,
    rows.map((row) => row.word),
  );
  return [word, ...near.filter((each) => !each.startsWith(word))];
}
