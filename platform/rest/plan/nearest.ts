/**
 * Below this similarity a suggestion would not help and only reveal names. PostgREST uses the same
 * measure.
 */
const LEAST_LIKENESS = 0.6;
/** Of longer names only the beginning is compared, so that an error answer stays cheap. */
const LONGEST = 64;

/** @returns the name most similar to `wanted`, or null when none is similar enough */
export function nearest(wanted: string, names: Iterable<string>): string | null {
  let best: string | null = null;
  let most = LEAST_LIKENESS;
  for (const name of names) {
    const [a, b] = [wanted.slice(0, LONGEST), name.slice(0, LONGEST)];
    const likeness = 1 - distance(a, b) / Math.max(a.length, b.length, 1);
    if (likeness > most) [best, most] = [name, likeness];
  }
  return best;
}

/** The Levenshtein distance. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
