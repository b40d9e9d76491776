/** A name as the files of its pictures bear it: scripts/make-demo-pictures.ts makes them. */
export const pictureName = (name: string): string =>
  name
    .replaceAll('Œ', 'Oe')
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');

/** The path of a demo streamer's picture, which is a file of the page. */
export const demoPicture = (name: string, kind: 'portrait' | 'cover'): string =>
  `/demo/${pictureName(name)}-${kind}.webp`;
