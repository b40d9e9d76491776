import type { Readable } from 'node:stream';

/** Looks for viruses in files. */
export interface Scanner {
  /** @returns the name of what it found, null when it found nothing @throws Error when the scanner is away or refuses the file */
  scan: (file: Readable) => Promise<string | null>;
}
