import { useEffect } from 'react';
import { documentTitle } from '#product/shared/pages.ts';

/**
 * Names the document after what the page found out, such as a person's name. Every page has a title
 * of its own; this replaces it for as long as the page is shown.
 */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = documentTitle(title);
  }, [title]);
}
