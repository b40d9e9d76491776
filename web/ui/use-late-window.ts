import { useState, useTransition } from 'react';

/**
 * A window that is fetched when somebody is about to open it: few do, and its keeping of the focus
 * is a third of what the list weighs. The button shows that it is coming.
 * @param fetchWindow fetches the `lazy` component, which stands outside of any `Suspense` of its
 *   own
 */
export function useLateWindow(fetchWindow: () => Promise<unknown>) {
  const [isOpen, setOpen] = useState(false);
  /** Whether it has been opened: from then on it stays, to close by its own motion. */
  const [isThere, setThere] = useState(false);
  const [isComing, startTransition] = useTransition();
  const fetchAhead = () => {
    // A window whose prefetch failed is fetched again by the press, which says so.
    fetchWindow().catch((error: unknown) => console.warn('Not fetched ahead', error));
  };
  return {
    button: {
      'aria-haspopup': 'dialog',
      'aria-expanded': isOpen,
      loading: isComing,
      onPointerEnter: fetchAhead,
      onFocus: fetchAhead,
      onClick: () =>
        startTransition(() => {
          setThere(true);
          setOpen(true);
        }),
    } as const,
    isThere,
    isOpen,
    setOpen,
  };
}
