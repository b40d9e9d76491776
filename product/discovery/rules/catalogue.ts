/** A category or a language, as rows of the database have it. */
export interface CatalogueEntry {
  /** The word by which rows and addresses name it. */
  id: string;
  label: string;
  pictureUrl: string | null;
  /** Describes the picture, for those who do not see it. */
  pictureAlt: string | null;
  /** No new offer and no further profile takes it. */
  retired: boolean;
  /** The entry that stands for it since a merge; null: itself. */
  mergedInto: string | null;
}

/** The categories of sessions and the languages, each in the order in which they are offered. */
export interface Catalogue {
  categories: readonly CatalogueEntry[];
  languages: readonly CatalogueEntry[];
}

type Entries = readonly CatalogueEntry[];

/**
 * The entry that an address or a row means: of one that was merged, the one that stands for it;
 * null for one that does not exist.
 */
export function entryOf(entries: Entries, id: string): CatalogueEntry | null {
  const named = entries.find((entry) => entry.id === id) ?? null;
  return named === null || named.mergedInto === null
    ? named
    : (entries.find((entry) => entry.id === named.mergedInto) ?? null);
}

/** The name as it is shown; the id itself for one that does not exist. */
export const labelIn = (entries: Entries, id: string): string => entryOf(entries, id)?.label ?? id;

/**
 * Those that may be chosen: the ones in use, and of the retired ones those that are chosen already.
 */
export const choicesIn = (entries: Entries, chosen: readonly string[] = []): CatalogueEntry[] =>
  entries.filter(({ id, retired, mergedInto }) => mergedInto === null && (!retired || chosen.includes(id)));
