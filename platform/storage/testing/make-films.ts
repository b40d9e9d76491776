/** Films put together box by box, as cameras and browsers write them, and as nobody honest does. Their pictures are noise: nothing is decoded. */

const bytes = (...values: number[]) => Buffer.from(values);
const u16 = (value: number) => {
  const made = Buffer.alloc(2);
  made.writeUInt16BE(value);
  return made;
};
export const u32 = (value: number) => {
  const made = Buffer.alloc(4);
  made.writeUInt32BE(value >>> 0);
  return made;
};
export const box = (type: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(type, 'latin1'), body]);
};
const zeros = (count: number) => Buffer.alloc(count);

interface Mp4Parts {
  brand?: string;
  seconds?: number;
  /** What the heads say, where that is not so. */
  said?: number;
  picture?: string;
  /** The kind of `mp4a`: 0x40 is AAC. Null: no sound. */
  sound?: number | null;
  width?: number;
  height?: number;
  turned?: boolean;
  /** Further boxes of the movie and of the file. */
  inMovie?: Buffer[];
  atEnd?: Buffer[];
  /** Recorded piece by piece, in fragments of a second. */
  fragmented?: boolean;
}

const SCALE = 1000;
const NOTED = 0x7c25b080; // a day in 1970 plus 66 years: when it was filmed

function track(id: number, kind: 'vide' | 'soun', entry: Buffer, parts: Required<Mp4Parts>): Buffer {
  const { seconds, said, fragmented, turned, width, height } = parts;
  const samples = fragmented ? 0 : Math.ceil(seconds * 10);
  const matrix = turned
    ? [0, 0x10000, 0, 0xffff0000, 0, 0, 0, 0, 0x40000000]
    : [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];
  return box(
    'trak',
    box(
      'tkhd',
      Buffer.concat([
        ...[0, NOTED, NOTED, id, 0, fragmented ? 0 : said * SCALE, 0, 0, 0, 0].map(u32),
        ...matrix.map(u32),
        u32(width * 65536),
        u32(height * 65536),
      ]),
    ),
    box(
      'mdia',
      box('mdhd', ...[0, NOTED, NOTED, SCALE, fragmented ? 0 : said * SCALE, 0].map(u32)),
      box('hdlr', zeros(8), Buffer.from(kind), zeros(13)),
      box(
        'minf',
        box(
          'stbl',
          box('stsd', u32(0), u32(1), entry),
          box('stts', u32(0), u32(samples > 0 ? 1 : 0), ...(samples > 0 ? [u32(samples), u32(100)] : [])),
          box('stsz', u32(0), u32(10), u32(samples)),
          box('stco', u32(0), u32(samples > 0 ? 1 : 0), ...(samples > 0 ? [u32(64)] : [])),
        ),
      ),
    ),
  );
}

/** An MP4 of twelve seconds, H.264 and AAC, unless the parts say otherwise. */
export function makeMp4(given: Mp4Parts = {}): Buffer {
  const seconds = given.seconds ?? 12;
  const parts: Required<Mp4Parts> = {
    brand: 'isom',
    seconds,
    said: seconds,
    picture: 'avc1',
    sound: 0x40,
    width: 640,
    height: 360,
    turned: false,
    inMovie: [],
    atEnd: [],
    fragmented: false,
    ...given,
  };
  const picture = box(parts.picture, zeros(24), u16(parts.width), u16(parts.height), zeros(50));
  const esds = box('esds', u32(0), bytes(3, 22, 0, 0, 0, 4, 17, parts.sound ?? 0), zeros(16));
  const tracks = [track(1, 'vide', picture, parts)];
  if (parts.sound !== null) tracks.push(track(2, 'soun', box('mp4a', zeros(28), esds), parts));
  const extend = parts.fragmented
    ? [box('mvex', ...[1, 2].map((id) => box('trex', ...[0, id, 1, 100, 0, 0].map(u32))))]
    : [];
  const fragments = parts.fragmented
    ? Array.from({ length: Math.ceil(seconds) }, (_, at) => [
        box(
          'moof',
          box('mfhd', u32(0), u32(at)),
          box(
            'traf',
            box('tfhd', u32(0x20000), u32(1)),
            box('tfdt', u32(0), u32(at * SCALE)),
            box('trun', u32(0), u32(10)),
          ),
        ),
        box('mdat', zeros(40)),
      ]).flat()
    : [box('mdat', zeros(200))];
  return Buffer.concat([
    box('ftyp', Buffer.from(parts.brand), u32(0), Buffer.from('isom')),
    box(
      'moov',
      box('mvhd', ...[0, NOTED, NOTED, SCALE, parts.fragmented ? 0 : parts.said * SCALE].map(u32), zeros(80)),
      ...tracks,
      ...extend,
      ...parts.inMovie,
    ),
    ...fragments,
    ...parts.atEnd,
  ]);
}

