import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { Busboy } from '@fastify/busboy';
import type pg from 'pg';
import type { Caller } from '#platform/gateway/caller.ts';
import type { FilmFacts } from '#product/shared/films/rules.ts';
import { uuidOrNull } from '#server/postgres/as-caller.ts';
import { allowsType, type Bucket, knownBucket } from './buckets.ts';
import type { Incoming } from './bytes.ts';
import { asCallerOf, type StorageContext, type StorageEnvironment } from './environment.ts';
import { invalidRequest, StorageError, tooLarge, wrongType } from './errors.ts';
import { checkContent, type PictureFacts } from './pictures.ts';

type Metadata = Record<string, unknown>;

/** The uploader's declarations about a file. */
export interface Declared {
  type: string;
  cacheControl: string;
  /** The uploader's own metadata. */
  metadata: Metadata | null;
}

/** A file that is being uploaded. */
interface Sent extends Declared {
  source: Readable;
  /** The number of bytes, when it is known in advance. */
  length: number | null;
}

export interface Destination {
  bucket: string;
  name: string;
  upsert: boolean;
  /**
   * The future owner of the object. With a signed URL this is not the caller, which is then the
   * server.
   */
  owner: string | null;
}

const MOST_METADATA = 64 * 1024;

/** @throws StorageError InvalidRequest when the text is not JSON */
export function parseMetadata(text: string): Metadata | null {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw invalidRequest('metadata is no JSON');
  }
  return typeof read === 'object' && read !== null && !Array.isArray(read) ? (read as Metadata) : null;
}

export const bodyOf = (context: StorageContext): IncomingMessage | Readable => {
  const incoming = context.env?.incoming;
  if (incoming) return incoming;
  const { body } = context.req.raw;
  return body === null ? Readable.from([]) : Readable.fromWeb(body as ReadableStream<Uint8Array>);
};

/**
 * The uploader's own metadata in the `x-metadata` header, as base64 of JSON; null without
 * one. @throws StorageError InvalidRequest
 */
export function metadataIn(context: StorageContext): Metadata | null {
  const said = context.req.header('x-metadata');
  return said === undefined ? null : parseMetadata(Buffer.from(said, 'base64').toString('utf8'));
}

function rawFile(context: StorageContext): Sent {
  const length = Number(context.req.header('content-length') ?? Number.NaN);
  return {
    source: bodyOf(context),
    type: context.req.header('content-type') ?? 'application/octet-stream',
    cacheControl: context.req.header('cache-control') ?? 'no-cache',
    metadata: metadataIn(context),
    length: Number.isFinite(length) ? length : null,
  };
}

/** A form as the client sends it: fields, then one file, whose field may have no name. */
function formFile(context: StorageContext, type: string): Promise<Sent> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, string>();
    const form = new Busboy({
      headers: { 'content-type': type },
      limits: { fields: 20, fieldSize: MOST_METADATA, files: 1, parts: 21, headerPairs: 50 },
      isPartAFile: (_field, _type, fileName) => fileName !== undefined,
    });
    let found = false;
    form.on('field', (name, value) => fields.set(name, value));
    form.on('file', (_field, source, _name, _encoding, mime) => {
      found = true;
      // When the request breaks off, so does the file in it.
      form.once('error', (error: Error) => source.destroy(error));
      const seconds = fields.get('cacheControl');
      const metadata = fields.get('metadata');
      try {
        resolve({
          source,
          type: mime,
          cacheControl: seconds === undefined ? 'no-cache' : `max-age=${Number.parseInt(seconds, 10) || 0}`,
          metadata: metadata === undefined ? null : parseMetadata(metadata),
          length: null,
        });
      } catch (error) {
        source.resume();
        reject(error);
      }
    });
    form.once('error', () => reject(invalidRequest('body is no form')));
    form.once('finish', () => {
      if (!found) reject(invalidRequest('body has no file'));
    });
    const body = bodyOf(context);
    body.once('error', (error: Error) => form.destroy(error));
    body.once('close', () => {
      if (!body.readableEnded) form.destroy(new Error('The request was broken off'));
    });
    body.pipe(form);
  });
}

const INSERT = `
  insert into storage.objects (id, bucket_id, name, owner, owner_id, metadata, user_metadata, version)
  values ($1, $2, $3, $4::uuid, $5, $6, $7, $8)` as const;
const REPLACE = `${INSERT}
  on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id, metadata = excluded.metadata,
    user_metadata = excluded.user_metadata, version = excluded.version, updated_at = now()
  returning id` as const;

interface NewRow extends Destination {
  metadata: Metadata;
  userMetadata: Metadata | null;
  version: string;
}

/**
 * Writes the row as the caller, so that policies decide. Without an upsert nothing is read back:
 * the right to insert is enough.
 */
async function writeRow(db: Parameters<Parameters<typeof asCallerOf>[3]>[0], row: NewRow): Promise<string> {
  const id = randomUUID();
  const values: [string, string, string, string | null, string | null, Metadata, Metadata | null, string] = [
    id,
    row.bucket,
    row.name,
    uuidOrNull(row.owner),
    row.owner,
    row.metadata,
    row.userMetadata,
    row.version,
  ];
  if (!row.upsert) {
    await db.query(INSERT, values);
    return id;
  }
  const { rows } = await db.query(REPLACE, values);
  return rows[0]?.id ?? id;
}

class Probed extends Error {}

/**
 * Asks the policies before any byte is received: writes the row and rolls it back.
 * @throws the error of the database; `duplicate` for a name that is taken
 */
