import { useSyncExternalStore } from 'react';

const QUERY = '(min-width: 64rem)';

/** Whether the chat has room beside the tiles. */
export const useWide = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(QUERY);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(QUERY).matches,
  );
