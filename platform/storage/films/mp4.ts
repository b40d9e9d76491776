import type { FileHandle } from 'node:fs/promises';
import type { FilmFacts } from '#product/shared/films/rules.ts';
import { refusedFilm } from '../errors.ts';
import { type Box, boxAt, boxesIn, Fields } from './boxes.ts';
import { isAac, isRare } from './codecs.ts';
import type { FileWindow } from './file-window.ts';
import { samplesOf } from './samples.ts';

/**
 * Reads MP4 and QuickTime: boxes of ISO/IEC 14496-12. Each box is looked at once, every loop goes
 * on by at least eight bytes, and what is noted has a limit, so that a hostile file costs no more
 * than its own length. Whatever is neither needed to play nor known is overwritten where it stands,
 * as a box `free` of zeros: places (`udta`, `meta`, `uuid`), names and times of cameras.
 */

/** A stretch of the file to overwrite: with zeros, but for a new box type at its head. */
interface Wiped {
  from: number;
  to: number;
  asFree: number | null;
}

export interface Mp4 extends FilmFacts {
  wiped: Wiped[];
  /** Where the brand stands that says QuickTime, to be changed to MP4; null: it says MP4. */
  brandAt: number | null;
}

/** A minute has 60 fragments, or one for each frame. */
const MOST_TOP_BOXES = 20_000;
/** The tables of a minute have some hundred kilobytes. */
const MOST_MOVIE = 8 * 1024 * 1024;
const MOST_FRAGMENT = 1024 * 1024;
/**
 * A fragment for each frame has two or three. Each is an object in memory and two writes: fifty
 * megabytes of nothing but heads would have six million.
 */
const MOST_WIPED = 20_000;

/**
 * One of pictures, some of sound and words: seven megabytes of nothing but heads of tracks would
 * have a million.
 */
const MOST_TRACKS = 64;

const KEPT: Readonly<Record<string, readonly string[]>> = {
  file: ['ftyp', 'styp', 'moov', 'moof', 'mdat', 'sidx', 'mfra'],
  moov: ['mvhd', 'trak', 'mvex'],
  trak: ['tkhd', 'edts', 'mdia', 'tref', 'tapt'],
  mdia: ['mdhd', 'hdlr', 'minf'],
  minf: ['vmhd', 'smhd', 'hdlr', 'dinf', 'stbl'],
  moof: ['mfhd', 'traf'],
  traf: ['tfhd', 'tfdt', 'trun', 'saiz', 'saio', 'sbgp', 'sgpd', 'subs'],
};
/** Tracks with places: of GoPro, of Google's cameras, and of QuickTime when its keys say so. */
const PLACES = /gpmd|camm|location/i;

const unreadable = () => refusedFilm('unreadable');

interface Track {
  id: number;
  /** The boxes that say where its samples are. */
  tables: Box[];
  kind: 'picture' | 'sound' | 'other';
  width: number;
  height: number;
  /** Ticks of a second. */
  scale: number;
  seconds: number;
  samples: number;
  /** Where the next fragment's samples begin, in ticks. */
  ticks: number;
  /** Ticks of a sample in a fragment that does not say. */
  defaultTicks: number;
}

/**
 * Takes an MP4 apart.
 * @param isAny whether its pictures and sounds may be any: a file that is sent along is not played
 *   by us
 * @throws StorageError when it is none, is broken off, or has what no browser plays
 */
