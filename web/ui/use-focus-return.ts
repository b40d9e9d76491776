import { type FocusEvent, useRef } from 'react';

/** The elements of a window that may have the focus, besides the cross that closes it. */
const MEANT =
  ':is(a[href], button, input, select, textarea, canvas[tabindex="0"]):not([aria-label="Fermer"])';
const FIELD = 'input, select, textarea, canvas';

/**
 * The field that a window was opened for: the first thing in it that takes the focus. Null where a
 * button or a link comes first, and on a telephone, whose keyboard would cover the window.
 */
function fieldFirst(content: HTMLElement): HTMLElement | null {
  if (window.matchMedia('(pointer: coarse)').matches) return null;
  const first = [...content.querySelectorAll<HTMLElement>(MEANT)].find(
    (element) => element.checkVisibility() && !element.matches(':disabled'),
  );
  if (!first?.matches(FIELD)) return null;
  const group = first instanceof HTMLInputElement && first.type === 'radio' ? first.name : null;
  return (group && content.querySelector<HTMLElement>(`input[name="${CSS.escape(group)}"]:checked`)) || first;
}

/**
 * Where the focus goes when a window opens and closes. It opens upon the field that one came for,
 * and gives the focus back to what had it. Radix does so only for a window with a trigger of its
 * own; ours are mostly opened from elsewhere. When that element is gone by then, because its row
 * was answered for example, the nearest element around it that can have the focus gets it, so that
 * Tab goes on from there rather than from the top of the page. A window that was opened from a menu
 * gives it to the button of that menu, which is closed by then.
 */
export function useFocusReturn() {
  const places = useRef<HTMLElement[]>([]);
  const comesFrom = (opener: EventTarget | null) => {
    if (!(opener instanceof HTMLElement)) return;
    const around = opener.parentElement?.closest<HTMLElement>('[tabindex]');
    const button = opener.closest('[role="menu"]')?.getAttribute('aria-labelledby');
    const menu = button ? document.getElementById(button) : null;
    places.current = [opener, around, menu].filter((place) => place instanceof HTMLElement);
  };
  return {
    // Into a window beside the page one comes again, from another row of its list.
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      const isOfPage =
        relatedTarget instanceof HTMLElement &&
        !currentTarget.contains(relatedTarget) &&
        relatedTarget.closest('[role="dialog"], [role="alertdialog"], [role="menu"]') === null;
      if (isOfPage) comesFrom(relatedTarget);
    },
    onOpenAutoFocus: (event: Event) => {
      comesFrom(document.activeElement);
      const field = event.target instanceof HTMLElement ? fieldFirst(event.target) : null;
      if (!field) return;
      event.preventDefault();
      field.focus({ preventScroll: true });
    },
    onCloseAutoFocus: (event: Event) => {
      // something else, such as a new page, has taken the focus already
      if (document.activeElement !== document.body) return;
      const place = places.current.find((element) => element.isConnected && element !== document.body);
      if (!place) return;
      event.preventDefault();
      place.focus({ preventScroll: true });
    },
  };
}
