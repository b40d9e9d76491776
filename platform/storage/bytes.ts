import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { link, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { tooLarge } from './errors.ts';

/** Bytes that were received completely and have no version yet. */
export interface Incoming {
  path: string;
  size: number;
  /** The MD5 digest of the bytes, in hex. */
  md5: string;
}

/** First and last byte, both included; null: all of them. */
export type ByteRange = readonly [number, number] | null;

/** No bytes have this version any more: its row was deleted or changed meanwhile. */
export class BytesGone extends Error {
  override name = 'BytesGone';
  constructor(version: string) {
    super(`No bytes under ${version}`);
  }
}

/**
 * Where bytes lie: a folder, or a bucket of S3 (s3-bytes.ts). Incoming bytes are first written to a
 * file of their own. They get their place before their row is committed, so a process that dies at
 * any point leaves either both, or bytes without a row, which the sweep removes.
 */
export interface Bytes {
  /**
   * @throws StorageError 413 at the first byte too many
   * @returns the received bytes; the caller must `drop` or `keep` them
   */
  receive(source: Readable, most: number): Promise<Incoming>;
  /**
   * A path for a file that the server makes itself, in the folder from which `keep` takes files.
   */
  place(): string;
  /** Does the work that needs the network, before the transaction that writes the row. */
  bring(incoming: Incoming, version: string): Promise<void>;
  /**
   * Within that transaction: gives bytes their version. Once it returns, a power failure does not
   * lose them.
   */
  keep(incoming: Incoming, version: string): Promise<void>;
  drop(path: string): Promise<void>;
  /**
   * Gives the same bytes a second version.
   * @returns false when the first version no longer exists
   */
  copy(from: string, to: string): Promise<boolean>;
  /**
   * @returns a stream that loads no faster than it is read; null when no bytes have this version
   */
  read(version: string, range: ByteRange): Promise<Readable | null>;
  /** Provides the bytes as a file while `work` runs. @throws BytesGone */
  withFile<T>(version: string, work: (path: string) => Promise<T>): Promise<T>;
  discard(version: string): Promise<void>;
  /** Yields all versions, and removes nothing. */
  list(): AsyncGenerator<string>;
  /**
   * Yields the versions whose files are older than an instant, and removes the unfinished files
   * that are older.
   */
  listBefore(instant: number): AsyncGenerator<string>;
}

export const isMissing = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT';
export const VERSION = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/**
 * The most of one download that is in memory at once: bytes read ahead, and bytes that the
 * connection has not taken yet.
 */
export const READ_AHEAD = 32 * 1024;

/** Temporary files: uploads that are arriving, and copies for libraries that read files. */
export interface Staging extends Pick<Bytes, 'receive' | 'place' | 'drop'> {
  /** Removes the files that are older than an instant. */
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
        // The source is not destroyed at the first byte too many: the client must still be able to
        // read the answer.
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
  // All folders are made at the start: one made later would have to be flushed to disk as well.
  for (let shelf = 0; shelf < 256; shelf += 1)
    await mkdir(join(kept, shelf.toString(16).padStart(2, '0')), { recursive: true, mode: 0o700 });

  const shelfOf = (version: string) => {
    // The version comes from a row, which somebody may have written by hand: it must not name a
    // file elsewhere.
    if (!VERSION.test(version)) throw new Error(`Not a version of ours: ${version}`);
    return join(kept, version.slice(0, 2));
  };
  const pathOf = (version: string) => join(shelfOf(version), version);
  /** Flushes a folder to disk: a rename or a link is an entry of the folder, not of the file. */
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
    async *list() {
      for (const shelf of await readdir(kept))
        for (const version of await readdir(join(kept, shelf))) if (VERSION.test(version)) yield version;
    },
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

/** Reads a file that is not an object, such as a picture that was made in another size. */
export const readFileOf = (path: string, range: ByteRange): Readable =>
  createReadStream(path, {
    highWaterMark: READ_AHEAD,
    ...(range !== null && { start: range[0], end: range[1] }),
  });
