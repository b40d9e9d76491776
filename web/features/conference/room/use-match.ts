import { useCallback, useSyncExternalStore } from 'react';

/** Whether the panel has room beside the pictures. */
export const WIDE = '(min-width: 64rem) and (min-height: 30rem)';
/** A telephone, standing or lying: sheets instead of menus. */
export const PHONE = '(max-width: 40rem), (max-height: 30rem)';

/** Whether a media query holds, as it changes. */
export function useMatch(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const matches = window.matchMedia(query);
      matches.addEventListener('change', listener);
      return () => matches.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
}

const onFullscreen = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** Whether something of the page has the whole screen. */
export const useFilled = (): boolean =>
  useSyncExternalStore(onFullscreen, () => document.fullscreenElement !== null);
