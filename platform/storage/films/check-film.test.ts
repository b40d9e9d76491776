import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { check, type Type, withPaths, writtenOf } from '../testing/check-films.ts';
import { box, element, makeMp4, makeWebM, u32 } from '../testing/make-films.ts';
import { checkFilm } from './check-film.ts';

const factsOf = (answer: Awaited<ReturnType<typeof check>>) =>
  typeof answer === 'string'
    ? answer
    : { type: answer.type, size: [answer.width, answer.height], seconds: answer.seconds };
describe('MP4', () => {
  test.each([
    ['H.264 and AAC', {}, { type: 'video/mp4', size: [640, 360], seconds: 12 }],
    ['without sound', { sound: null }, { type: 'video/mp4', size: [640, 360], seconds: 12 }],
    ['of a telephone that is turned', { turned: true }, { type: 'video/mp4', size: [360, 640], seconds: 12 }],
    ['of Apple’s cameras', { brand: 'qt  ' }, { type: 'video/mp4', size: [640, 360], seconds: 12 }],
    ['recorded in fragments', { fragmented: true }, { type: 'video/mp4', size: [640, 360], seconds: 12 }],
    ['of a minute', { seconds: 60 }, { type: 'video/mp4', size: [640, 360], seconds: 60 }],
    ['too long', { seconds: 62 }, 'too_long'],
    ['too long in fragments', { seconds: 62, fragmented: true }, 'too_long'],
    ['that says it is shorter than it is', { seconds: 120, said: 10 }, 'too_long'],
    ['that says it is longer than it is', { seconds: 10, said: 120 }, 'too_long'],
    ['H.265', { picture: 'hvc1' }, 'picture_codec'],
    ['MP3', { sound: 0x6b }, 'sound_codec'],
    ['8K', { width: 7680, height: 4320 }, 'too_many_pixels'],
    ['of no size', { width: 0, height: 0 }, 'unreadable'],
  ] as const)('%s', async (_what, parts, expected) => {
    const type = 'brand' in parts ? 'video/quicktime' : 'video/mp4';
    expect(factsOf(await check(makeMp4(parts), type))).toEqual(expected);
  });

  test('keeps nothing of where and when it was filmed, and plays on: no byte moves', async () => {
    const place = Buffer.from('+48.8577+002.2950/');
    const film = makeMp4({
      brand: 'qt  ',
      inMovie: [
        box('udta', box('\u00a9xyz', place)),
        box('meta', Buffer.from('com.apple.quicktime.location.ISO6709'), place),
      ],
      atEnd: [box('uuid', place), box('free', place)],
    });
    const written = writtenOf(await check(film, 'video/quicktime'));
    expect(written).toHaveLength(film.length);
    for (const noted of ['+48.8577', 'location', 'udta', 'meta', 'uuid', 'qt  '])
      expect(written.includes(noted, 0, 'latin1'), noted).toBe(false);
    expect(written.includes(u32(0x7c25b080))).toBe(false);
    expect(written.indexOf('mdat')).toBe(film.indexOf('mdat'));
    expect(factsOf(await check(written, 'video/mp4'))).toMatchObject({ seconds: 12 });
  });

  test('with a track of places, as action cameras write it, is refused', async () => {
    const track = (words: string) =>
      box(
        'trak',
        box('tkhd', ...[0, 0, 0, 9, 0, 0].map(u32), Buffer.alloc(60)),
        box(
          'mdia',
          box('mdhd', ...[0, 0, 0, 1000, 0, 0].map(u32)),
          box('hdlr', Buffer.alloc(8), Buffer.from('meta'), Buffer.alloc(13)),
          box('minf', box('stbl', box('stsd', u32(0), u32(1), box(words, Buffer.alloc(8))))),
        ),
      );
    expect(await check(makeMp4({ inMovie: [track('gpmd')] }), 'video/mp4')).toBe('places');
    // Another one goes.
    const written = writtenOf(await check(makeMp4({ inMovie: [track('mebx')] }), 'video/mp4'));
    expect(written.includes('mebx')).toBe(false);
  });

  test.each([
    ['a box of no length', [u32(4), Buffer.from('evil')]],
    ['a box that reaches beyond the file', [u32(0x7fffffff), Buffer.from('evil')]],
    ['a box of 2^63 bytes', [u32(1), Buffer.from('evil'), u32(0x7fffffff), u32(0xffffffff)]],
    ['half a head', [u32(20)]],
    ['a second movie', [box('moov', Buffer.alloc(0))]],
    ['a fragment of nothing', [box('moof', u32(1))]],
    [
      'a fragment of a hundred thousand empty boxes',
      [box('moof', Buffer.concat(Array.from({ length: 120_000 }, () => box('free'))))],
    ],
    ['a hundred thousand empty boxes', [Buffer.concat(Array.from({ length: 100_000 }, () => box('free')))]],
  ])('%s is refused', async (_what, atEnd) => {
    expect(await check(makeMp4({ atEnd }), 'video/mp4')).toBe('unreadable');
  });

  test('tables that say they have four thousand million entries cost no time', async () => {
    for (const table of ['stts', 'stco', 'elst']) {
      const film = makeMp4({ sound: null });
      const at = film.indexOf(table);
      if (at < 0) continue;
      film.writeUInt32BE(0xffffffff, at + 8);
      expect(await check(film, 'video/mp4')).toBe('unreadable');
    }
    const film = makeMp4({ fragmented: true });
    film.writeUInt32BE(0xffffffff, film.indexOf('trun') + 8);
    expect(await check(film, 'video/mp4')).toBe('too_long');
  });
});

