/**
 * The description of a page for readers that do not run its scripts: search engines, and chats that
 * show a card for a link.
 */
export interface PageDescription {
  status: 200 | 404;
  /** The title in the browser's tab. */
  title: string;
  description: string;
  /** The one address of this content, a path; null: not to be indexed. */
  canonical: string | null;
  /** A picture of 1200 by 630 for the cards of links: a path of ours, or https. */
  image: string | null;
  kind: 'website' | 'profile';
  /** schema.org, in which addresses may be paths: they are made absolute. */
  jsonLd: object | null;
  /**
   * The page's look before its scripts have loaded: one of the build's first lines, the words for
   * its `{{holes}}`, safe markup for `[[text]]`, and the words of each thing at `[[list]]`; null:
   * 'Loading...' alone.
   */
  first: {
    look: string;
    words: Readonly<Record<string, string>>;
    text?: string;
    list?: readonly Readonly<Record<string, string>>[];
  } | null;
}

/**
 * The content of the public pages, which server/app.ts passes in: this folder does not know the
 * product.
 */
export interface PublicPages {
  /**
   * One name for all addresses that always have the same description, so that it is made and kept
   * once.
   */
  nameOf(path: string, query: URLSearchParams): string;
  /**
   * @param path without its query
   * @param query the parameters after it
   * @returns null while the database is away
   */
  describe(path: string, query: URLSearchParams): Promise<PageDescription | null>;
  /** Every address for the sitemap, with the time of its last change if it is known. */
  list(): Promise<{ path: string; lastModified: Date | null }[]>;
  /** Beginnings of paths that crawlers leave alone. */
  closed: readonly string[];
}