export async function readMp4(file: FileWindow, isAny = false): Promise<Mp4> {
  const wiped: Wiped[] = [];
  const found: Mp4 = { type: 'video/mp4', width: 0, height: 0, seconds: 0, wiped, brandAt: null };
  let movie: ReturnType<typeof readMovie> | null = null;
  let count = 0;
  for (let at = 0; at < file.size; ) {
    count += 1;
    if (count > MOST_TOP_BOXES) throw unreadable();
    const box = boxAt(await file.read(at, 16), 0, at, file.size);
    if (box.type === 'ftyp') {
      const brand = (await file.take(box.body, Math.min(box.body + 4, box.end), 4)).toString('latin1');
      if (brand === 'qt  ') found.brandAt = box.body;
    } else if (box.type === 'moov') {
      if (movie !== null) throw unreadable();
      const data = await file.take(box.start, box.end, MOST_MOVIE);
      movie = readMovie(data, { base: box.start, fileSize: file.size, wiped, isAny });
      found.seconds = movie.seconds;
    } else if (box.type === 'moof') {
      if (movie === null) throw unreadable();
      readFragment(await file.take(box.start, box.end, MOST_FRAGMENT), box.start, movie, wiped);
    } else if (!KEPT.file?.includes(box.type)) {
      wipe(wiped, box, 0);
    }
    at = box.end;
  }
  const all = [...(movie?.tracks.values() ?? [])];
  const picture = all.find(({ kind, samples }) => kind === 'picture' && samples > 0);
  if (!picture && !isAny) throw refusedFilm('no_picture');
  const { width, height } = picture ?? found;
  return { ...found, width, height, seconds: Math.max(found.seconds, ...all.map(({ seconds }) => seconds)) };
}

/** @throws StorageError when there are more than any film has */
function note(wiped: Wiped[], stretch: Wiped): void {
  if (wiped.length >= MOST_WIPED) throw unreadable();
  wiped.push(stretch);
}

/** @param base where `data`, in which the box's positions are counted, begins in the file */
const wipe = (wiped: Wiped[], { start, body, end }: Box, base: number) =>
  note(wiped, { from: base + body, to: base + end, asFree: base + start + 4 });

function sweep(data: Buffer, parent: Box, base: number, wiped: Wiped[], see: (box: Box) => void): void {
  for (const box of boxesIn(data, parent.body, parent.end)) {
    if (KEPT[parent.type]?.includes(box.type)) see(box);
    else wipe(wiped, box, base);
  }
}

interface Reading {
  /** Where `data`, in which positions are counted, begins in the file. */
  base: number;
  fileSize: number;
  wiped: Wiped[];
  isAny: boolean;
}

function readMovie(data: Buffer, reading: Reading) {
  const { base, wiped } = reading;
  const tracks = new Map<number, Track>();
  const movie = boxAt(data, 0, 0, data.length);
  let scale = 0;
  let ticks = 0;
  const places: Box[] = [];
  const removed = new Set<number>();
  const defaults = new Map<number, number>();
  sweep(data, movie, base, wiped, (box) => {
    if (box.type === 'mvhd') ({ scale, ticks } = readHeader(data, box, base, wiped));
    else if (box.type === 'trak') {
      if (places.length >= MOST_TRACKS) throw unreadable();
      places.push(box);
    } else
      for (const part of boxesIn(data, box.body, box.end)) {
        if (part.type !== 'trex') continue;
        const fields = new Fields(data, part).skip(4);
        const id = fields.u32();
        defaults.set(id, fields.skip(4).u32());
        if (defaults.size > MOST_TRACKS) throw unreadable();
      }
  });
  if (scale === 0) throw unreadable();
  let seconds = ticks / scale;
  for (const box of places) {
    const track = readTrack(data, box, scale, reading);
    if (tracks.has(track.id) || removed.has(track.id)) throw unreadable();
    if (track.kind === 'other') {
      // The samples of the track stand elsewhere, and would stay readable.
      for (const stretch of track.tables.flatMap((tables) => samplesOf(data, tables, reading)))
        note(wiped, { ...stretch, asFree: null });
      wipe(wiped, box, base);
      removed.add(track.id);
      continue;
    }
    tracks.set(track.id, { ...track, defaultTicks: defaults.get(track.id) ?? 0 });
    seconds = Math.max(seconds, track.seconds);
  }
  return { tracks, removed, seconds };
}

/** `mvhd` or `mdhd`: when it was made goes, how long it lasts is read. */
function readHeader(data: Buffer, box: Box, base: number, wiped: Wiped[]): { scale: number; ticks: number } {
  const fields = new Fields(data, box);
  const isLong = fields.u32() >>> 24 === 1;
  const made = fields.at;
  fields.skip(isLong ? 16 : 8);
  note(wiped, { from: base + made, to: base + fields.at, asFree: null });
  return { scale: fields.u32(), ticks: fields.length(isLong) };
}

