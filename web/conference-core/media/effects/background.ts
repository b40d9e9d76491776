import { VirtualBackgroundProcessor } from '@shiguredo/virtual-background';
import type { Background, Processed } from '../local-state.ts';
import { SEGMENTATION_PATH } from './assets.ts';
import { loadBackdrop } from './backdrops.ts';
import { fallsBehind, WINDOW } from './frame-rate.ts';

/** Pixels at 720 lines: titles of books on a shelf cannot be read any more. */
const BLUR = 14;
/** A quarter of the pixels: tried before giving up, and used from the start on a small machine. */
const SMALL = { width: 640, height: 360 };
const FULL = { width: 1280, height: 720 };
const SMALL_MACHINE = 2;

/** The model is loaded once. It works on one track at a time. */
let shared: VirtualBackgroundProcessor | null = null;
let running = 0;

/**
 * Starts the effect on a camera, and ends one that ran before. This module is imported when an
 * effect is first chosen.
 */
export async function replaceBackground(
  camera: MediaStreamTrack,
  background: Exclude<Background, 'none'>,
  onBehind: () => void,
): Promise<Processed> {
  shared ??= new VirtualBackgroundProcessor(SEGMENTATION_PATH);
  const processor = shared;
  const options =
    background === 'blur' ? { blurRadius: BLUR } : { backgroundImage: await loadBackdrop(background) };
  running += 1;
  const own = running;
  if (processor.isProcessing()) processor.stopProcessing();
  if (navigator.hardwareConcurrency <= SMALL_MACHINE) resize(camera, SMALL);
  const track = await processor.startProcessing(camera as MediaStreamVideoTrack, options);
  const stopWatching = watchPace(track, camera, onBehind);
  return {
    track,
    stop() {
      stopWatching();
      track.stop();
      if (own !== running) return; // a later effect works on that camera already
      if (processor.isProcessing()) processor.stopProcessing();
      if (camera.readyState === 'live') resize(camera, FULL);
    },
  };
}

function resize(camera: MediaStreamTrack, { width, height }: typeof SMALL): void {
  camera
    .applyConstraints({ width: { ideal: width }, height: { ideal: height } })
    .catch((error: unknown) => console.warn('The picture could not be resized', error)); // it stays as large as it is
}

/**
 * Counts the frames that come out. The first time that it falls behind, the picture is made
 * smaller; the second time `onBehind` is called.
 */
function watchPace(made: MediaStreamTrack, camera: MediaStreamTrack, onBehind: () => void): () => void {
  const copy = made.clone() as MediaStreamVideoTrack;
  const reader = new MediaStreamTrackProcessor({ track: copy }).readable.getReader();
  let frames = 0;
  let counted: number[] = [];
  const count = async () => {
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
      value?.close();
      frames += 1;
    }
  };
  count().catch((error: unknown) => console.warn('The frames could not be counted', error));
  const timer = setInterval(() => {
    counted.push(frames);
    frames = 0;
    // A hidden tab may be slowed down by the browser, and a camera that is muted gives nothing.
    if (document.hidden || camera.muted) counted = [];
    if (!fallsBehind(counted, camera.getSettings().frameRate ?? 30)) return;
    counted = [];
    if ((camera.getSettings().width ?? SMALL.width) <= SMALL.width) {
      stop();
      onBehind();
      return;
    }
    resize(camera, SMALL);
  }, WINDOW);
  const stop = () => {
    clearInterval(timer);
    copy.stop();
  };
  return stop;
}
