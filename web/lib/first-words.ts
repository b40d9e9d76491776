/**
 * The words that the server put into the document's `#loge-first` for the path it was asked for,
 * such as a streamer's name.
 */
interface FirstWords {
  /** Null where there is no such page. */
  readonly path: string | null;
  readonly words: Readonly<Record<string, string>>;
  /** The same of each thing in a list, such as the first cards. */
  readonly list?: readonly Readonly<Record<string, string>>[];
  /** The scripts of the page, each after those that it builds on. */
  readonly scripts?: readonly string[];
  /** The style sheets of the page, of which the document holds what it shows first. */
  readonly styles?: readonly string[];
}

const isFirstWords = (value: unknown): value is FirstWords =>
  typeof value === 'object' && value !== null && 'path' in value && 'words' in value;

const NONE: FirstWords['words'] = {};

const given = (): FirstWords | null => {
  const value: unknown = JSON.parse(document.getElementById('loge-first')?.textContent ?? 'null');
  return isFirstWords(value) ? value : null;
};

/** Whether the document came for this address: what it shows first is this page's. */
export const cameWith = (path: string): boolean => given()?.path === path;

/**
 * The words that the document already contains for the page at this address; empty on a page that
 * came without a document of its own.
 */
export function firstWords(): FirstWords['words'] {
  const first = given();
  return first !== null && first.path === window.location.pathname ? first.words : NONE;
}

/**
 * The list that the document already contains for this address; empty where the page itself is
 * written out, while it is built.
 */
export function firstList(): NonNullable<FirstWords['list']> {
  if (typeof document === 'undefined') return [];
  const first = given();
  return first !== null && first.path === window.location.pathname ? (first.list ?? []) : [];
}

/** The scripts that the page at this address is made of, each after those that it builds on. */
export const firstScripts = (): readonly string[] => given()?.scripts ?? [];

/** The style sheets of the page, of which the document holds what it shows first. */
export const firstStyles = (): readonly string[] => given()?.styles ?? [];
