import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { pictureFaultIn } from '#product/shared/pictures.ts';
import { AGNES, openShelves } from './testing/shelves.ts';

const shelves = await openShelves();
await shelves.db.pool.query(`
  insert into storage.buckets (id, name, public, allowed_mime_types, checks_content, most_film_seconds) values
    ('reel', 'reel', true, '{video/mp4,text/vtt}', true, 60),
    ('letters', 'letters', true, '{image/jpeg,video/quicktime}', true, null)`);
const storage = await shelves.as(AGNES);

async function send(bucket: string, file: Buffer, contentType: string) {
  const name = `${AGNES}/${crypto.randomUUID()}`;
  const { error } = await storage.from(bucket).upload(name, file, { contentType });
  if (error !== null) return { refused: error.message, kept: null };
  const { data } = await storage.from(bucket).download(name);
  return { refused: null, kept: Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)) };
}

const heic = (brand: string) =>
  Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`),
    Buffer.alloc(64),
  ]);
const jpeg = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#c84' } })
    .jpeg()
    .toBuffer();
/** A JPEG whose head says another size, which is all that is read before it is unpacked. */
function saidToBe(picture: Buffer, width: number, height: number): Buffer {
  const frame = picture.indexOf(Buffer.from([0xff, 0xc0]));
  picture.writeUInt16BE(height, frame + 5);
  picture.writeUInt16BE(width, frame + 7);
  return picture;
}
const gif = (frames: number) =>
  sharp(Buffer.from(Array.from({ length: 16 * 16 * frames * 3 }, (_, at) => Math.floor(at / 768) * 7)), {
    raw: { width: 16, height: 16 * frames, channels: 3, pageHeight: 16 },
  })
    .gif({ loop: 0 })
    .toBuffer();

describe('a picture is refused for what it is', () => {
  test.each([
    ['an animation of 240 frames', 'frames', 'image/gif', () => gif(240), 'too_many_frames'],
    [
      'a photograph of more than 50 megapixels',
      'frames',
      'image/jpeg',
      async () => saidToBe(await jpeg(64, 48), 8192, 6144),
      'too_many_pixels',
    ],
    [
      'a photograph that is broken off',
      'frames',
      'image/jpeg',
      async () => (await jpeg(900, 600)).subarray(0, 700),
      'unreadable',
    ],
    ['a photograph of a telephone', 'letters', 'image/heic', async () => heic('heic'), 'heic'],
    ['one that says it is a JPEG', 'letters', 'image/jpeg', async () => heic('heic'), 'heic'],
    ['one of several', 'letters', 'image/jpeg', async () => heic('hevc'), 'heic'],
  ])('%s', async (_what, bucket, type, make, fault) => {
    const { refused } = await send(bucket, await make(), type);
    expect(pictureFaultIn(refused ?? '')).toBe(fault);
  });

  test('and one within the limits is kept', async () => {
    expect((await send('frames', await gif(199), 'image/gif')).refused).toBeNull();
    expect((await send('frames', await jpeg(900, 600), 'image/jpeg')).refused).toBeNull();
  });
});

describe('captions', () => {
  test('are written again without what is none of theirs', async () => {
    const file =
      'WEBVTT secret\n\nSTYLE\n::cue { background: url(http://x.example) }\n\n00:00.000-->00:02.000\n<b>L&eacute;a</b>';
    const { kept } = await send('reel', Buffer.from(file), 'text/vtt');
    expect(String(kept)).toBe('WEBVTT\n\n00:00:00.000 --> 00:00:02.000\nLéa\n');
  });
  test('that cannot be taken name the one that is wrong', async () => {
    const file = 'WEBVTT\n\n00:00.000 --> 00:02.000\nUn\n\n00:04.000 --> 00:03.000\nDeux\n';
    expect((await send('reel', Buffer.from(file), 'text/vtt')).refused).toBe(
      'Caption 2 on line 6 cannot be taken: backwards',
    );
  });
});

test('a film that is sent along is kept without its place, and stays a film of its own kind', async () => {
  const film = readFileSync(new URL('testing/films/film-with-place.mov', import.meta.url));
  const { kept } = await send('letters', film, 'video/quicktime');
  expect(film.includes('+48.8584+002.2945')).toBe(true);
  expect(kept?.includes('+48.8584')).toBe(false);
  expect(kept).toHaveLength(film.length);
});
