import { useEffect, useState } from 'react';

/**
 * Keeps the focus in a window that stands beside the page: where what had it is taken away, such as
 * a button that was answered, the window itself gets it. A window over the page does so by itself.
 * @returns the ref of the window
 */
export function useKeptFocus(): (window: HTMLElement | null) => void {
  const [kept, setKept] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!kept) return;
    let isInside = kept.contains(document.activeElement);
    const note = ({ target }: FocusEvent) => {
      isInside = target instanceof Node && kept.contains(target);
    };
    const watch = new MutationObserver(() => {
      if (isInside && document.activeElement === document.body) kept.focus({ preventScroll: true });
    });
    document.addEventListener('focusin', note);
    watch.observe(kept, { childList: true, subtree: true });
    return () => {
      document.removeEventListener('focusin', note);
      watch.disconnect();
    };
  }, [kept]);
  return setKept;
}
