import { useSyncExternalStore } from 'react';
import type { LocalMedia } from '#web/conference-core/media/local-state.ts';

/** Whether the side panel fits beside the pictures. */
export const WIDE = '(min-width: 64rem) and (min-height: 30rem)';
/** A telephone, upright or on its side: sheets instead of menus. */
export const PHONE = '(max-width: 40rem), (max-height: 30rem)';

const onFullscreenChange = (listener: () => void) => {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
};

/** Whether something of the page has the whole screen. */
export const useFullscreen = (): boolean =>
  useSyncExternalStore(onFullscreenChange, () => document.fullscreenElement !== null);

/** Whether this browser can give the whole screen to one element: not every telephone can. */
export const canUseFullscreen = (): boolean => document.fullscreenEnabled === true;
/** Whether this browser can show a picture above other windows. */
export const canUsePictureInPicture = (): boolean => document.pictureInPictureEnabled === true;
/** Whether this browser can share a screen: telephones cannot. */
export const canShareScreen = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function';

const warn = (what: string) => (error: unknown) => console.warn(what, error);

/** Gives an element the whole screen, or ends that. */
export function toggleFullscreen(element: Element | null): void {
  if (document.fullscreenElement) {
    document.exitFullscreen().catch(warn('the full screen did not end'));
    return;
  }
  element?.requestFullscreen().catch(warn('the full screen was refused'));
}

/** Shows a picture above other windows, or ends that. */
export function togglePictureInPicture(video: HTMLVideoElement | null): void {
  if (document.pictureInPictureElement) {
    document.exitPictureInPicture().catch(warn('picture in picture did not end'));
    return;
  }
  video?.requestPictureInPicture().catch(warn('picture in picture was refused'));
}

export function toggleShare(media: LocalMedia): void {
  if (media.state().tracks.screen) media.stopScreen();
  else if (canShareScreen()) void media.shareScreen();
}
