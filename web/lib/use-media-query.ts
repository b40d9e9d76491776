import { useCallback, useSyncExternalStore } from 'react';

/**
 * Whether a media query matches, as it changes; where a page is written out for the build there is
 * no screen, and it does.
 */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const matches = window.matchMedia(query);
      matches.addEventListener('change', listener);
      return () => matches.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => true,
  );
}
