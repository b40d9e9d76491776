import { useSyncExternalStore } from 'react';
import { type Catalogue, entryOf, labelIn } from '#product/discovery/rules/catalogue.ts';
import { readPageConfig } from '#web/lib/page-config.ts';

/**
 * The categories and languages, which came with the document. They change so seldom that a page
 * which is open keeps those it has, but for the team's own page, which sets what it changed.
 */
let current: Catalogue | null = null;
const listeners = new Set<() => void>();

/** While a page is written out for the build there is no document, and nothing is named yet. */
const NOTHING: Catalogue = { categories: [], languages: [] };

export function catalogue(): Catalogue {
  if (typeof document !== 'undefined') current ??= readPageConfig().catalogue;
  return current ?? NOTHING;
}

export function setCatalogue(next: Catalogue): void {
  current = next;
  for (const tell of listeners) tell();
}

function subscribe(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

export const useCatalogue = (): Catalogue => useSyncExternalStore(subscribe, catalogue, catalogue);

export const categoryName = (id: string): string => labelIn(catalogue().categories, id);
export const languageName = (id: string): string => labelIn(catalogue().languages, id);

/** The picture of a category and what it shows; null: it has none. */
export function categoryPicture(id: string): { url: string; alt: string } | null {
  const entry = entryOf(catalogue().categories, id);
  return entry?.pictureUrl ? { url: entry.pictureUrl, alt: entry.pictureAlt ?? '' } : null;
}

/** The id of the category that an address means; null when there is none such. */
export const categoryIdOf = (id: string | null): string | null =>
  id === null ? null : (entryOf(catalogue().categories, id)?.id ?? null);
export const languageIdOf = (id: string | null): string | null =>
  id === null ? null : (entryOf(catalogue().languages, id)?.id ?? null);

/** As choices of a field. */
export const optionsOf = (entries: readonly { id: string; label: string }[]) =>
  entries.map(({ id, label }) => ({ value: id, label }));
