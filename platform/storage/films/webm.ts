import type { FilmFacts } from '#product/shared/films/rules.ts';
import { refusedFilm } from '../errors.ts';
import type { FileWindow } from './file-window.ts';

/**
 * Reads WebM (RFC 8794, RFC 9559). Elements are looked at once each and are bounded in number.
 */

export const ID = {
  EBML: 0x1a45dfa3,
  DocType: 0x4282,
  Segment: 0x18538067,
  Info: 0x1549a966,
  TimestampScale: 0x2ad7b1,
  Duration: 0x4489,
  Tracks: 0x1654ae6b,
  TrackEntry: 0xae,
  TrackNumber: 0xd7,
  TrackType: 0x83,
  CodecID: 0x86,
  Video: 0xe0,
  PixelWidth: 0xb0,
  PixelHeight: 0xba,
  ContentEncodings: 0x6d80,
  Cluster: 0x1f43b675,
  Timestamp: 0xe7,
  SimpleBlock: 0xa3,
  BlockGroup: 0xa0,
  Block: 0xa1,
  BlockDuration: 0x9b,
  ReferenceBlock: 0xfb,
  Cues: 0x1c53bb6b,
  Chapters: 0x1043a770,
  Tags: 0x1254c367,
  Attachments: 0x1941a469,
  SeekHead: 0x114d9b74,
} as const;

/** The elements that end a cluster of unknown length. */
const OF_SEGMENT = new Set<number>([
  ID.Cluster,
  ID.Cues,
  ID.Chapters,
  ID.Tags,
  ID.Attachments,
  ID.SeekHead,
  ID.Info,
  ID.Tracks,
]);
const PICTURES = new Set(['V_VP8', 'V_VP9', 'V_AV1']);
/** A minute has some ten thousand. */
const MOST_ELEMENTS = 400_000;
/** A minute has some hundred, or one for each frame. Each is written by itself. */
const MOST_CLUSTERS = 10_000;
const MOST_HEAD = 1024 * 1024;
/** Jumps end at the picture before: one entry for a quarter of a second is enough. */
const BETWEEN_CUES = 0.25;
const NANOSECONDS = 1e9;

interface Element {
  id: number;
  body: number;
  /** Null: its length is not said. */
  end: number | null;
}

interface Track {
  number: number;
  isPicture: boolean;
  /** When its last piece begins, and the one before, in ticks; null: none came. */
  last: number | null;
  before: number | null;
  /** When the last one ends, as far as it says so. */
  end: number;
}

interface Cluster {
  timestamp: number;
  /** Stretches of the file that it consists of, first and following byte. */
  parts: [number, number][];
  size: number;
}

export interface WebM extends FilmFacts {
  /** Nanoseconds of a tick. */
  scale: number;
  ticks: number;
  /** The entries of the tracks as they are. */
  tracks: Buffer;
  clusters: Cluster[];
  /** Whole pictures: when in ticks, of which track, in which cluster. */
  cues: { ticks: number; track: number; cluster: number }[];
}

const unreadable = () => refusedFilm('unreadable');

/**
 * A number of one to eight bytes whose length is told by its leading zeros.
 * @returns null when it is cut off or has no length
 */
