import type { FileHandle } from 'node:fs/promises';
import { refusedFilm } from '../errors.ts';

const WINDOW = 256 * 1024;

/** A file of which one stretch is in memory at a time, for readers that go from box to box. */
export class FileWindow {
  readonly size: number;
  readonly #file: FileHandle;
  /** Filled over and over: what was read before is not looked at any more. */
  readonly #window: Buffer;
  #held: Buffer = Buffer.alloc(0);
  #start = 0;

  constructor(file: FileHandle, size: number) {
    this.#file = file;
    this.size = size;
    this.#window = Buffer.allocUnsafe(Math.min(WINDOW, size));
  }

  /**
   * @returns the bytes from `start` on, fewer than asked for at the end of the file; valid until
   *   the next read
   * @throws StorageError when nothing is there
   */
  async read(start: number, length: number): Promise<Buffer> {
    if (!Number.isSafeInteger(start) || start < 0 || start >= this.size) throw refusedFilm('unreadable');
    const end = Math.min(this.size, start + length);
    if (start < this.#start || end > this.#start + this.#held.length) {
      const wanted = Math.min(Math.max(length, WINDOW), this.size - start);
      const room = wanted > WINDOW ? Buffer.allocUnsafe(wanted) : this.#window.subarray(0, wanted);
      this.#held = Buffer.alloc(0);
      let filled = 0;
      while (filled < room.length) {
        const { bytesRead } = await this.#file.read(room, filled, room.length - filled, start + filled);
        if (bytesRead === 0) throw refusedFilm('unreadable');
        filled += bytesRead;
      }
      this.#held = room;
      this.#start = start;
    }
    return this.#held.subarray(start - this.#start, end - this.#start);
  }

  /**
   * A copy of exactly these bytes.
   * @throws StorageError when the file ends before, or `most` is less
   */
  async take(start: number, end: number, most: number): Promise<Buffer> {
    if (end - start > most || end < start || end > this.size) throw refusedFilm('unreadable');
    return end === start ? Buffer.alloc(0) : Buffer.from(await this.read(start, end - start));
  }
}
