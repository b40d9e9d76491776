import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yauzl from 'yauzl';
import yazl from 'yazl';
import { z } from 'zod';

/**
 * A backup is a zip that any tool opens: `tables/<schema>.<table>.copy` as Postgres's COPY writes
 * text, `bytes/<version>` of the storage, and last `manifest.json`, which names all of them with
 * their SHA-256, then the manifest's own.
 */
const FORMAT = 'loge-backup';
const MANIFEST = 'manifest.json';
const SEAL = 'manifest.sha256';
const MOST_MANIFEST = 512 * 1024 * 1024;

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const manifest = z.strictObject({
  format: z.literal(FORMAT),
  /** Of this form of file. */
  version: z.literal(1),
  /** When its instant was, in UTC: what was committed before is in it. */
  takenAt: z.iso.datetime(),
  loge: z.string(),
  postgres: z.string(),
  migrations: z.array(z.strictObject({ set: z.string(), name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.strictObject({
      name: z.string(),
      columns: z.string(),
      rows: z.int().min(0),
      size: z.int().min(0),
      sha256: digest,
    }),
  ),
  sequences: z.array(
    z.strictObject({ name: z.string(), last: z.string().regex(/^-?\d+$/), isCalled: z.boolean() }),
  ),
  bytes: z.array(z.strictObject({ version: z.uuid(), size: z.int().min(0), sha256: digest })),
  /** Versions that had a row and no bytes already when the backup was made. */
  missing: z.array(z.string()),
  /** Digests that tell whether another installation has the same keys, without telling them. */
  keys: z.strictObject({
    signing: z.string(),
    identity: digest,
    /** While the key of identities changes: the others under which something is sealed still. */
    others: z.array(digest).optional(),
  }),
});
export type Manifest = z.infer<typeof manifest>;

/** The file cannot be used, for a reason that its message says to a person. */
export class BackupRefused extends Error {
  override name = 'BackupRefused';
}

export const tableEntry = (table: string): string => `tables/${table}.copy`;
export const bytesEntry = (version: string): string => `bytes/${version}`;

export interface Measured {
  size: number;
  sha256: string;
}

async function measure(source: AsyncIterable<Buffer>): Promise<Measured> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of source) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}

/** A backup that is being written. */
export interface BackupWriter {
  /** Adds an entry, one after the other. */
  add(name: string, source: AsyncIterable<Buffer>, compress: boolean): Promise<Measured>;
  /** Ends the file and gives it its name. @returns its size in bytes */
  finish(manifest: Omit<Manifest, 'format' | 'version'>): Promise<number>;
  /** Leaves nothing behind. */
  abandon(): Promise<void>;
}

/**
 * The file gets its name when it is complete and flushed to disk, so what has the name is a whole
 * backup.
 * @throws BackupRefused when there is a file of that name
 */
export async function writeBackup(file: string): Promise<BackupWriter> {
  const draft = `${file}.partial`;
  // Takes the name at once, so that neither another backup nor a file that is there is written
  // over.
  const claim = await open(file, 'wx', 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'EEXIST')
      throw new BackupRefused(`${file} exists already: give another name, no backup is overwritten.`);
    if (error.code === 'ENOENT') throw new BackupRefused(`The folder ${dirname(file)} does not exist.`);
    throw error;
  });
  await claim.close();
  const zip = new yazl.ZipFile();
  // Each entry's own promise tells its error; here it ends the output.
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  const written = pipeline(output, createWriteStream(draft, { mode: 0o600, flush: true }));
  written.catch(() => undefined); // told to each entry that waits, and to `finish`

  return {
    add(name, source, compress) {
      const entry = new Promise<Measured>((resolve, reject) => {
        const hash = createHash('sha256');
        let size = 0;
        async function* measured() {
          for await (const chunk of source) {
            hash.update(chunk);
            size += chunk.length;
            yield chunk;
          }
          resolve({ size, sha256: hash.digest('hex') });
        }
        const stream = Readable.from(measured(), { objectMode: false });
        stream.once('error', reject);
        zip.addReadStream(stream, name, { compress, mode: 0o100600 });
      });
      return Promise.race([
        entry,
        written.then((): never => {
          throw new Error('the backup ended before its entry');
        }),
      ]);
    },
    async finish(told) {
      const text = Buffer.from(JSON.stringify({ format: FORMAT, version: 1, ...told } satisfies Manifest));
      zip.addBuffer(text, MANIFEST, { mode: 0o100600 });
      const seal = createHash('sha256').update(text).digest('hex');
      zip.addBuffer(Buffer.from(seal), SEAL, { mode: 0o100600 });
      zip.end();
      await written;
      await rename(draft, file);
      const folder = await open(dirname(file), 'r');
      try {
        await folder.sync();
      } finally {
        await folder.close();
      }
      const handle = await open(file, 'r');
      try {
        return (await handle.stat()).size;
      } finally {
        await handle.close();
      }
    },
    async abandon() {
      output.destroy();
      await written.catch(() => undefined); // it was broken off just now
      await rm(draft, { force: true });
      await rm(file, { force: true });
    },
  };
}

/** A backup that was read once, whole, and is what it was when it was written. */
export interface BackupReader {
  manifest: Manifest;
  read(name: string): Promise<Readable>;
  close(): void;
}

const damaged = (file: string, cause?: unknown) =>
  new BackupRefused(`${file} is damaged: it is no longer the backup that was written.`, { cause });

/**
 * Opens a backup and reads all of it, so that what is damaged is refused before anything is
 * changed.
 * @throws BackupRefused when it is absent, no backup of Loge, damaged, or incomplete
 */
export async function openBackup(file: string): Promise<BackupReader> {
  const zip = await yauzl.openPromise(file, { autoClose: false }).catch((cause: Error) => {
    if ('code' in cause && cause.code === 'ENOENT') throw new BackupRefused(`${file} does not exist.`);
    throw new BackupRefused(`${file} is not a backup of Loge, or is incomplete: its end is missing.`, {
      cause,
    });
  });
  try {
    const entries = new Map<string, yauzl.Entry>();
    for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry);
    const read = async (name: string) => {
      const entry = entries.get(name);
      if (entry === undefined) throw damaged(file);
      return zip.openReadStreamPromise(entry);
    };
    const textOf = async (name: string) => {
      const parts: Buffer[] = [];
      for await (const part of await read(name)) parts.push(part as Buffer);
      return Buffer.concat(parts);
    };
    const own = entries.get(MANIFEST);
    if (own === undefined || !entries.has(SEAL) || own.uncompressedSize > MOST_MANIFEST)
      throw new BackupRefused(`${file} is not a backup of Loge.`);
    const text = await textOf(MANIFEST);
    if (createHash('sha256').update(text).digest('hex') !== (await textOf(SEAL)).toString())
      throw damaged(file);
    const parsed = manifest.safeParse(JSON.parse(text.toString()));
    if (!parsed.success)
      throw new BackupRefused(`${file} is not a backup that this version of Loge can read.`);
    const { tables, bytes } = parsed.data;
    const expected = new Map<string, Measured>([
      ...tables.map((table) => [tableEntry(table.name), table] as const),
      ...bytes.map((one) => [bytesEntry(one.version), one] as const),
    ]);
    if (entries.size !== expected.size + 2) throw damaged(file);
    for (const [name, { size, sha256 }] of expected) {
      const found = await measure(await read(name));
      if (found.size !== size || found.sha256 !== sha256) throw damaged(file);
    }
    return { manifest: parsed.data, read, close: () => zip.close() };
  } catch (error) {
    zip.close();
    throw error instanceof BackupRefused ? error : damaged(file, error);
  }
}
