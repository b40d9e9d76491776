/** How many files go along with one message, or with the answers before a session. */
export const FILES_MAX = 4;
/** How large one may be, in bytes; the bucket has the same. */
export const FILE_BYTES_MAX = 25 * 1024 * 1024;
export const FILE_NAME_MAX = 200;
/**
 * The types of files that may be sent along: pictures, PDF and short films; the bucket has the
 * same.
 */
export const FILE_TYPES: readonly string[] = [
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
  'image/gif',
  'application/pdf',
  'video/mp4',
  'video/webm',
  'video/quicktime',
];

/**
 * `waiting`: the virus scanner has not seen it; `unscanned`: it was sent while there was none;
 * `unscannable`: it refused it.
 */
export const FILE_STATES = ['waiting', 'unscanned', 'clean', 'infected', 'unscannable'] as const;

/** A file that was uploaded under this id, and the name that its sender gives it. */
export interface FileSent {
  id: string;
  name: string;
}

export type FileKind = 'picture' | 'film' | 'document';

/** How a file is shown. */
export const kindOfFile = (type: string): FileKind =>
  type.startsWith('image/') ? 'picture' : type.startsWith('video/') ? 'film' : 'document';

/** A file's size as people say it: « 340 Ko », « 2,4 Mo ». */
export function sizeInWords(bytes: number): string {
  const format = new Intl.NumberFormat('fr-FR', { maximumFractionDigits: 1 });
  if (bytes < 1024 * 1024) return `${format.format(Math.max(1, Math.round(bytes / 1024)))}\u00a0Ko`;
  return `${format.format(bytes / 1024 / 1024)}\u00a0Mo`;
}
