import type { Readable } from 'node:stream';

/** Nobody answers at the scanner's address: nothing is known of the file. */
export class ScannerAway extends Error {
  override name = 'ScannerAway';
}

/** Looks for viruses in files. */
export interface Scanner {
  /**
   * @returns the name of what it found, null when it found nothing
   * @throws ScannerAway, or Error when the scanner refuses the file
   */
  scan: (file: Readable) => Promise<string | null>;
}
