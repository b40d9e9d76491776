import { type RefObject, useLayoutEffect } from 'react';

const PLACES = '[role="dialog"], [role="alertdialog"], section, main';

/**
 * Hands the focus on when what holds it leaves the page, an error whose « Réessayer » succeeded for example: to the title of the part
 * that it stood in. Else it falls to the body, and Tab begins at the top of the page again.
 */
export function useFocusHandover(leaving: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const node = leaving.current;
    const place = node?.closest<HTMLElement>(PLACES);
    return () => {
      if (!place || !node?.contains(document.activeElement)) return;
      // After React has put in place what comes instead.
      queueMicrotask(() => {
        if (!place.isConnected || (document.activeElement && document.activeElement !== document.body))
          return;
        const title = place.querySelector<HTMLElement>('h1, h2, h3') ?? place;
        if (!title.hasAttribute('tabindex')) title.tabIndex = -1;
        title.style.outline = 'none'; // a place, not a control: the ring would say that it can be pressed
        title.focus({ preventScroll: true });
      });
    };
  }, [leaving]);
}