export async function probeUpload(
  environment: StorageEnvironment,
  caller: Caller,
  operation: string,
  destination: Destination,
  metadata: Metadata,
): Promise<void> {
  const row = { ...destination, metadata, userMetadata: null, version: randomUUID() };
  try {
    await asCallerOf(environment, caller, operation, async (db) => {
      await writeRow(db, row);
      throw new Probed();
    });
  } catch (error) {
    if (!(error instanceof Probed)) throw error;
  }
}

/**
 * Removes bytes whose row the database refused. Of any other error it is not known whether the
 * commit was made: then they stay, and the sweep looks for the row.
 * @throws the error
 */
export async function discardRefused(
  { bytes }: Pick<StorageEnvironment, 'bytes'>,
  version: string,
  error: unknown,
): Promise<never> {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const isRefused = error instanceof StorageError || /^(?:23|42)/.test(code);
  if (isRefused) await bytes.discard(version);
  throw error;
}

const PLACEHOLDER = '.emptyFolderPlaceholder';

/**
 * Stores a file: checks limits, asks policies, receives the bytes, then writes the row and places
 * the bytes in one transaction. Of two uploads of one name at the same time, the unique constraint
 * refuses one, and its bytes are removed.
 * @returns the object's id
 * @throws StorageError
 */
export async function upload(
  environment: StorageEnvironment,
  context: StorageContext,
  caller: Caller,
  operation: string,
  destination: Destination,
): Promise<{ id: string }> {
  const contentType = context.req.header('content-type') ?? '';
  const sent = /^multipart\/form-data\b/i.test(contentType)
    ? await formFile(context, contentType)
    : rawFile(context);
  try {
    return await store(environment, caller, operation, destination, sent);
  } catch (error) {
    sent.source.resume();
    throw error;
  } finally {
    await readRest(context);
  }
}

/**
 * How long the rest of a refused file is read and dropped, in milliseconds: a client that is still
 * sending might not read the answer otherwise.
 */
const REST = 2_000;

/**
 * Reads the rest of a refused file. If the client still sends after that time, its connection is
 * closed after the answer.
 */
export async function readRest(context: StorageContext): Promise<void> {
  const incoming = context.env?.incoming;
  if (!incoming || incoming.complete || incoming.destroyed) return;
  const isOver = new Promise<boolean>((resolve) => {
    for (const event of ['end', 'close', 'error']) incoming.once(event, () => resolve(true));
  });
  const late = new AbortController();
  const isLate = sleep(REST, false, { signal: late.signal }).catch(() => false);
  incoming.resume();
  if (!(await Promise.race([isOver, isLate]))) context.header('Connection', 'close');
  late.abort();
}

/** The most bytes that an object of this bucket may have. */
export const mostOf = ({ mostBytes }: StorageEnvironment, { sizeLimit }: Bucket): number =>
  Math.min(sizeLimit ?? mostBytes, mostBytes);

export async function store(
  environment: StorageEnvironment,
  caller: Caller,
  operation: string,
  destination: Destination,
  sent: Sent,
): Promise<{ id: string }> {
  const { bytes } = environment;
  const bucket = await knownBucket(environment, destination.bucket);
  const isPlaceholder = destination.name.endsWith(PLACEHOLDER);
  const most = isPlaceholder ? 0 : mostOf(environment, bucket);
  // As storage-api orders its refusals: the type, then what policies and the name say, then the
  // size.
  if (!isPlaceholder && !allowsType(bucket, sent.type)) throw wrongType(sent.type);
  await probeUpload(environment, caller, operation, destination, {
    mimetype: sent.type,
    contentLength: sent.length ?? 0,
  });
  if (sent.length !== null && sent.length > most) throw tooLarge();
  const received = await bytes.receive(sent.source, most);
  return settle(environment, caller, operation, destination, bucket, sent, received);
}

/**
 * Gives completely received bytes their row and their place, in one transaction.
 * @param along further work of that transaction, with the server's rights
 * @throws StorageError
 */
export async function settle(
  environment: StorageEnvironment,
  caller: Caller,
  operation: string,
  destination: Destination,
  bucket: Bucket,
  sent: Declared,
  received: Incoming,
  along: (db: pg.PoolClient) => Promise<void> = async () => undefined,
): Promise<{ id: string }> {
  const { bytes } = environment;
  // A version of its own for each attempt: one that the database refuses discards no bytes but its
  // own.
  const version = randomUUID();
  let incoming = received;
  try {
    let { type } = sent;
    let picture: PictureFacts | null = null;
    let film: FilmFacts | null = null;
    if (bucket.checksContent && incoming.size > 0) {
      ({ incoming, type, picture, film } = await checkContent(bytes, incoming, sent.type, bucket));
      if (!allowsType(bucket, type)) throw wrongType(type);
    }
    const metadata = {
      eTag: `"${incoming.md5}"`,
      size: incoming.size,
      mimetype: type,
      cacheControl: sent.cacheControl,
      lastModified: environment.gateway.now().toISOString(),
      contentLength: incoming.size,
      httpStatusCode: 200,
      ...picture,
      ...(film !== null && { film }),
    };
    const row = { ...destination, metadata, userMetadata: sent.metadata, version };
    const whole = incoming;
    await bytes.bring(whole, version);
    const id = await asCallerOf(environment, caller, operation, async (db) => {
      const written = await writeRow(db, row);
      await along(db);
      await bytes.keep(whole, version);
      return written;
    }).catch((error: unknown) => discardRefused(environment, version, error));
    if (destination.upsert) environment.kickSweep();
    return { id };
  } catch (error) {
    // Removes the bytes if they have no place yet. If they have one, the commit may have succeeded
    // and only its answer is missing: the sweep checks.
    await bytes.drop(incoming.path);
    throw error;
  }
}
