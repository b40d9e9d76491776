import type { Backdrop } from '../local-state.ts';
import curtain from './backdrops/curtain.svg?url';
import library from './backdrops/library.svg?url';
import night from './backdrops/night.svg?url';

/** Our own pictures, by their addresses. */
export const BACKDROP_URLS: Readonly<Record<Backdrop, string>> = { curtain, library, night };

const WIDTH = 1280;
const HEIGHT = 720;

/** A picture as pixels: drawn once, not with every frame. @throws when it does not load */
export async function loadBackdrop(backdrop: Backdrop): Promise<OffscreenCanvas> {
  const image = new Image(WIDTH, HEIGHT);
  image.src = BACKDROP_URLS[backdrop];
  await image.decode();
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('No canvas to draw a picture on');
  context.drawImage(image, 0, 0, WIDTH, HEIGHT);
  return canvas;
}
