import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';

/** Those that every browser knows, the smallest first. */
export const ENCODINGS = ['br', 'gzip'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/**
 * The encoding to answer in, by an `Accept-Encoding` header (RFC 9110, 12.5.3): of those that there
 * are the one that is accepted most, and the smallest of several.
 * @returns null: as it is
 */
export function encodingFor(
  accepted: string | undefined,
  available: readonly Encoding[] = ENCODINGS,
): Encoding | null {
  if (accepted === undefined) return null;
  const weights = new Map(parseAccept(accepted).map(({ type, q }) => [type.toLowerCase(), q]));
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0;
  let best: Encoding | null = null;
  let most = weights.get('identity') ?? 0;
  for (const encoding of available) {
    const weight = weightOf(encoding);
    // What is as welcome compressed as it is, is compressed.
    if (weight > 0 && (best === null ? weight >= most : weight > most)) [best, most] = [encoding, weight];
  }
  return best;
}

const gzipped = promisify(gzip);
const brotlied = promisify(brotliCompress);

/** A higher quality takes a document ten times as long, for a twentieth of its size. */
const QUALITY = 6;

/** In memory of its own size: what zlib answers may be a part of its larger buffer. */
function alone(bytes: Buffer): Buffer<ArrayBuffer> {
  const own = Buffer.alloc(bytes.length);
  bytes.copy(own);
  return own;
}

/** Compresses a text beside the event loop. */
export const compressed: Readonly<Record<Encoding, (text: Buffer) => Promise<Buffer<ArrayBuffer>>>> = {
  br: async (text) =>
    alone(
      await brotlied(text, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: QUALITY,
          [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
          [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
        },
      }),
    ),
  gzip: async (text) => alone(await gzipped(text)),
};

/**
 * Whether what a client has is the version of this tag, by its `If-None-Match` (RFC 9110, 13.1.2),
 * which compares weakly: the encodings of a version have one tag.
 */
export const isHeld = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch.trim() === '*' ||
    Array.from(ifNoneMatch.matchAll(/"[^"]*"/g), ([tag]) => tag).includes(etag.replace(/^W\//, '')));
