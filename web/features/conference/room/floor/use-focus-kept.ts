import { type RefObject, useEffect } from 'react';

/**
 * Keeps the focus in the room: when what had it is gone (a tile, or a window that was opened from one), it goes to the floor and not to
 * nowhere, so that the keyboard goes on from there.
 */
export function useFocusKept(floor: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let last: EventTarget | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const note = ({ target }: FocusEvent) => {
      last = target;
    };
    const check = () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && last instanceof Element && !last.isConnected) floor.current?.focus();
    };
    // After whoever closes a window has given the focus back.
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(check, 50);
    };
    // Windows are children of the body, tiles of the floor.
    const observer = new MutationObserver(later);
    observer.observe(document.body, { childList: true });
    if (floor.current) observer.observe(floor.current, { childList: true });
    document.addEventListener('focusin', note);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('focusin', note);
    };
  }, [floor]);
}
