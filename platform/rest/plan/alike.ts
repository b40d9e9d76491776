/**
 * As in the fuzzy sets that PostgREST asks for what was meant: lengths of what is compared, least
 * likeness, and how many are looked at closely.
 */
const LONGEST_GRAM = 3;

const SHORTEST_GRAM = 2;

const LEAST_LIKENESS = 0.33;

const CLOSELY = 50;

/** Of longer names only the beginning is compared, so that an error answer stays cheap. */
const LONGEST = 64;

/**
 * How often each part of so many letters stands in a name; its marks other than commas and spaces
 * are left out.
 */
function gramsOf(name: string, size: number): Map<string, number> {
  const letters = `-${name.replace(/[^\p{L}\p{N}, ]/gu, '')}-`.padEnd(size, '-');
  const grams = new Map<string, number>();
  for (let at = 0; at + size <= letters.length; at++) {
    const gram = letters.slice(at, at + size);
    grams.set(gram, (grams.get(gram) ?? 0) + 1);
  }
  return grams;
}

const lengthOf = (grams: ReadonlyMap<string, number>) =>
  Math.sqrt([...grams.values()].reduce((sum, count) => sum + count * count, 0));

/** The cosine of the angle between two names as vectors of their parts. */
function cosine(one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number {
  let product = 0;
  for (const [gram, count] of one) product += count * (other.get(gram) ?? 0);
  return product / (lengthOf(one) * lengthOf(other));
}

/**
 * The name that shares the most parts with `wanted` and, of those that share any, needs the fewest
 * changes to become it.
 * @returns null when none is like it
 */
export function alike(wanted: string, names: readonly string[]): string | null {
  const asked = wanted.slice(0, LONGEST).toLowerCase();
  for (let size = LONGEST_GRAM; size >= SHORTEST_GRAM; size--) {
    const grams = gramsOf(asked, size);
    const sharing = names
      .map((name) => ({ name, short: name.slice(0, LONGEST).toLowerCase() }))
      .map((each) => ({ ...each, shared: cosine(grams, gramsOf(each.short, size)) }))
      .filter(({ shared }) => shared > 0)
      .toSorted((a, b) => b.shared - a.shared)
      .slice(0, CLOSELY)
      .map(({ name, short }) => ({
        name,
        likeness: 1 - distance(asked, short) / Math.max(asked.length, short.length, 1),
      }))
      .filter(({ likeness }) => likeness >= LEAST_LIKENESS)
      .toSorted((a, b) => b.likeness - a.likeness);
    if (sharing[0]) return sharing[0].name;
  }
  return null;
}

/** The Levenshtein distance. */
function distance(a: string, b: string): number {
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
