import { createHash, randomUUID } from 'node:crypto';
import type { ReadStream } from 'node:fs';
import { createWriteStream } from 'node:fs';
import { type FileHandle, link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { tooLarge } from './errors.ts';

/** Bytes that came whole and lie under no version yet. */
export interface Incoming {
  path: string;
  size: number;
  /** Of the bytes, in hex. */
  md5: string;
}

/**
 * Bytes in a folder. What comes in is written beside, flushed, and gets its place by a rename within the transaction that writes its row;
 * so a process that dies at any point leaves either both, or bytes that the sweep finds without a row.
 */
export interface Bytes {
  /** @throws StorageError 413 at the first byte too many @returns where they wait; `drop` or `keep` them */
  receive(source: Readable, most: number): Promise<Incoming>;
  /** A path for bytes that are made here, of the folder that `keep` takes from. */
  place(): string;
  /** Gives bytes their version. Once it returns, they outlast the machine's power. */
  keep(path: string, version: string): Promise<void>;
  drop(path: string): Promise<void>;
  /** Gives the same bytes a second version. @returns false when the first is gone */
  copy(from: string, to: string): Promise<boolean>;
  /** @returns null when no bytes have this version */
  open(version: string): Promise<FileHandle | null>;
  /** The file of a version, for those who read files. */
  pathOf(version: string): string;
  discard(version: string): Promise<void>;
  /** The versions whose bytes have lain here since before an instant, and that many unfinished files of that time removed. */
  listBefore(instant: number): AsyncGenerator<string>;
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';
const VERSION = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** @param folder of this installation, shared by all of its processes */
export async function openBytes(folder: string): Promise<Bytes> {
  const incoming = join(folder, 'incoming');
  const kept = join(folder, 'objects');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  // All of them now: a new folder would have to be flushed as well.
  for (let shelf = 0; shelf < 256; shelf += 1)
    await mkdir(join(kept, shelf.toString(16).padStart(2, '0')), { recursive: true, mode: 0o700 });

  const shelfOf = (version: string) => {
    // A version comes from a row, which someone may have written by hand: it names no other file.
    if (!VERSION.test(version)) throw new Error(`Not a version of ours: ${version}`);
    return join(kept, version.slice(0, 2));
  };
  const pathOf = (version: string) => join(shelfOf(version), version);
  /** A rename or a link is in the folder, which is flushed like a file. */
  async function flush(directory: string) {
    const handle = await open(directory, 'r');
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
  const changedBefore = async (path: string, instant: number) => {
    try {
      return (await stat(path)).ctimeMs < instant;
    } catch (error) {
      if (isMissing(error)) return false;
      throw error;
    }
  };
  const drop = (path: string) => rm(path, { force: true });

  return {
    pathOf,
    place: () => join(incoming, randomUUID()),
    drop,
    async receive(source, most) {
      const path = join(incoming, randomUUID());
      const hash = createHash('md5');
      let size = 0;
      async function* measured() {
        // Not broken off at the first byte too many: the asker must still be able to read the answer.
        for await (const chunk of source.iterator({ destroyOnReturn: false })) {
          size += (chunk as Buffer).length;
          if (size > most) throw tooLarge();
          hash.update(chunk as Buffer);
          yield chunk as Buffer;
        }
      }
      try {
        await pipeline(measured, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
        return { path, size, md5: hash.digest('hex') };
      } catch (error) {
        await drop(path);
        throw error;
      }
    },
    async keep(path, version) {
      await rename(path, pathOf(version));
      await flush(shelfOf(version));
    },
    async copy(from, to) {
      try {
        await link(pathOf(from), pathOf(to));
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
      await flush(shelfOf(to));
      return true;
    },
    async open(version) {
      try {
        return await open(pathOf(version), 'r');
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    discard: (version) => drop(pathOf(version)),
    async *listBefore(instant) {
      for (const name of await readdir(incoming)) {
        const path = join(incoming, name);
        if (await changedBefore(path, instant)) await drop(path);
      }
      for (const shelf of await readdir(kept)) {
        for (const version of await readdir(join(kept, shelf))) {
          if (VERSION.test(version) && (await changedBefore(join(kept, shelf, version), instant)))
            yield version;
        }
      }
    },
  };
}

/** As much of a download as is held at once: what is read ahead, and what the connection did not take yet. */
const READ_AHEAD = 32 * 1024;

/** @param range first and last byte, both included; null: all of them @returns a stream that closes the file */
export function readBytes(file: FileHandle, range: readonly [number, number] | null): ReadStream {
  const part = range === null ? {} : { start: range[0], end: range[1] };
  return file.createReadStream({ highWaterMark: READ_AHEAD, ...part });
}
