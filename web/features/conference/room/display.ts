import { useCallback, useSyncExternalStore } from 'react';
import type { LocalMedia } from '#web/conference-core/media/local-state.ts';

/** Whether this browser can keep a picture above other windows. */
export const canFloat = (): boolean => document.pictureInPictureEnabled === true;
/** Whether it can give the whole screen to one element: not every telephone can. */
export const canFill = (): boolean => document.fullscreenEnabled === true;

const told = (what: string) => (error: unknown) => console.warn(what, error);

/** Shows the picture above other windows, or takes it back. */
export function toggleFloating(video: HTMLVideoElement | null): void {
  if (document.pictureInPictureElement) {
    document.exitPictureInPicture().catch(told('The picture did not come back'));
    return;
  }
  video?.requestPictureInPicture().catch(told('The picture could not be shown apart'));
}

/** Gives an element the whole screen, or the screen back. */
export function toggleFilling(element: Element | null): void {
  if (document.fullscreenElement) {
    document.exitFullscreen().catch(told('The full screen did not end'));
    return;
  }
  element?.requestFullscreen().catch(told('The full screen was refused'));
}

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

/** Whether this browser can share a screen: telephones cannot. */
export const canShare = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function';

export function toggleShare(media: LocalMedia): void {
  if (media.state().tracks.screen) media.stopScreen();
  else if (canShare()) void media.shareScreen();
}