describe('a film that is sent along', () => {
  const PLACE = '+48.8577+002.2950/';
  const place = Buffer.from(PLACE);
  const noted: Readonly<Record<string, Buffer[]>> = {
    'in the user data of the movie': [box('udta', box('\u00a9xyz', place))],
    'among the keys of QuickTime': [
      box('meta', box('keys', Buffer.from('mdtacom.apple.quicktime.location.ISO6709')), box('ilst', place)),
    ],
    'as the location of 3GPP': [box('udta', box('loci', place))],
    'in a box of XMP': [box('uuid', Buffer.from('be7acfcb97a942e89c71999491e3afac', 'hex'), place)],
    'in boxes that are free': [box('free', place), box('skip', place)],
    'in what nobody knows': [box('GPS ', place)],
  };
  test.each(Object.entries(noted))('loses its place %s, wherever it stands', async (_where, boxes) => {
    for (const parts of [{ inMovie: boxes }, { atEnd: boxes }, { inMovie: boxes, fragmented: true }]) {
      const written = writtenOf(await check(makeMp4({ brand: 'qt  ', ...parts }), 'video/quicktime', null));
      expect(written.includes(PLACE)).toBe(false);
      expect(written.includes('qt  ')).toBe(true);
    }
  });
  test('of a telephone loses it and plays on: no byte of its pictures changes', async () => {
    const film = await readFile(join(import.meta.dirname, '../testing/films/film-with-place.mov'));
    expect(film.includes('+48.8584+002.2945')).toBe(true);
    const answer = await check(film, 'video/quicktime', null);
    const written = writtenOf(answer);
    expect(written.includes('+48.85') || written.includes('\u00a9xyz', 0, 'latin1')).toBe(false);
    expect(factsOf(answer)).toMatchObject({ seconds: 3 });
    const [from, to] = [film.indexOf('mdat'), film.indexOf('moov') - 4];
    expect(written.subarray(from, to)).toEqual(film.subarray(from, to));
  });
  test('may have any length, size and codec; a track of places is refused', async () => {
    for (const parts of [
      { picture: 'hvc1' },
      { sound: 0x6b },
      { width: 7680, height: 4320 },
      { seconds: 300 },
    ])
      expect(await check(makeMp4(parts), 'video/mp4', null)).toBeTypeOf('object');
    expect(await check(makeWebM({ sound: 'A_VORBIS' }), 'video/webm', null)).toBeTypeOf('object');
    const tags = [element(0x1254c367, place)];
    expect(writtenOf(await check(makeWebM({ tags }), 'video/webm', null)).includes(PLACE)).toBe(false);
  });
});

