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