function readTrack(data: Buffer, trak: Box, movieScale: number, reading: Reading): Track {
  const { base, wiped } = reading;
  const track: Track = {
    id: 0,
    tables: [],
    kind: 'other',
    width: 0,
    height: 0,
    scale: 0,
    seconds: 0,
    samples: 0,
    ticks: 0,
    defaultTicks: 0,
  };
  let isTurned = false;
  /** The lengths of the file and of its shown part; 0: all. */
  let [there, shown] = [0, 0];
  const lasts = (seconds: number) => {
    there = Math.max(there, seconds);
  };
  const seeMedia = (box: Box) => {
    if (box.type === 'mdhd') {
      const { scale, ticks } = readHeader(data, box, base, wiped);
      if (scale === 0) throw unreadable();
      track.scale = scale;
      lasts(ticks / scale);
    } else if (box.type === 'hdlr') {
      const handler = new Fields(data, box).skip(8).text(4);
      track.kind = handler === 'vide' ? 'picture' : handler === 'soun' ? 'sound' : 'other';
    } else {
      sweep(data, box, base, wiped, (part) => {
        if (part.type !== 'stbl') return;
        track.tables.push(part);
        readSamples(data, part, track, reading, lasts);
      });
    }
  };
  sweep(data, trak, base, wiped, (box) => {
    if (box.type === 'mdia') return sweep(data, box, base, wiped, seeMedia);
    if (box.type === 'tkhd') {
      const fields = new Fields(data, box);
      const isLong = fields.u32() >>> 24 === 1;
      const made = fields.at;
      fields.skip(isLong ? 16 : 8);
      note(wiped, { from: base + made, to: base + fields.at, asFree: null });
      track.id = fields.u32();
      lasts(fields.skip(4).length(isLong) / movieScale);
      // The matrix: a film that is turned by a quarter has nothing on its diagonal.
      fields.skip(16);
      isTurned = fields.u32() === 0 && fields.u32() !== 0;
    } else if (box.type === 'edts') {
      for (const list of boxesIn(data, box.body, box.end))
        if (list.type === 'elst') shown = readEdits(data, list) / movieScale;
    }
  });
  if (track.scale === 0 || track.id === 0) throw unreadable();
  // A telephone cuts a film by its edit list, and keeps what it cut off.
  track.seconds = shown > 0 ? shown : there;
  return isTurned ? { ...track, width: track.height, height: track.width } : track;
}

/** @returns how long the stretches of an edit list are together, in ticks of the movie */
function readEdits(data: Buffer, box: Box): number {
  const fields = new Fields(data, box);
  const isLong = fields.u32() >>> 24 === 1;
  const count = fields.u32();
  fields.entries(count, isLong ? 20 : 12);
  let ticks = 0;
  for (let index = 0; index < count; index += 1) {
    ticks += fields.length(isLong);
    fields.skip(isLong ? 12 : 8);
  }
  return ticks;
}

/**
 * The tables of a track: what its samples are, how long they last together, and whether they are in
 * the file.
 */
function readSamples(
  data: Buffer,
  stbl: Box,
  track: Track,
  { fileSize, isAny }: Reading,
  lasts: (seconds: number) => void,
): void {
  for (const box of boxesIn(data, stbl.body, stbl.end)) {
    const fields = new Fields(data, box);
    if (box.type === 'stsd') {
      readDescriptions(data, box, track, isAny);
    } else if (box.type === 'stts') {
      const count = fields.skip(4).u32();
      fields.entries(count, 8);
      let ticks = 0;
      for (let index = 0; index < count; index += 1) ticks += fields.u32() * fields.u32();
      if (track.scale === 0) throw unreadable();
      lasts(ticks / track.scale);
    } else if (box.type === 'stsz') {
      track.samples = fields.skip(8).u32();
    } else if (box.type === 'stco' || box.type === 'co64') {
      const isLong = box.type === 'co64';
      const count = fields.skip(4).u32();
      fields.entries(count, isLong ? 8 : 4);
      for (let index = 0; index < count; index += 1)
        if ((isLong ? fields.u64() : fields.u32()) >= fileSize) throw unreadable();
    }
  }
}

