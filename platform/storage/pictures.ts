import { createHash } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileTypeFromBuffer, fileTypeFromFile } from 'file-type';
import pLimit from 'p-limit';
import type { Sharp } from 'sharp';
import { MOST_CAPTION_BYTES, readVtt, writeVtt } from '#product/shared/films/captions.ts';
import type { FilmFacts } from '#product/shared/films/rules.ts';
import { MOST_PICTURE_FRAMES, MOST_PICTURE_PIXELS, type PictureFault } from '#product/shared/pictures.ts';
import { type Bytes, BytesGone, type Incoming } from './bytes.ts';
import {
  invalidCaptions,
  isDiskFull,
  noSpace,
  refusedPicture,
  StorageError,
  tooManyAtOnce,
  wrongType,
} from './errors.ts';
import { checkFilm } from './films/check-film.ts';

/**
 * Pictures that a process works on at once: each keeps a processor busy and takes some ten
 * megabytes.
 */
const AT_ONCE = 2;
const MOST_WAITING = 400;
const FORMATS = {
  'image/jpeg': 'jpeg',
  'image/png': 'png',
  'image/webp': 'webp',
  'image/avif': 'avif',
  'image/gif': 'gif',
} as const;
type Format = (typeof FORMATS)[keyof typeof FORMATS];

const inTurn = pLimit(AT_ONCE);
/** Films beside them: they wait for the disk, not for a processor. */
const filmsInTurn = pLimit(AT_ONCE);
const CAPTIONS = 'text/vtt';
/** Films that cameras write, which are written again without places wherever files are checked. */
const TELL_PLACES = new Set(['video/mp4', 'video/x-m4v', 'video/quicktime', 'video/webm']);

/**
 * Loads libvips when the first picture is opened: it takes a fifth of a second, and a server
 * without pictures never needs it.
 */
async function openPicture(path: string, animated: boolean): Promise<Sharp> {
  const { default: sharp } = await import('sharp');
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp(path, { limitInputPixels: MOST_PICTURE_PIXELS, failOn: 'error', animated });
}

const formatOf = (type: string | undefined): Format | null =>
  Object.entries(FORMATS).find(([mime]) => mime === type)?.[1] ?? null;

