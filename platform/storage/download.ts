import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { z } from 'zod';
import { alreadySent } from '#platform/already-sent.ts';
import type { Caller } from '#platform/gateway/caller.ts';
import type { Row } from '#server/postgres/typed-query.ts';
import { findBucket } from './buckets.ts';
import { type ByteRange, BytesGone, isMissing, readFileOf } from './bytes.ts';
import { asCallerOf, type StorageContext, type StorageEnvironment } from './environment.ts';
import { invalidRange, invalidRequest, noSuchKey } from './errors.ts';
import type { Transformation } from './pictures.ts';

const SELECT = `
  select o.id, o.name, o.bucket_id, o.version, o.metadata, o.user_metadata, o.created_at, o.updated_at
  from storage.objects o where o.bucket_id = $1 and o.name = $2`;
export type StoredObject = Row<typeof SELECT>;

/**
 * @param caller null to read with the server's rights: the server has checked access itself
 * @throws StorageError NoSuchKey, also for an object that the caller may not see
 */
export async function findObject(
  environment: StorageEnvironment,
  caller: Caller | null,
  operation: string,
  bucket: string,
  name: string,
): Promise<StoredObject> {
  const { rows } =
    caller === null
      ? await environment.pool.query(SELECT, [bucket, name])
      : await asCallerOf(environment, caller, operation, (db) => db.query(SELECT, [bucket, name]));
  if (!rows[0]) throw noSuchKey();
  return rows[0];
}

