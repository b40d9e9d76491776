/**
 * The existing words that a misspelt one may have meant: at a distance of one slip (a letter wrong,
 * missing, added, or two swapped), or two for words of seven letters and more; nearest first, at
 * most five. A word that is still being typed is compared with beginnings too.
 */
export function nearestWords(typed: string, words: readonly string[]): string[] {
  const allowed = typed.length >= 7 ? 2 : 1;
  return words
    .map((word) => ({ word, slips: slipsToBeginning(typed, word) }))
    .filter(({ slips }) => slips <= allowed)
    .sort((a, b) => a.slips - b.slips || a.word.length - b.word.length || (a.word < b.word ? -1 : 1))
    .slice(0, 5)
    .map(({ word }) => word);
}

/**
 * The fewest slips between `typed` and a beginning of `word`: optimal string alignment, the least
 * value of the last row.
 */
function slipsToBeginning(typed: string, word: string): number {
  let before: number[] = [];
  let row = Array.from({ length: word.length + 1 }, (_, column) => column);
  for (let line = 1; line <= typed.length; line++) {
    const next = [line];
    for (let column = 1; column <= word.length; column++) {
      const same = typed[line - 1] === word[column - 1];
      let least = Math.min(
        (row[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (row[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = typed[line - 1] === word[column - 2] && typed[line - 2] === word[column - 1];
      if (line > 1 && column > 1 && swapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    before = row;
    row = next;
  }
  // A beginning of the same length counts too; one much shorter than what was typed cannot be near.
  return Math.min(...row);
}
