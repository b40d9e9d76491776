import { type RefObject, useLayoutEffect } from 'react';

const PLACES = '[role="dialog"], [role="alertdialog"], section, main';

/**
 * Moves the focus when the element that has it leaves the page, such as an error whose
 * « Réessayer » succeeded or a request that was answered: to the title of the section around it, or
 * of the next section around when that one left too. Otherwise the focus falls to the body, and Tab
 * begins at the top of the page.
 */
export function useFocusHandover(leaving: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const node = leaving.current;
    const around: HTMLElement[] = [];
    for (
      let place = node?.closest<HTMLElement>(PLACES);
      place;
      place = place.parentElement?.closest<HTMLElement>(PLACES)
    )
      around.push(place);
    return () => {
      if (!node?.contains(document.activeElement)) return;
      // After React has rendered what replaces the element.
      queueMicrotask(() => {
        const place = around.find(({ isConnected }) => isConnected);
        if (!place || (document.activeElement && document.activeElement !== document.body)) return;
        const title = place.querySelector<HTMLElement>('h1, h2, h3') ?? place;
        if (!title.hasAttribute('tabindex')) title.tabIndex = -1;
        title.style.outline = 'none'; // a title is not a control: a focus ring would suggest that it can be pressed
        title.focus({ preventScroll: true });
      });
    };
  }, [leaving]);
}
