/** A person's name as it stands in the file names of their pictures, which scripts/make-demo-pictures.ts makes. */
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
