import type { LocalMedia } from '#web/conference-core/media/local-state.ts';

/** Whether this browser can share a screen: telephones cannot. */
export const canShare = (): boolean => typeof navigator.mediaDevices?.getDisplayMedia === 'function';

export function toggleShare(media: LocalMedia): void {
  if (media.state().tracks.screen) media.stopScreen();
  else if (canShare()) void media.shareScreen();
}
