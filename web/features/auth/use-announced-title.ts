import { type RefObject, useEffect, useRef } from 'react';

/**
 * For the title of what takes the place of a form at the same address: it is announced like a new
 * page, and seen from its top.
 * @returns the ref of a heading with `tabIndex={-1}`
 */
export function useAnnouncedTitle(): RefObject<HTMLHeadingElement | null> {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, []);
  return title;
}