describe('what a film is', () => {
  /** Puts a box into one, and lets its parents grow. */
  const grown = (film: Buffer, parents: readonly string[], behind: string, added: Buffer): Buffer => {
    const at = film.indexOf(behind) - 4 + film.readUInt32BE(film.indexOf(behind) - 4);
    const made = Buffer.concat([film.subarray(0, at), added, film.subarray(at)]);
    for (const name of parents) {
      const head = made.indexOf(name) - 4;
      made.writeUInt32BE(made.readUInt32BE(head) + added.length, head);
    }
    return made;
  };
  test('lasts as long as its edit list shows of it', async () => {
    const film = makeMp4({ seconds: 90, said: 20, sound: null });
    const edits = box('edts', box('elst', ...[0, 1, 20_000, 5_000, 0x10000].map(u32)));
    expect(factsOf(await check(grown(film, ['moov', 'trak'], 'tkhd', edits), 'video/mp4'))).toMatchObject({
      seconds: 20,
    });
    expect(await check(film, 'video/mp4')).toBe('too_long');
  });
  test.each([
    [100, 'object'],
    [77, 'object'],
    [66, 'object'],
    [110, 'picture_profile'],
    [122, 'picture_profile'],
    [244, 'picture_profile'],
  ])('H.264 of the profile %i: %s', async (profile, expected) => {
    const film = makeMp4({ sound: null });
    const entry = film.indexOf('avc1');
    const size = film.readUInt32BE(entry - 4);
    const avcC = box('avcC', Buffer.from([1, profile, 0, 40, 0xff, 0xe0, 0]));
    const padded = Buffer.concat([Buffer.alloc(Math.max(0, 86 - size)), avcC]);
    const made = grown(film, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd', 'avc1'], 'avc1', padded);
    const answer = await check(made, 'video/mp4');
    expect(typeof answer === 'string' ? answer : typeof answer).toBe(expected);
  });
});

describe('WebM', () => {
  test.each([
    ['as a browser records it', {}, { type: 'video/webm', size: [640, 360], seconds: 12 }],
    ['with lengths', { isOpen: false, said: 12 }, { type: 'video/webm', size: [640, 360], seconds: 12 }],
    [
      'VP8 without sound',
      { picture: 'V_VP8', sound: null },
      { type: 'video/webm', size: [640, 360], seconds: 12 },
    ],
    ['AV1', { picture: 'V_AV1' }, { type: 'video/webm', size: [640, 360], seconds: 12 }],
    ['too long, which nothing but its pictures says', { seconds: 62 }, 'too_long'],
    ['that says it is shorter than it is', { seconds: 62, said: 5 }, 'too_long'],
    ['that says it is longer than it is', { seconds: 5, said: 62 }, 'too_long'],
    ['H.264', { picture: 'V_MPEG4/ISO/AVC' }, 'picture_codec'],
    ['Vorbis', { sound: 'A_VORBIS' }, 'sound_codec'],
    ['Matroska', { docType: 'matroska' }, 'container'],
    ['without any picture', { seconds: 0 }, 'no_picture'],
    ['8K', { width: 7680, height: 4320 }, 'too_many_pixels'],
  ] as const)('%s', async (_what, parts, expected) => {
    expect(factsOf(await check(makeWebM(parts), 'video/webm'))).toEqual(expected);
  });

  test('is written with its length and an index of its whole pictures, and without what it tells beside', async () => {
    const place = Buffer.from('+48.8577+002.2950/');
    const written = writtenOf(await check(makeWebM({ tags: [element(0x1254c367, place)] }), 'video/webm'));
    expect(written.includes(place)).toBe(false);
    // Duration: element 4489, eight bytes, 12,000 ticks.
    expect(written.readDoubleBE(written.indexOf(Buffer.from('4489', 'hex')) + 10)).toBe(12_000);
    const cues = written.indexOf(Buffer.from('1c53bb6b', 'hex'));
    const clusters: number[] = [];
    for (let at = cues; ; at += 1) {
      at = written.indexOf(Buffer.from('1f43b675', 'hex'), at);
      if (at < 0) break;
      clusters.push(at);
    }
    expect(clusters).toHaveLength(12);
    // Each entry names the place of its cluster, counted from the segment's first byte.
    const segment = written.indexOf(Buffer.from('18538067', 'hex')) + 12;
    const named: number[] = [];
    for (let at = cues; ; at += 1) {
      at = written.indexOf(Buffer.from('f10100000000000008', 'hex'), at);
      if (at < 0 || at > (clusters[0] ?? 0)) break;
      named.push(Number(written.readBigUInt64BE(at + 9)) + segment);
    }
    expect(named).toEqual(clusters);
    const again = await check(written, 'video/webm');
    expect(factsOf(again)).toEqual({ type: 'video/webm', size: [640, 360], seconds: 12 });
    expect(writtenOf(again)).toEqual(written);
  });

  test('with a cluster of nothing at the end of time is refused', async () => {
    const cluster = element(0x1f43b675, element(0xe7, Buffer.alloc(8, 0xff)));
    expect(await check(makeWebM({ isOpen: false, tags: [cluster] }), 'video/webm')).toBe('unreadable');
  });

  test('of a hundred thousand elements is read, of a million it is refused, and neither takes long', async () => {
    const many = (count: number) => [
      Buffer.concat(Array.from({ length: count }, () => Buffer.from('ec80', 'hex'))),
    ];
    expect(factsOf(await check(makeWebM({ tags: many(100_000) }), 'video/webm'))).toMatchObject({
      seconds: 12,
    });
    expect(await check(makeWebM({ tags: many(1_000_000) }), 'video/webm')).toBe('unreadable');
  });
});

describe('whatever comes', () => {
  const films: readonly [Type, Buffer][] = [
    ['video/mp4', makeMp4({ seconds: 3, inMovie: [box('udta', Buffer.from('a'))] })],
    ['video/mp4', makeMp4({ seconds: 3, fragmented: true })],
    ['video/webm', makeWebM({ seconds: 3 })],
    ['video/webm', makeWebM({ seconds: 3, isOpen: false, said: 3 })],
  ];
  const some = fc.constantFrom(...films);

  test('a film that is broken off is refused, or is as long as what came', async () => {
    await fc.assert(
      fc.asyncProperty(some, fc.double({ min: 0, max: 0.999, noNaN: true }), async ([type, film], share) => {
        const answer = await check(film.subarray(0, Math.max(1, Math.floor(film.length * share))), type);
        if (typeof answer !== 'string') expect(answer.seconds).toBeLessThanOrEqual(3);
      }),
    );
  });

  test('a film with other bytes is refused with a reason, or written as one that is taken again', async () => {
    const change = fc.tuple(
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      fc.uint8Array({ minLength: 1, maxLength: 8 }),
    );
    await fc.assert(
      fc.asyncProperty(
        some,
        fc.array(change, { minLength: 1, maxLength: 6 }),
        async ([type, film], changes) => {
          const changed = Buffer.from(film);
          for (const [share, others] of changes)
            changed.set(others.subarray(0, 1), Math.floor(changed.length * share));
          const answer = await check(changed, type);
          if (typeof answer === 'string') return;
          expect(answer.seconds).toBeLessThanOrEqual(61);
          expect(answer.written.length).toBeLessThanOrEqual(changed.length * 12 + 1024);
          const again = await check(answer.written, answer.type);
          expect(factsOf(again)).toEqual(factsOf(answer));
        },
      ),
    );
  });

  test('noise is refused', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 4096 }),
        fc.constantFrom<Type>('video/mp4', 'video/webm'),
        async (noise, type) => {
          expect(await check(Buffer.from(noise), type)).toBeTypeOf('string');
        },
      ),
    );
  });

  test('nothing is left of a refused film', () =>
    withPaths(async (from, to) => {
      await writeFile(from, makeMp4({ seconds: 62 }));
      await expect(checkFilm(from, 'video/mp4', 60, to)).rejects.toThrow('too_long');
      expect(existsSync(to)).toBe(false);
    }));
});