/** @returns the file at `path` flushed to disk, with its size and digest */
async function measure(path: string): Promise<Incoming> {
  const file = await open(path, 'r');
  try {
    const hash = createHash('md5');
    let size = 0;
    for await (const chunk of file.createReadStream({ autoClose: false, highWaterMark: 64 * 1024 })) {
      hash.update(chunk as Buffer);
      size += (chunk as Buffer).length;
    }
    await file.sync();
    return { path, size, md5: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/**
 * Finds the type of a file by its bytes. A picture is written again: turned upright, and without
 * its data about place, camera and time. So are films, and captions where the bucket takes them;
 * any other file stays as it was.
 * @returns the bytes to keep, their type, of a picture what pages keep its room with, and what a
 *   film is
 * @throws StorageError InvalidMimeType for an unknown type, a picture that cannot be read or has
 *   too many pixels or frames, a film that is refused, or captions that are none;
 *   InsufficientStorage when the disk is full
 */
export async function checkContent(
  bytes: Bytes,
  incoming: Incoming,
  declared: string,
  { mostFilmSeconds }: { readonly mostFilmSeconds: number | null },
): Promise<{ incoming: Incoming; type: string; picture: PictureFacts | null; film: FilmFacts | null }> {
  const found = (await fileTypeFromFile(incoming.path))?.mime;
  const isCaptions =
    (found === undefined || found === CAPTIONS) && mostFilmSeconds !== null && declared.startsWith(CAPTIONS);
  const type = isCaptions ? CAPTIONS : found;
  if (type === undefined) throw wrongType(declared);
  const format = formatOf(type);
  const isFilm = type.startsWith('video/') && (mostFilmSeconds !== null || TELL_PLACES.has(type));
  if (format === null && !isFilm && !isCaptions) return { incoming, type, picture: null, film: null };
  const path = bytes.place();
  try {
    let picture: PictureFacts | null = null;
    let film: FilmFacts | null = null;
    if (format !== null) picture = await inTurn(() => rewrite(incoming.path, path, format));
    else if (isFilm) film = await filmsInTurn(() => checkFilm(incoming.path, type, mostFilmSeconds, path));
    else await rewriteCaptions(incoming, path);
    const kept = await measure(path);
    await bytes.drop(incoming.path);
    // A film sent along is no introduction: its length and size are nobody's business.
    if (mostFilmSeconds === null) return { incoming: kept, type, picture, film: null };
    return { incoming: kept, type: film?.type ?? type, picture, film };
  } catch (error) {
    await bytes.drop(path);
    throw error;
  }
}

/**
 * The facts with which pages keep room until a picture has come: its size in pixels, and the
 * picture itself, tiny, as a `data:` address of some hundred letters.
 */
export interface PictureFacts {
  width: number;
  height: number;
  placeholder: string;
}

/** Wide enough to tell light from dark, and too small to show anything. */
const PLACEHOLDER_SIDE = 16;

async function factsOfPicture(path: string): Promise<PictureFacts> {
  const { width, height, pageHeight } = await (await openPicture(path, false)).metadata();
  const tiny = await (await openPicture(path, false))
    .resize(PLACEHOLDER_SIDE, PLACEHOLDER_SIDE, { fit: 'inside' })
    .webp({ quality: 40, alphaQuality: 40 })
    .toBuffer();
  return {
    width,
    height: pageHeight ?? height,
    placeholder: `data:image/webp;base64,${tiny.toString('base64')}`,
  };
}

/**
 * Writes captions again, without styles, notes and marks.
 * @throws StorageError when they are no WebVTT in UTF-8
 */
async function rewriteCaptions({ path, size }: Incoming, to: string): Promise<void> {
  const { captions, wrong } = readVtt(size > MOST_CAPTION_BYTES ? '' : (utf8Of(await readFile(path)) ?? ''));
  if (captions === null) throw invalidCaptions(wrong);
  await writeFile(to, writeVtt(captions), { flag: 'wx', mode: 0o600 });
}

/** @returns null when the bytes are no UTF-8 */
function utf8Of(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** The refusal for a failed picture: a full disk is no fault of it. */
function asRefusal(error: unknown): unknown {
  if (isDiskFull(error)) return noSpace();
  return error instanceof StorageError ? error : refusedPicture('unreadable');
}

/**
 * Finds the fault of a picture in its head, before anything is unpacked: the library would refuse
 * both with the same words.
 */
async function faultOfHead(path: string, isAnimated: boolean): Promise<PictureFault | null> {
  const { default: sharp } = await import('sharp');
  const { width, height, pages = 1 } = await sharp(path, { limitInputPixels: false }).metadata();
  if (isAnimated && pages > MOST_PICTURE_FRAMES) return 'too_many_frames';
  return width * height * (isAnimated ? pages : 1) > MOST_PICTURE_PIXELS ? 'too_many_pixels' : null;
}

async function rewrite(from: string, to: string, format: Format): Promise<PictureFacts> {
  const isAnimated = format === 'gif' || format === 'webp';
  const source = await openPicture(from, isAnimated);
  try {
    const fault = await faultOfHead(from, isAnimated);
    if (fault !== null) throw refusedPicture(fault);
    const { pages = 1 } = await source.metadata();
    const upright = isAnimated && pages > 1 ? source : source.autoOrient();
    await encode(upright, format, 90).toFile(to);
    return await factsOfPicture(to);
  } catch (error) {
    throw asRefusal(error);
  }
}

function encode(picture: Sharp, format: Format, quality: number): Sharp {
  switch (format) {
    case 'jpeg':
      return picture.jpeg({ quality, progressive: true });
    case 'png':
      return picture.png();
    case 'webp':
      return picture.webp({ quality });
    case 'avif':
      return picture.avif({ quality: Math.max(1, quality - 15), effort: 2 });
    case 'gif':
      return picture.gif();
  }
}

/** The size and format in which a picture is requested. */
export interface Transformation {
  width: number | null;
  height: number | null;
  resize: 'cover' | 'contain' | 'fill';
  quality: number;
  /** The most bytes that the answer may have; null: any. */
  maxBytes: number | null;
  /** `origin`: as it is stored; null: the format that the browser prefers. */
  format: 'origin' | 'webp' | 'avif' | null;
}

const FITS = { cover: 'cover', contain: 'inside', fill: 'fill' } as const;

export interface Rendered {
  path: string;
  type: string;
}

export interface Renders {
  /**
   * @param accept the request's `Accept` header
   * @throws StorageError InvalidMimeType when the object is no picture; 429 while too many wait
   */
  render(version: string, wish: Transformation, accept: string): Promise<Rendered>;
  /** Removes all pictures that were made from a version. */
  forget(version: string): Promise<void>;
}

/** The steps by which a picture shrinks to few enough bytes: finer shades first, then size. */
const STEPS = [
  { quality: 100, scale: 1 },
  { quality: 65, scale: 1 },
  { quality: 50, scale: 1 },
  { quality: 35, scale: 1 },
  { quality: 35, scale: 0.7 },
  { quality: 25, scale: 0.5 },
  { quality: 20, scale: 0.25 },
] as const;

async function writeSized(from: string, to: string, wish: Transformation, format: Format): Promise<void> {
  const scaled = (side: number | null, scale: number) =>
    side === null ? undefined : Math.max(1, Math.round(side * scale));
  for (const { quality, scale } of STEPS) {
    const picture = (await openPicture(from, false)).autoOrient();
    const [width, height] = [scaled(wish.width, scale), scaled(wish.height, scale)];
    const sized =
      width === undefined && height === undefined
        ? picture
        : picture.resize({
            ...(width !== undefined && { width }),
            ...(height !== undefined && { height }),
            fit: FITS[wish.resize],
            withoutEnlargement: true,
          });
    const { size } = await encode(sized, format, Math.min(quality, wish.quality)).toFile(to);
    if (wish.maxBytes === null || size <= wish.maxBytes) return;
  }
}

/** How many bytes from the beginning of a file the library file-type needs to find the type. */
const TELLING = 4100;
const MOST_FORMATS = 10_000;
/**
 * The most bytes of disk for resized pictures; above it, those that were requested longest ago are
 * removed first.
 */
const MOST_KEPT = 512 * 1024 * 1024;

/**
 * Pictures in other sizes, made when they are first asked for and kept. However many ask for a new
 * size at once, it is made once.
 * @param folder for the resized pictures
 */
export async function openRenders(folder: string, bytes: Bytes): Promise<Renders> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  /** The size of each resized picture in bytes, in the order in which they were last requested. */
  const kept = new Map<string, number>();
  let total = 0;
  for (const version of await readdir(folder)) {
    for (const name of await readdir(join(folder, version))) {
      const path = join(folder, version, name);
      const { size } = await stat(path);
      kept.set(path, size);
      total += size;
    }
  }
  const underWay = new Map<string, Promise<void>>();
  /** The format of each version. Its first bytes tell it, and it never changes. */
  const formats = new Map<string, Promise<Format | null>>();

  async function readFormat(version: string): Promise<Format | null> {
    const head = await bytes.read(version, [0, TELLING - 1]);
    if (head === null) throw new BytesGone(version);
    return formatOf((await fileTypeFromBuffer(await buffer(head)))?.mime);
  }
  function storedFormat(version: string): Promise<Format | null> {
    const known = formats.get(version);
    if (known) return known;
    const reading = readFormat(version);
    reading.catch(() => formats.delete(version));
    formats.set(version, reading);
    const [oldest] = formats.keys();
    if (formats.size > MOST_FORMATS && oldest !== undefined) formats.delete(oldest);
    return reading;
  }

  async function make(version: string, path: string, wish: Transformation, format: Format): Promise<void> {
    const beside = bytes.place();
    try {
      await bytes.withFile(version, (source) => writeSized(source, beside, wish, format));
      const { size } = await stat(beside);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(beside, path);
      kept.set(path, size);
      total += size;
    } catch (error) {
      await bytes.drop(beside);
      throw error instanceof BytesGone || (error instanceof Error && 'code' in error)
        ? error
        : asRefusal(error);
    }
    for (const [oldest, size] of kept) {
      if (total <= MOST_KEPT) break;
      kept.delete(oldest);
      total -= size;
      await rm(oldest, { force: true });
    }
  }

  return {
    async render(version, wish, accept) {
      const stored = await storedFormat(version);
      if (stored === null) throw refusedPicture('unreadable');
      const liked = /image\/webp/.test(accept) ? 'webp' : stored;
      const format = wish.format === 'origin' ? stored : (wish.format ?? liked);
      const { width, height, resize, quality, maxBytes } = wish;
      const most = maxBytes === null ? '' : `-${maxBytes}`;
      const path = join(folder, version, `${width}-${height}-${resize}-${quality}${most}.${format}`);
      if (!kept.has(path)) {
        const making =
          underWay.get(path) ??
          (() => {
            if (inTurn.pendingCount >= MOST_WAITING) throw tooManyAtOnce();
            return inTurn(() => make(version, path, wish, format)).finally(() => underWay.delete(path));
          })();
        underWay.set(path, making);
        await making;
      } else {
        const size = kept.get(path) ?? 0;
        kept.delete(path);
        kept.set(path, size);
      }
      return { path, type: `image/${format}` };
    },
    async forget(version) {
      formats.delete(version);
      const own = join(folder, version);
      for (const [path, size] of kept) {
        if (!path.startsWith(`${own}/`)) continue;
        kept.delete(path);
        total -= size;
      }
      await rm(own, { recursive: true, force: true });
    },
  };
}
