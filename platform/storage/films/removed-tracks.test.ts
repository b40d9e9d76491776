import { describe, expect, test } from 'vitest';
import { check, writtenOf } from '../testing/check-films.ts';
import { box, makeMp4, u32 } from '../testing/make-films.ts';

describe('a film with a track that is neither picture nor sound', () => {
  const said = ['GPS (2.2945, 48.8584, 16)', 'GPS (2.2946, 48.8585, 17)', 'GPS (2.2947, 48.8586, 18)'];
  const bytesOf = (text: string) => Buffer.from(text);
  const u16 = (value: number) => Buffer.from([value >> 8, value & 0xff]);
  const u64 = (value: number) => Buffer.concat([u32(0), u32(value)]);
  /** Its tables: three samples in two chunks, or as given. */
  const tables = {
    'sizes of 32 bits': [box('stsz', ...[0, 0, 3].map(u32), ...said.map(({ length }) => u32(length)))],
    'one size for all': [box('stsz', ...[0, 25, 3].map(u32))],
    'sizes of 16 bits': [box('stz2', ...[0, 16, 3].map(u32), ...said.map(({ length }) => u16(length)))],
    'sizes of 8 bits': [box('stz2', ...[0, 8, 3].map(u32), Buffer.from(said.map(({ length }) => length)))],
  } as const;
  const track = (handler: string, entry: string, sizes: readonly Buffer[], chunks: Buffer) =>
    box(
      'trak',
      box('tkhd', ...[0, 0, 0, 9, 0, 0].map(u32), Buffer.alloc(60)),
      box(
        'mdia',
        box('mdhd', ...[0, 0, 0, 1000, 3000, 0].map(u32)),
        box('hdlr', Buffer.alloc(8), Buffer.from(handler), Buffer.alloc(13)),
        box(
          'minf',
          box(
            'stbl',
            box('stsd', u32(0), u32(1), box(entry, Buffer.alloc(8))),
            box('stts', ...[0, 1, 3, 1000].map(u32)),
            box('stsc', ...[0, 2, 1, 2, 1, 2, 1, 1].map(u32)),
            ...sizes,
            chunks,
          ),
        ),
      ),
    );
  const between = Buffer.from('pictures and sound');
  const mdat = box('mdat', bytesOf(said[0]!), bytesOf(said[1]!), between, bytesOf(said[2]!), between);
  const filmWith = (handler: string, entry: string, sizes: readonly Buffer[], isLong: boolean) => {
    const made = (first: number, third: number) =>
      makeMp4({
        brand: 'qt  ',
        inMovie: [
          track(
            handler,
            entry,
            sizes,
            isLong
              ? box('co64', u32(0), u32(2), u64(first), u64(third))
              : box('stco', ...[0, 2, first, third].map(u32)),
          ),
        ],
        atEnd: [mdat],
      });
    const drawn = made(0, 0);
    return made(drawn.indexOf(said[0]!), drawn.indexOf(said[2]!));
  };

  test.each([
    ['text', 'text'],
    ['sbtl', 'tx3g'],
    ['subt', 'tx3g'],
    ['meta', 'djmd'],
    ['meta', 'rtmd'],
    ['meta', 'mebx'],
    ['tmcd', 'tmcd'],
  ])('%s, %s: nothing of what it says stays, and nothing else goes', async (handler, entry) => {
    for (const sizes of Object.values(tables))
      for (const isLong of [false, true]) {
        const film = filmWith(handler, entry, sizes, isLong);
        const written = writtenOf(await check(film, 'video/quicktime'));
        expect(written.includes('GPS') || written.includes('48.8')).toBe(false);
        const [first, second] = [film.indexOf(between), film.lastIndexOf(between)];
        expect([written.indexOf(between), written.lastIndexOf(between)]).toEqual([first, second]);
        expect(written.length).toBe(film.length);
      }
  });

  test.each([
    ['samples beyond the file', [box('stsz', ...[0, 4_000_000_000, 3].map(u32))], 100],
    ['four billion samples', [box('stsz', ...[0, 1, 4_294_967_295].map(u32))], 32],
    ['samples in the head of the movie', [box('stsz', ...[0, 25, 3].map(u32))], 40],
    ['sizes of three bits', [box('stz2', ...[0, 3, 3].map(u32), Buffer.alloc(4))], 9000],
  ])('%s: refused', async (_what, sizes, at) => {
    const chunks = box('stco', ...[0, 2, at, at].map(u32));
    const film = makeMp4({
      inMovie: [track('text', 'text', sizes, chunks)],
      atEnd: [box('mdat', Buffer.alloc(9000))],
    });
    expect(await check(film, 'video/mp4')).toBe('unreadable');
  });

  test('a chunk that is said to have more samples than there are ends with them', async () => {
    const film = makeMp4({
      inMovie: [
        track(
          'text',
          'text',
          [box('stsz', ...[0, 1, 1].map(u32))],
          box('stco', ...[0, 2, 5000, 5001].map(u32)),
        ),
      ],
      atEnd: [box('mdat', Buffer.alloc(9000))],
    });
    expect(await check(film, 'video/mp4')).toBeTypeOf('object');
  });

  test('in fragments: refused, for where it stands is not read', async () => {
    const film = makeMp4({
      fragmented: true,
      inMovie: [track('text', 'text', tables['one size for all'].slice(0, 0), box('stco', u32(0), u32(0)))],
      atEnd: [box('moof', box('traf', box('tfhd', u32(0x20000), u32(9)), box('trun', u32(0), u32(1)))), mdat],
    });
    expect(await check(film, 'video/mp4')).toBe('places');
  });
});