/** @returns false for a private bucket, and for one that does not exist */
export async function isPublic(environment: StorageEnvironment, bucket: string): Promise<boolean> {
  return (await findBucket(environment, bucket))?.public ?? false;
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export interface Facts {
  type: string;
  size: number;
  etag: string;
  modified: Date;
  cacheControl: string;
}

/** The facts recorded when the object was stored; rows that others wrote may lack any of it. */
export function factsOf({ metadata, updated_at, version }: StoredObject): Facts {
  const { mimetype, size, eTag, lastModified, cacheControl } = metadata ?? {};
  const modified = new Date(text(lastModified) ?? updated_at);
  return {
    type: text(mimetype) ?? 'application/octet-stream',
    size: typeof size === 'number' ? size : 0,
    etag: text(eTag) ?? `"${version}"`,
    modified: Number.isNaN(modified.getTime()) ? updated_at : modified,
    cacheControl: text(cacheControl) ?? 'no-cache',
  };
}

/** First and last byte of a `Range` header; null without one. @throws StorageError 416 */
function rangeOf(header: string | undefined, size: number): [number, number] | null {
  if (header === undefined) return null;
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? [];
  if (first === '' && last === '') throw invalidRange();
  const end = size - 1;
  const range: [number, number] =
    first === ''
      ? [Math.max(0, size - Number(last)), end]
      : [Number(first), last === '' ? end : Math.min(Number(last), end)];
  if (range[0] > range[1] || (first === '' && Number(last) === 0)) throw invalidRange();
  return range;
}

function isUnchanged(context: StorageContext, { etag, modified }: Pick<Facts, 'etag' | 'modified'>): boolean {
  const known = context.req.header('if-none-match');
  if (known !== undefined)
    return known.split(',').some((one) => ['*', etag].includes(one.trim().replace(/^W\//, '')));
  const since = Date.parse(context.req.header('if-modified-since') ?? '');
  // Headers have whole seconds.
  return !Number.isNaN(since) && Math.floor(modified.getTime() / 1000) * 1000 <= since;
}

/**
 * Types that a browser shows and that cannot run scripts. Every other type is sent as a file to
 * save, in a sandbox.
 */
const HARMLESS =
  /^(?:image\/(?:png|jpeg|gif|webp|avif|bmp|x-icon)|video\/|audio\/|text\/(?:plain|csv|vtt)|application\/(?:pdf|json))/;

function disposition(context: StorageContext, type: string): string | null {
  const name = context.req.query('download');
  if (name === undefined) return HARMLESS.test(type) ? null : 'attachment';
  if (name === '') return 'attachment;';
  const encoded = encodeURIComponent(name);
  return `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`;
}

/** HTML is sent as plain text: as HTML it would run in our origin, with the reader's session. */
function headersOf(context: StorageContext, facts: Facts): Record<string, string> {
  const shown = facts.type.startsWith('text/html')
    ? facts.type.replace('text/html', 'text/plain')
    : facts.type;
  const saved = disposition(context, shown);
  return {
    'Content-Type': shown,
    ETag: facts.etag,
    'Last-Modified': facts.modified.toUTCString(),
    'Cache-Control': facts.cacheControl,
    'Accept-Ranges': 'bytes',
    'X-Robots-Tag': 'none',
    'X-Content-Type-Options': 'nosniff',
    // PDF viewers do not work in a sandbox, and give the document no access to our origin.
    ...(shown !== 'application/pdf' && {
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    }),
    ...(saved !== null && { 'Content-Disposition': saved }),
  };
}

/**
 * Sends the requested bytes, no faster than the client reads them.
 * @param read returns null when the bytes no longer exist
 * @returns null in that case
 */
async function sendBytes(
  context: StorageContext,
  read: (range: ByteRange) => Promise<Readable | null>,
  facts: Facts,
  more: Record<string, string> = {},
): Promise<Response | null> {
  const headers = { ...headersOf(context, facts), ...more };
  if (isUnchanged(context, facts)) return context.body(null, 304, headers);
  const condition = context.req.header('if-range');
  const asked = condition === undefined || condition === facts.etag ? context.req.header('range') : undefined;
  const range = rangeOf(asked, facts.size);
  const status = range === null ? 200 : 206;
  headers['Content-Length'] = String(range === null ? facts.size : range[1] - range[0] + 1);
  if (range !== null) headers['Content-Range'] = `bytes ${range[0]}-${range[1]}/${facts.size}`;
  if (context.req.method === 'HEAD') return context.body(null, status, headers);
  const stream = await read(range);
  if (stream === null) return null;
  const outgoing = context.env?.outgoing;
  if (outgoing === undefined || !('writeHead' in outgoing))
    return context.body(
      Readable.toWeb(stream) as ReadableStream as globalThis.ReadableStream,
      status,
      headers,
    );
  // Directly to the connection: each stream in between would keep more of every download in memory.
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value);
  outgoing.statusCode = status;
  await pipeline(stream, outgoing).catch((error: unknown) => {
    // The client disconnected, or was disconnected because it did not read.
    if (!outgoing.destroyed) throw error;
  });
  return alreadySent();
}

/**
 * How often the row is read again when the bytes that it names were replaced before they were
 * opened.
 */
const ATTEMPTS = 5;

/**
 * @param find reads the row, again when its bytes were replaced meanwhile
 * @throws StorageError NoSuchKey when there are no bytes
 */
export async function sendObject(
  environment: StorageEnvironment,
  context: StorageContext,
  find: () => Promise<StoredObject>,
  more?: Record<string, string>,
): Promise<Response> {
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const object = await find();
    const { version } = object;
    if (version === null) break;
    const read = (range: ByteRange) => environment.bytes.read(version, range);
    const answer = await sendBytes(context, read, factsOf(object), more);
    if (answer !== null) return answer;
  }
  throw noSuchKey();
}

const size = z.coerce
  .number()
  .int()
  .transform((pixels) => Math.min(2000, Math.max(1, pixels)))
  .nullish()
  .transform((pixels) => pixels ?? null);
const wish = z
  .object({
    width: size,
    height: size,
    resize: z.enum(['cover', 'contain', 'fill']).default('cover'),
    quality: z.coerce.number().int().min(20).max(100).default(80),
    // Ours, named as imgproxy names it.
    max_bytes: z.coerce.number().int().min(1000).nullish(),
    format: z
      .enum(['origin', 'webp', 'avif'])
      .nullish()
      .transform((format) => format ?? null),
  })
  .transform(({ max_bytes: maxBytes, ...rest }) => ({ ...rest, maxBytes: maxBytes ?? null }));

/** @param asked the parameters from a query or a body @throws StorageError InvalidRequest */
export function transformationOf(asked: unknown): Transformation {
  const read = wish.safeParse(asked);
  if (!read.success) throw invalidRequest(`querystring/${read.error.issues[0]?.path.join('/')} is invalid`);
  return read.data;
}

const RESIZING = { cover: 'fill', contain: 'fit', fill: 'force' } as const;

/**
 * A transformation as storage-api writes it in the tokens of URLs and in the headers of answers.
 */
export const wordsOf = ({ width, height, resize, quality, maxBytes, format }: Transformation): string =>
  [
    height === null ? [] : `height:${height}`,
    width === null ? [] : `width:${width}`,
    `resizing_type:${RESIZING[resize]}`,
    `quality:${quality}`,
    maxBytes === null ? [] : `max_bytes:${maxBytes}`,
    format === null ? [] : `format:${format}`,
  ]
    .flat()
    .join(',');

/** Parses what `wordsOf` wrote. */
export function transformationOfWords(words: string): Transformation {
  const said = Object.fromEntries(words.split(',').map((part) => part.split(':')));
  const resize = Object.entries(RESIZING).find(([, name]) => name === said.resizing_type)?.[0];
  return transformationOf({ ...said, resize });
}

/** Of a picture for somebody who pays for what they load. */
const SPARING_QUALITY = 40;

/**
 * The picture that a browser gets which asks to save data: coarser, and of half the bytes where
 * there is a limit.
 */
function sparing(wish: Transformation): Transformation {
  const maxBytes = wish.maxBytes === null ? null : Math.ceil(wish.maxBytes / 2);
  return { ...wish, quality: Math.min(wish.quality, SPARING_QUALITY), maxBytes };
}

/**
 * Sends a picture in another size.
 * @throws StorageError InvalidMimeType when the object is not a picture
 */
export async function sendPicture(
  environment: StorageEnvironment,
  context: StorageContext,
  find: () => Promise<StoredObject>,
  transformation: Transformation,
  more?: Record<string, string>,
): Promise<Response> {
  const isSparing = context.req.header('save-data')?.toLowerCase() === 'on';
  const wish = isSparing ? sparing(transformation) : transformation;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const object = await find();
    try {
      if (object.version === null) break;
      const accept = context.req.header('accept') ?? '';
      const { path, type } = await environment.renders.render(object.version, wish, accept);
      const { size } = await stat(path);
      const facts = { ...factsOf(object), type, size, etag: `"${object.version}-${size}"` };
      const words = { Vary: 'Accept, Save-Data', 'X-Transformations': wordsOf(wish), ...more };
      const answer = await sendBytes(context, async (range) => readFileOf(path, range), facts, words);
      if (answer !== null) return answer;
    } catch (error) {
      if (!isMissing(error) && !(error instanceof BytesGone)) throw error;
    }
  }
  throw noSuchKey();
}
