import { refusedFilm } from '../errors.ts';

/** A box of ISO/IEC 14496-12: four letters, a length, and what is in it. */
export interface Box {
  type: string;
  start: number;
  /** Where its content begins. */
  body: number;
  end: number;
}

const unreadable = () => refusedFilm('unreadable');

/**
 * The boxes between two positions of `data`, which begins at `base` of the file. @throws
 * StorageError when one reaches beyond
 */
export function* boxesIn(data: Buffer, from: number, to: number): Generator<Box> {
  for (let at = from; at < to; ) {
    // QuickTime may close a list with four zeros.
    if (to - at < 8) {
      if (data.subarray(at, to).every((byte) => byte === 0)) return;
      throw unreadable();
    }
    const box = boxAt(data, at, at, to);
    yield box;
    at = box.end;
  }
}

/**
 * @param offset of the box within `data` @param start of the box as its positions are
 *   counted @param limit where its parent ends
 */
export function boxAt(data: Buffer, offset: number, start: number, limit: number): Box {
  if (data.length < offset + 8) throw unreadable();
  const said = data.readUInt32BE(offset);
  const type = data.toString('latin1', offset + 4, offset + 8);
  const isLong = said === 1;
  if (isLong && data.length < offset + 16) throw unreadable();
  const size = isLong ? Number(data.readBigUInt64BE(offset + 8)) : said === 0 ? limit - start : said;
  const body = start + (isLong ? 16 : 8);
  const end = start + size;
  if (!Number.isSafeInteger(end) || end < body || end > limit) throw unreadable();
  return { type, start, body, end };
}

/** Reads numbers of a box one after the other. @throws StorageError when the box is shorter */
export class Fields {
  readonly #data: Buffer;
  readonly #end: number;
  at: number;
  constructor(data: Buffer, { body, end }: Pick<Box, 'body' | 'end'>) {
    this.#data = data;
    this.at = body;
    this.#end = end;
  }
  #skip(bytes: number): number {
    const from = this.at;
    if (from + bytes > this.#end) throw unreadable();
    this.at = from + bytes;
    return from;
  }
  skip(bytes: number): this {
    this.#skip(bytes);
    return this;
  }
  u16 = () => this.#data.readUInt16BE(this.#skip(2));
  u32 = () => this.#data.readUInt32BE(this.#skip(4));
  u64 = () => Number(this.#data.readBigUInt64BE(this.#skip(8)));
  text = (bytes: number) => this.#data.toString('latin1', this.#skip(bytes), this.at);
  /** Of 32 or 64 bits; all ones mean « not known », which is 0 here. */
  length(isLong: boolean): number {
    const read = isLong ? this.u64() : this.u32();
    return read >= (isLong ? 2 ** 63 : 2 ** 32 - 1) ? 0 : read;
  }
  /** How many entries of `bytes` each fit, at most `said`. @throws StorageError when not all do */
  entries(said: number, bytes: number): number {
    if (said * bytes > this.#end - this.at) throw unreadable();
    return said;
  }
}