const idOf = (id: number) => Buffer.from(id.toString(16).padStart(id > 0xff ? 4 : 2, '0'), 'hex');
/** In five bytes, whatever it is. */
const lengthOf = (length: number) => Buffer.concat([bytes(0x08), u32(length)]);
export const UNKNOWN = bytes(0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff);
export const element = (id: number, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([idOf(id), lengthOf(body.length), body]);
};
const open = (id: number, ...content: Buffer[]) => Buffer.concat([idOf(id), UNKNOWN, ...content]);

interface WebMParts {
  docType?: string;
  seconds?: number;
  /** What the head says; null: nothing, as a browser's recorder. */
  said?: number | null;
  picture?: string;
  sound?: string | null;
  width?: number;
  height?: number;
  /** Whether lengths of segment and clusters are left open, as a recorder leaves them. */
  isOpen?: boolean;
  tags?: Buffer[];
}

/** A WebM of twelve seconds, VP9 and Opus, ten pictures a second, each first one of a second whole; as a browser's recorder writes it. */
export function makeWebM(given: WebMParts = {}): Buffer {
  const { docType = 'webm', seconds = 12, said = null, picture = 'V_VP9', sound = 'A_OPUS' } = given;
  const { width = 640, height = 360, isOpen = true, tags = [] } = given;
  const make = isOpen ? open : element;
  const duration = Buffer.alloc(8);
  duration.writeDoubleBE((said ?? 0) * 1000);
  const block = (number: number, ticks: number, isWhole: boolean) =>
    element(
      0xa3,
      bytes(0x80 | number),
      u16(ticks & 0xffff),
      bytes(isWhole ? 0x80 : 0),
      Buffer.alloc(20, ticks),
    );
  const clusters = Array.from({ length: Math.ceil(seconds) }, (_, at) =>
    make(
      0x1f43b675,
      element(0xe7, u32(at * 1000)),
      ...Array.from({ length: 10 }, (_picture, index) => [
        block(1, index * 100, index === 0),
        ...(sound === null ? [] : [block(2, index * 100, true)]),
      ]).flat(),
    ),
  );
  const entry = (number: number, kind: number, codec: string, ...more: Buffer[]) =>
    element(
      0xae,
      element(0xd7, bytes(number)),
      element(0x83, bytes(kind)),
      element(0x86, Buffer.from(codec)),
      ...more,
    );
  return Buffer.concat([
    element(0x1a45dfa3, element(0x4282, Buffer.from(docType))),
    make(
      0x18538067,
      element(
        0x1549a966,
        element(0x2ad7b1, u32(1_000_000)),
        ...(said === null ? [] : [element(0x4489, duration)]),
      ),
      element(
        0x1654ae6b,
        entry(1, 1, picture, element(0xe0, element(0xb0, u16(width)), element(0xba, u16(height)))),
        ...(sound === null ? [] : [entry(2, 2, sound)]),
      ),
      ...tags,
      ...clusters,
    ),
  ]);
}