/** @throws StorageError when a track is not what browsers play, or tells places */
function readDescriptions(data: Buffer, box: Box, track: Track, isAny: boolean): void {
  if (track.kind === 'other') {
    if (PLACES.test(data.toString('latin1', box.body, box.end))) throw refusedFilm('places');
    return;
  }
  const count = new Fields(data, box).skip(4).u32();
  if (count === 0) throw unreadable();
  for (const entry of boxesIn(data, box.body + 8, box.end)) {
    if (track.kind === 'picture') {
      const isH264 = entry.type === 'avc1' || entry.type === 'avc3';
      if (!isH264 && !isAny) throw refusedFilm('picture_codec');
      const fields = new Fields(data, entry).skip(24);
      track.width = Math.max(track.width, fields.u16());
      track.height = Math.max(track.height, fields.u16());
      if (isH264 && !isAny && isRare(data, entry)) throw refusedFilm('picture_profile');
    } else if (!isAny && (entry.type !== 'mp4a' || !isAac(data, entry))) throw refusedFilm('sound_codec');
  }
}

/** `moof`: films that are recorded piece by piece say how long they are nowhere else. */
function readFragment(
  data: Buffer,
  base: number,
  { tracks, removed }: Pick<ReturnType<typeof readMovie>, 'tracks' | 'removed'>,
  wiped: Wiped[],
): void {
  const moof = boxAt(data, 0, 0, data.length);
  sweep(data, moof, base, wiped, (traf) => {
    if (traf.type !== 'traf') return;
    let track: Track | undefined;
    let each = 0;
    sweep(data, traf, base, wiped, (box) => {
      const fields = new Fields(data, box);
      if (box.type === 'tfhd') {
        const flags = fields.u32();
        const id = fields.u32();
        // Where its samples are is not read here, and no camera writes such a track in fragments.
        if (removed.has(id)) throw refusedFilm('places');
        track = tracks.get(id);
        fields.skip((flags & 1 ? 8 : 0) + (flags & 2 ? 4 : 0));
        each = flags & 8 ? fields.u32() : (track?.defaultTicks ?? 0);
      } else if (track === undefined) {
        return;
      } else if (box.type === 'tfdt') {
        const isLong = fields.u32() >>> 24 === 1;
        track.ticks = Math.max(track.ticks, fields.length(isLong));
      } else if (box.type === 'trun') {
        const flags = fields.u32();
        const count = fields.u32();
        fields.skip((flags & 1 ? 4 : 0) + (flags & 4 ? 4 : 0));
        const after = [0x200, 0x400, 0x800].reduce((bytes, flag) => bytes + (flags & flag ? 4 : 0), 0);
        if (flags & 0x100) {
          fields.entries(count, 4 + after);
          for (let index = 0; index < count; index += 1) {
            track.ticks += fields.u32();
            fields.skip(after);
          }
        } else track.ticks += count * each;
        track.samples += count;
        track.seconds = Math.max(track.seconds, track.ticks / track.scale);
      }
    });
  });
}

const ZEROS = Buffer.alloc(64 * 1024);

/** Overwrites what `readMp4` found to be no part of the film. */
export async function cleanMp4(file: FileHandle, { wiped, brandAt }: Mp4): Promise<void> {
  for (const { from, to, asFree } of wiped) {
    if (asFree !== null) await file.write(Buffer.from('free', 'latin1'), 0, 4, asFree);
    for (let at = from; at < to; at += ZEROS.length)
      await file.write(ZEROS, 0, Math.min(ZEROS.length, to - at), at);
  }
  if (brandAt !== null) await file.write(Buffer.from('mp42', 'latin1'), 0, 4, brandAt);
}