function variable(data: Buffer, at: number, keepMarker: boolean): { value: number; length: number } | null {
  const first = data[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > data.length) return null;
  let value = keepMarker ? first : first & (0xff >> length);
  let isUnknown = (first & (0xff >> length)) === 0xff >> length;
  for (let index = 1; index < length; index += 1) {
    const byte = data[at + index] ?? 0;
    isUnknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return { value: isUnknown && !keepMarker ? -1 : value, length };
}

/**
 * @param at its place in `data` @param start its place as ends are counted @throws StorageError
 *   when it is no element or reaches beyond its parent
 */
function elementAt(data: Buffer, at: number, start: number, limit: number): Element {
  const id = variable(data, at, true);
  if (id === null || id.length > 4) throw unreadable();
  const size = variable(data, at + id.length, false);
  if (size === null) throw unreadable();
  const body = start + id.length + size.length;
  const end = size.value < 0 ? null : body + size.value;
  if (body > limit || (end !== null && (!Number.isSafeInteger(end) || end > limit))) throw unreadable();
  return { id: id.value, body, end };
}

function* elementsIn(
  data: Buffer,
  from = 0,
  to = data.length,
): Generator<{ id: number; value: Buffer; start: number }> {
  for (let at = from; at < to; ) {
    const { id, body, end } = elementAt(data, at, at, to);
    if (end === null) throw unreadable();
    yield { id, value: data.subarray(body, end), start: at };
    at = end;
  }
}

function whole(value: Buffer): number {
  if (value.length > 8) throw unreadable();
  return value.reduce((sum, byte) => sum * 256 + byte, 0);
}

function decimal(value: Buffer): number {
  if (value.length === 4) return value.readFloatBE();
  if (value.length === 8) return value.readDoubleBE();
  if (value.length === 0) return 0;
  throw unreadable();
}

/**
 * Takes a WebM apart.
 * @param isAny whether its pictures and sounds may be any
 * @throws StorageError when it is none, is broken off, or has what no browser plays
 */
export async function readWebM(file: FileWindow, isAny = false): Promise<WebM> {
  const head = elementAt(await file.read(0, 12), 0, 0, file.size);
  if (head.id !== ID.EBML || head.end === null) throw unreadable();
  for (const { id, value } of elementsIn(await file.take(head.body, head.end, MOST_HEAD)))
    if (id === ID.DocType && value.toString('latin1').replace(/\0+$/, '') !== 'webm')
      throw refusedFilm('container');
  const segment = elementAt(await file.read(head.end, 12), 0, head.end, file.size);
  if (segment.id !== ID.Segment) throw unreadable();
  const end = segment.end ?? file.size;

  const read = new SegmentReader(file, isAny);
  let at = segment.body;
  while (at < end) {
    const element = elementAt(await file.read(at, 12), 0, at, end);
    read.count();
    if (element.id === ID.Cluster) {
      at = await read.cluster(element, end);
      continue;
    }
    if (element.end === null) throw unreadable();
    if (element.id === ID.Info) read.info(await file.take(element.body, element.end, MOST_HEAD));
    else if (element.id === ID.Tracks) read.tracks(await file.take(element.body, element.end, MOST_HEAD));
    at = element.end;
  }
  return read.found();
}

class SegmentReader {
  readonly #file: FileWindow;
  #elements = 0;
  #scale = 1_000_000;
  #said = 0;
  #entries: Buffer[] = [];
  readonly #tracks = new Map<number, Track>();
  #width = 0;
  #height = 0;
  readonly #clusters: Cluster[] = [];
  readonly #cues: WebM['cues'] = [];

  readonly #isAny: boolean;

  constructor(file: FileWindow, isAny: boolean) {
    this.#file = file;
    this.#isAny = isAny;
  }

  count(): void {
    this.#elements += 1;
    if (this.#elements > MOST_ELEMENTS) throw unreadable();
  }

  info(data: Buffer): void {
    for (const { id, value } of elementsIn(data)) {
      this.count();
      if (id === ID.TimestampScale) this.#scale = whole(value);
      else if (id === ID.Duration) this.#said = decimal(value);
    }
    if (!(this.#scale > 0) || this.#scale > NANOSECONDS || !(this.#said >= 0)) throw unreadable();
  }

  tracks(data: Buffer): void {
    if (this.#tracks.size > 0) throw unreadable();
    for (const { id, value, start } of elementsIn(data)) {
      this.count();
      if (id !== ID.TrackEntry) continue;
      this.#entries.push(data.subarray(start, value.byteOffset - data.byteOffset + value.length));
      this.#track(value);
    }
  }

  #track(data: Buffer): void {
    let number = 0;
    let kind = 0;
    let codec = '';
    for (const { id, value } of elementsIn(data)) {
      this.count();
      if (id === ID.TrackNumber) number = whole(value);
      else if (id === ID.TrackType) kind = whole(value);
      else if (id === ID.CodecID) codec = value.toString('latin1').replace(/\0+$/, '');
      else if (id === ID.ContentEncodings) throw unreadable();
      else if (id === ID.Video)
        for (const part of elementsIn(value)) {
          this.count();
          if (part.id === ID.PixelWidth) this.#width = Math.max(this.#width, whole(part.value));
          else if (part.id === ID.PixelHeight) this.#height = Math.max(this.#height, whole(part.value));
        }
    }
    if (!this.#isAny && kind === 1 && !PICTURES.has(codec)) throw refusedFilm('picture_codec');
    if (!this.#isAny && kind === 2 && codec !== 'A_OPUS') throw refusedFilm('sound_codec');
    if ((kind !== 1 && kind !== 2) || number === 0 || this.#tracks.has(number)) throw unreadable();
    this.#tracks.set(number, { number, isPicture: kind === 1, last: null, before: null, end: 0 });
  }

  /** @returns where the cluster ends */
  async cluster(element: Element, limit: number): Promise<number> {
    const end = element.end ?? limit;
    if (this.#clusters.length >= MOST_CLUSTERS) throw unreadable();
    const cluster: Cluster = { timestamp: -1, parts: [], size: 0 };
    const index = this.#clusters.push(cluster) - 1;
    let at = element.body;
    while (at < end) {
      // Enough for the head of an element and of the block in it.
      const data = await this.#file.read(at, 32);
      const child = elementAt(data, 0, at, end);
      if (element.end === null && OF_SEGMENT.has(child.id)) break;
      if (child.end === null) throw unreadable();
      this.count();
      if (child.id === ID.Timestamp) {
        cluster.timestamp = whole(await this.#file.take(child.body, child.end, 8));
        if (!Number.isSafeInteger(cluster.timestamp)) throw unreadable();
      } else if (child.id === ID.SimpleBlock) {
        const block = await this.#file.read(child.body, 16);
        this.#block(block, child.end - child.body, index, null, null);
        this.#keep(cluster, at, child.end);
      } else if (child.id === ID.BlockGroup) {
        await this.#group(child.body, child.end, index);
        this.#keep(cluster, at, child.end);
      }
      at = child.end;
    }
    if (cluster.timestamp < 0) throw unreadable();
    return at;
  }

  async #group(from: number, to: number, cluster: number): Promise<void> {
    let block: { head: Buffer; length: number } | null = null;
    let lasts: number | null = null;
    let isWhole = true;
    for (let at = from; at < to; ) {
      const child = elementAt(await this.#file.read(at, 12), 0, at, to);
      if (child.end === null) throw unreadable();
      this.count();
      if (child.id === ID.Block)
        block = { head: Buffer.from(await this.#file.read(child.body, 16)), length: child.end - child.body };
      else if (child.id === ID.BlockDuration) lasts = whole(await this.#file.take(child.body, child.end, 8));
      else if (child.id === ID.ReferenceBlock) isWhole = false;
      at = child.end;
    }
    if (block === null) throw unreadable();
    this.#block(block.head, block.length, cluster, isWhole, lasts);
  }

  #keep(cluster: Cluster, from: number, to: number): void {
    const last = cluster.parts.at(-1);
    if (last?.[1] === from) last[1] = to;
    else cluster.parts.push([from, to]);
    cluster.size += to - from;
  }

  /** @param isWhole whether it is a picture that needs no other; null: it says so itself */
  #block(head: Buffer, length: number, index: number, isWhole: boolean | null, lasts: number | null): void {
    const number = variable(head, 0, false);
    const cluster = this.#clusters[index];
    if (number === null || length < number.length + 3 || head.length < number.length + 3) throw unreadable();
    const track = this.#tracks.get(number.value);
    if (!track || !cluster || cluster.timestamp < 0) throw unreadable();
    const ticks = cluster.timestamp + head.readInt16BE(number.length);
    const isKey = isWhole ?? ((head[number.length + 2] ?? 0) & 0x80) !== 0;
    track.before = track.last ?? track.before;
    track.last = ticks;
    track.end = Math.max(track.end, ticks + (lasts ?? 0));
    const seen = this.#cues.at(-1);
    const step = (BETWEEN_CUES * NANOSECONDS) / this.#scale;
    if (track.isPicture && isKey && (seen === undefined || ticks >= seen.ticks + step))
      this.#cues.push({ ticks, track: track.number, cluster: index });
  }

  found(): WebM {
    const tracks = [...this.#tracks.values()];
    if (!this.#isAny && !tracks.some(({ isPicture, last }) => isPicture && last !== null))
      throw refusedFilm('no_picture');
    // The last frame is shown as long as the one before it.
    const ends = tracks.map(({ last, before, end }) =>
      Math.max(end, (last ?? 0) + (last !== null && before !== null ? Math.max(0, last - before) : 0)),
    );
    // Recorders leave the duration out, and others may say anything: the longer of what is said and
    // what is there counts.
    const real = Math.max(...ends);
    const seconds = (Math.max(real, this.#said) * this.#scale) / NANOSECONDS;
    return {
      type: 'video/webm',
      width: this.#width,
      height: this.#height,
      seconds,
      scale: this.#scale,
      ticks: real,
      tracks: Buffer.concat(this.#entries),
      clusters: this.#clusters,
      cues: this.#cues,
    };
  }
}
