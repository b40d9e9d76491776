import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
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

/** First and last byte, both included; null: all of them. */
export type ByteRange = readonly [number, number] | null;

/** Nothing lies under a version: its row was let go of meanwhile. */
export class BytesGone extends Error {
  override name = 'BytesGone';
  constructor(version: string) {
    super(`No bytes under ${version}`);
  }
}

/**
 * Where bytes lie: a folder, or a bucket of S3 (s3-bytes.ts). What comes in is written to a file beside. It has its place before its row is
 * committed, so a process that dies at any point leaves either both, or bytes that the sweep finds without a row.
 */
export interface Bytes {
  /** @throws StorageError 413 at the first byte too many @returns where they wait; `drop` or `keep` them */
  receive(source: Readable, most: number): Promise<Incoming>;
  /** A path for bytes that are made here, of the folder that `keep` takes from. */
  place(): string;
  /** Does what takes a network, before the transaction that writes the row. */
  bring(incoming: Incoming, version: string): Promise<void>;
  /** Within that transaction: gives bytes their version. Once it returns, they outlast the machine's power. */
  keep(incoming: Incoming, version: string): Promise<void>;
  drop(path: string): Promise<void>;
  /** Gives the same bytes a second version. @returns false when the first is gone */
  copy(from: string, to: string): Promise<boolean>;
  /** @returns as they are read and no faster; null when no bytes have this version */
  read(version: string, range: ByteRange): Promise<Readable | null>;
  /** Has the bytes in a file while somebody works with it. @throws BytesGone */
  withFile<T>(version: string, work: (path: string) => Promise<T>): Promise<T>;
  discard(version: string): Promise<void>;
  /** The versions whose bytes have lain here since before an instant, and that many unfinished files of that time removed. */
  listBefore(instant: number): AsyncGenerator<string>;
}

export const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
export const VERSION = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** As much of a download as is held at once: what is read ahead, and what the connection did not take yet. */
export const READ_AHEAD = 32 * 1024;

/** Files on their way in, or out to who reads files. */
export interface Staging extends Pick<Bytes, 'receive' | 'place' | 'drop'> {
  /** Removes what was left here before an instant. */
  clear(before: number): Promise<void>;
}

/** @returns null when the file is gone */
async function changedAt(path: string): Promise<number | null> {
  try {
    return (await stat(path)).ctimeMs;
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

export async function openStaging(folder: string): Promise<Staging> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const drop = (path: string) => rm(path, { force: true });
  return {
    place: () => join(folder, randomUUID()),
    drop,
    async receive(source, most) {
      const path = join(folder, randomUUID());
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
    async clear(before) {
      for (const name of await readdir(folder)) {
        const path = join(folder, name);
        if (((await changedAt(path)) ?? before) < before) await drop(path);
      }
    },
  };
}

/** @param folder of this installation, shared by all of its processes */
export async function openBytes(folder: string): Promise<Bytes> {
  const staging = await openStaging(join(folder, 'incoming'));
  const kept = join(folder, 'objects');
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

  return {
    ...staging,
    bring: async () => undefined,
    async keep({ path }, version) {
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
    async read(version, range) {
      try {
        const file = await open(pathOf(version), 'r');
        return file.createReadStream({
          highWaterMark: READ_AHEAD,
          ...(range !== null && { start: range[0], end: range[1] }),
        });
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    async withFile(version, work) {
      const path = pathOf(version);
      if ((await changedAt(path)) === null) throw new BytesGone(version);
      return work(path);
    },
    discard: (version) => staging.drop(pathOf(version)),
    async *listBefore(instant) {
      await staging.clear(instant);
      for (const shelf of await readdir(kept)) {
        for (const version of await readdir(join(kept, shelf))) {
          const changed = VERSION.test(version) ? await changedAt(join(kept, shelf, version)) : null;
          if (changed !== null && changed < instant) yield version;
        }
      }
    },
  };
}

/** A file of ours that is no object, such as a picture that was made in another size. */
export const readFileOf = (path: string, range: ByteRange): Readable =>
  createReadStream(path, {
    highWaterMark: READ_AHEAD,
    ...(range !== null && { start: range[0], end: range[1] }),
  });
