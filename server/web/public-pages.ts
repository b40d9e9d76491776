/** What the document of a page says to readers that do not run its scripts: search engines, and the cards that chats make of a link. */
export interface PageDescription {
  status: 200 | 404;
  /** As it stands in the tab. */
  title: string;
  description: string;
  /** The one address of this content, a path; null: not to be indexed. */
  canonical: string | null;
  /** A picture for cards: a path of ours, or https. */
  image: string | null;
  kind: 'website' | 'profile';
  /** schema.org, in which addresses may be paths: they are made absolute. */
  jsonLd: object | null;
  /** What it shows before its scripts are there: one of the build's first lines, and the words for its `{{holes}}`, with safe markup for `[[text]]`; null: 'Loading...' alone. */
  first: { look: string; words: Readonly<Record<string, string>>; text?: string } | null;
}

/** The product's side of the public pages, given at composition: this room knows no streamer. */
export interface PublicPages {
  /** @param path without its query; @param query the parameters after it @returns null while nobody can be asked about it */
  describe(path: string, query: URLSearchParams): Promise<PageDescription | null>;
  /** Every address worth finding, with when it last changed, if that is known. */
  list(): Promise<{ path: string; lastModified: Date | null }[]>;
  /** Beginnings of paths that crawlers leave alone. */
  closed: readonly string[];
}
