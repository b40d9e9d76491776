import { useEffect } from 'react';

/** A document's title: « Parcourir · Loge ». The home page's own begins with the name already. */
export const documentTitle = (title: string | null): string =>
  !title || title.startsWith('Loge') ? (title ?? 'Loge') : `${title} · Loge`;

/**
 * Names the document after what the page found out, such as a person's name. Every route has a title of its own; this replaces it for
 * as long as the page is shown.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
}
