import { useRef } from 'react';

/**
 * Gives the focus back to what had it when a window opened. Radix does so only for a window with a trigger of its own; ours are mostly
 * opened from elsewhere. When that element is gone by then, because its row was answered for example, the nearest element around it that
 * can have the focus gets it, so that Tab goes on from there rather than from the top of the page. A window that was opened from a menu gives it
 * to the button of that menu, which is closed by then.
 */
export function useFocusReturn() {
  const places = useRef<HTMLElement[]>([]);
  return {
    onOpenAutoFocus: () => {
      const opener = document.activeElement;
      if (!(opener instanceof HTMLElement)) return;
      const around = opener.parentElement?.closest<HTMLElement>('[tabindex]');
      const button = opener.closest('[role="menu"]')?.getAttribute('aria-labelledby');
      const menu = button ? document.getElementById(button) : null;
      places.current = [opener, around, menu].filter((place) => place instanceof HTMLElement);
    },
    onCloseAutoFocus: (event: Event) => {
      if (document.activeElement !== document.body) return; // something else, such as a new page, has taken the focus already
      const place = places.current.find((element) => element.isConnected && element !== document.body);
      if (!place) return;
      event.preventDefault();
      place.focus({ preventScroll: true });
    },
  };
}
