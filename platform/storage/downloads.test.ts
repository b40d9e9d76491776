// Long because every way in which bytes leave the storage is tried here.
import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import type { StorageApiError } from '@supabase/storage-js';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { AGNES, openShelves } from './testing/shelves.ts';

const shelves = await openShelves({ mostBytes: 3_000_000 });
const agnes = await shelves.as(AGNES);
const mine = (name: string) => `${AGNES}/${name}`;
const code = (error: unknown) => (error as StorageApiError | null)?.statusCode;
const publicUrl = (bucket: string, name: string, transform?: object) =>
  agnes.from(bucket).getPublicUrl(mine(name), transform ? { transform } : {}).data.publicUrl;
const get = (url: string, headers: Record<string, string> = {}) => fetch(url, { headers });

describe('a public download', () => {
  const body = randomBytes(70_000);
  const url = publicUrl('posters', 'affiche.png');

  test('needs no key, and is refused from a private bucket', async () => {
    const sent = await agnes
      .from('posters')
      .upload(mine('affiche.png'), body, { contentType: 'image/png', cacheControl: '3600' });
    expect(sent.error).toBeNull();
    const answer = await get(url);
    expect(Buffer.from(await answer.arrayBuffer()).equals(body)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '70000',
      'cache-control': 'max-age=3600',
      'x-content-type-options': 'nosniff',
      'accept-ranges': 'bytes',
      'x-robots-tag': 'none',
    });
    // The address that the client itself downloads from works without a key too.
    expect((await get(url.replace('/public/', '/'))).status).toBe(200);
    await agnes.from('drawers').upload(mine('a'), 'a');
    const refused = await get(publicUrl('drawers', 'a'));
    expect([refused.status, await refused.json()]).toEqual([
      400,
      { statusCode: '404', error: 'Bucket not found', message: 'Bucket not found', code: 'NoSuchBucket' },
    ]);
  });

  test.each([
    ['bytes=0-9', 0, 10],
    ['bytes=69990-', 69_990, 70_000],
    ['bytes=-5', 69_995, 70_000],
    ['bytes=100-999999', 100, 70_000],
    ['bytes=-999999', 0, 70_000],
    ['bytes=69999-69999', 69_999, 70_000],
  ])('%s is exact', async (range, from, to) => {
    const answer = await get(url, { range });
    expect(answer.status).toBe(206);
    expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/70000`);
    expect(Buffer.from(await answer.arrayBuffer()).equals(body.subarray(from, to))).toBe(true);
  });

  test.each(['bytes=70000-', 'bytes=9-1', 'bytes=0-1,3-4', 'bytes=-0', 'lines=1-2', 'bytes=-'])(
    '%s is no range of it',
    async (range) => {
      const answer = await get(url, { range });
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
        416,
        'InvalidRange',
      ]);
    },
  );

  test('is not sent again to a client that has it in its cache', async () => {
    const { headers } = await get(url);
    const etag = headers.get('etag') ?? '';
    expect((await get(url, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(url, { 'if-none-match': `"other", W/${etag}` })).status).toBe(304);
    expect((await get(url, { 'if-none-match': '"other"' })).status).toBe(200);
    expect((await get(url, { 'if-modified-since': headers.get('last-modified') ?? '' })).status).toBe(304);
    expect((await get(url, { 'if-modified-since': new Date(0).toUTCString() })).status).toBe(200);
    expect((await get(url, { range: 'bytes=0-1', 'if-range': etag })).status).toBe(206);
    expect((await get(url, { range: 'bytes=0-1', 'if-range': '"other"' })).status).toBe(200);
    const head = await fetch(url, { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), head.headers.get('etag')]).toEqual([
      200,
      '70000',
      etag,
    ]);
    expect((await fetch(publicUrl('posters', 'never'), { method: 'HEAD' })).status).toBe(400);
  });

  test('never runs as a page or script in our origin', async () => {
    const script = '<script>alert(1)</script>';
    await agnes.from('posters').upload(mine('page.html'), script, { contentType: 'text/html' });
    const svg = `<svg xmlns="http://www.w3.org/2000/svg">${script}</svg>`;
    await agnes.from('posters').upload(mine('drawing.svg'), svg, { contentType: 'image/svg+xml' });
    const page = await get(publicUrl('posters', 'page.html'));
    expect(page.headers.get('content-type')).toMatch(/^text\/plain/);
    const drawing = await get(publicUrl('posters', 'drawing.svg'));
    expect(drawing.headers.get('content-type')).toBe('image/svg+xml');
    expect(drawing.headers.get('content-disposition')).toBe('attachment');
    for (const { headers } of [page, drawing]) {
      expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox$/);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('a limit', () => {
  test('of type and size is the bucket’s, then the installation’s', async () => {
    const posters = agnes.from('posters');
    const text = await posters.upload(mine('a.txt'), 'a', { contentType: 'text/plain' });
    expect([code(text.error), text.error?.message]).toEqual(['415', 'mime type text/plain is not supported']);
    const large = await posters.upload(mine('l.png'), Buffer.alloc(100_001), { contentType: 'image/png' });
    expect([code(large.error), large.error?.message]).toEqual([
      '413',
      'The object exceeded the maximum allowed size',
    ]);
    const form = await posters.upload(
      mine('l.png'),
      new Blob([Buffer.alloc(200_000)], { type: 'image/png' }),
    );
    expect(code(form.error)).toBe('413');
    // This upload does not say its length in advance.
    const stream = new Blob([Buffer.alloc(4_000_000)]).stream();
    const endless = await agnes.from('drawers').upload(mine('l'), stream, { contentType: 'a/b' });
    expect(code(endless.error)).toBe('413');
    expect(await readdir(join(shelves.folder, 'incoming'))).toEqual([]);
  });

  test('is set when the bucket is created or updated', async () => {
    const { service } = shelves;
    const make = (name: string, options: object) => service.createBucket(name, { public: false, ...options });
    expect((await make('small', { fileSizeLimit: '1kb', allowedMimeTypes: ['text/*'] })).data).toEqual({
      name: 'small',
    });
    expect((await service.getBucket('small')).data).toEqual({
      id: 'small',
      name: 'small',
      owner: '',
      public: false,
      file_size_limit: 1000,
      allowed_mime_types: ['text/*'],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(code((await make('small', {})).error)).toBe('409');
    expect(code((await make('wrong/name', {})).error)).toBe('400');
    expect(code((await make('huge', { fileSizeLimit: '20mb' })).error)).toBe('413');
    expect(code((await agnes.createBucket('hers')).error)).toBe('403');
    expect((await service.updateBucket('small', { public: true })).data).toEqual({
      message: 'Successfully updated',
    });
    expect((await service.getBucket('small')).data).toMatchObject({ public: true, file_size_limit: 1000 });
    expect((await service.listBuckets({ search: 'small' })).data?.map(({ id }) => id)).toEqual(['small']);
    expect((await agnes.listBuckets()).data?.map(({ id }) => id)).toEqual(['frames', 'posters', 'small']);
    await service.from('small').upload('a', 'a');
    expect((await service.deleteBucket('small')).error?.message).toBe(
      'The bucket you tried to delete is not empty',
    );
    expect((await agnes.emptyBucket('small')).error).toMatchObject({
      status: 403,
      message: 'Access denied: Invalid role',
    });
    expect((await service.emptyBucket('small')).error).toBeNull();
    expect((await service.deleteBucket('small')).data).toEqual({ message: 'Successfully deleted' });
    expect(code((await service.getBucket('small')).error)).toBe('404');
  });
});

describe('a bucket whose contents are checked', () => {
  const frames = agnes.from('frames');
  const photo = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: '#c84' } });

  test('finds the type of a file by its bytes', async () => {
    const png = await photo(20, 10).png().toBuffer();
    expect((await frames.upload(mine('p.jpg'), png, { contentType: 'image/jpeg' })).error).toBeNull();
    expect((await frames.info(mine('p.jpg'))).data?.contentType).toBe('image/png');
    const page = await frames.upload(mine('x.png'), '<html></html>', { contentType: 'image/png' });
    expect(code(page.error)).toBe('415');
    const pdf = await frames.upload(mine('x.png'), '%PDF-1.7\n', { contentType: 'image/png' });
    expect(code(pdf.error)).toBe('415');
    const cut = await frames.upload(mine('x.png'), png.subarray(0, 60), { contentType: 'image/png' });
    expect(code(cut.error)).toBe('415');
  });

  test('removes the place where a picture was taken, and turns the picture upright', async () => {
    const taken = await photo(40, 20)
      .jpeg()
      .withExif({
        IFD0: { Copyright: 'Agnès' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 51/1 24/1' },
      })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    expect((await frames.upload(mine('gps.jpg'), taken, { contentType: 'image/jpeg' })).error).toBeNull();
    const { data } = await frames.download(mine('gps.jpg'));
    const kept = await sharp(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata();
    expect([kept.exif, kept.orientation, kept.width, kept.height]).toEqual([undefined, undefined, 20, 40]);
  });

  test('notes how large a picture is as it is seen, and what stands in its place until it has come', async () => {
    const taken = await photo(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer();
    expect((await frames.upload(mine('room.jpg'), taken, { contentType: 'image/jpeg' })).error).toBeNull();
    const { rows } = await shelves.db.pool.query<{ metadata: Record<string, string | number> }>(
      'select metadata from storage.objects where name = $1',
      [mine('room.jpg')],
    );
    const { width, height, placeholder } = rows[0]?.metadata ?? {};
    expect([width, height]).toEqual([200, 400]);
    expect(String(placeholder).length).toBeLessThan(600);
    const [, base64 = ''] = /^data:image\/webp;base64,([\w+/=]+)$/.exec(String(placeholder)) ?? [];
    const tiny = sharp(Buffer.from(base64, 'base64'));
    expect(await tiny.metadata()).toMatchObject({ format: 'webp', width: 8, height: 16 });
    const { dominant } = await tiny.stats();
    expect(dominant.r).toBeGreaterThan(dominant.b + 80);
  });

  test('refuses an archive of zeros, whatever it is called, and unpacks none anywhere', async () => {
    const zeros = Buffer.alloc(64 * 1024 * 1024);
    const gzip = gzipSync(zeros);
    const packed = deflateRawSync(zeros);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(20, 4);
    head.writeUInt16LE(8, 8);
    head.writeUInt32LE(packed.length, 18);
    head.writeUInt32LE(zeros.length, 22);
    head.writeUInt16LE(1, 26);
    const zip = Buffer.concat([head, Buffer.from('a'), packed]);
    for (const [name, archive] of Object.entries({ gzip, zip })) {
      expect(archive.length).toBeLessThan(100_000);
      const { error } = await frames.upload(mine(`${name}.png`), archive, { contentType: 'image/png' });
      expect([name, code(error)]).toEqual([name, '415']);
      // Where any type may lie, it lies as it came, and anybody who downloads it gets it packed.
      const drawers = agnes.from('drawers');
      await drawers.upload(mine(name), archive, { contentType: 'application/octet-stream' });
      expect((await drawers.info(mine(name))).data?.size).toBe(archive.length);
      const { data } = await drawers.download(mine(name));
      expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(archive)).toBe(true);
    }
  });

  test('refuses a picture that unpacks to gigabytes', async () => {
    const bomb = await sharp({
      create: { width: 10_000, height: 10_000, channels: 3, background: '#000' },
      limitInputPixels: false,
    })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(2_000_000);
    expect(code((await frames.upload(mine('bomb.png'), bomb, { contentType: 'image/png' })).error)).toBe(
      '415',
    );
    expect(await readdir(join(shelves.folder, 'incoming'))).toEqual([]);
  });
});

test('an animation with too many frames is refused, and a short one stays an animation', async () => {
  const frames = agnes.from('frames');
  const moving = (count: number) =>
    sharp(randomBytes(8 * 8 * 3 * count), {
      raw: { width: 8, height: 8 * count, channels: 3, pageHeight: 8 },
    })
      .gif({ delay: 40 })
      .toBuffer();
  const send = async (name: string, count: number) =>
    frames.upload(mine(name), await moving(count), { contentType: 'image/gif' });
  expect(code((await send('endless.gif', 200)).error)).toBe('415');
  expect((await send('wave.gif', 12)).error).toBeNull();
  const { data } = await frames.download(mine('wave.gif'));
  const kept = await sharp(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))).metadata();
  expect(kept.pages).toBe(12);
});

describe('a picture in another size', () => {
  test('is cut at its middle, whatever else is asked', async () => {
    const side = { create: { width: 40, height: 40, channels: 3 as const, background: '#000' } };
    const middle = await sharp({ create: { ...side.create, background: '#fff' } })
      .png()
      .toBuffer();
    const striped = await sharp({ create: { ...side.create, width: 120 } })
      .composite([{ input: middle, left: 40, top: 0 }])
      .png()
      .toBuffer();
    await agnes.from('frames').upload(mine('striped.png'), striped, { contentType: 'image/png' });
    const url = publicUrl('frames', 'striped.png', { width: 20, height: 20 });
    for (const more of ['', '&gravity=we', '&focal_point=0,0']) {
      const answer = await get(`${url}${more}`);
      const { channels } = await sharp(Buffer.from(await answer.arrayBuffer())).stats();
      expect(Math.min(...channels.map(({ mean }) => mean))).toBeGreaterThan(230);
    }
  });

  test('is cropped, fitted or stretched, in the format that is asked for or that the browser prefers', async () => {
    const source = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#28c' } })
      .jpeg()
      .toBuffer();
    await agnes.from('frames').upload(mine('wide.jpg'), source, { contentType: 'image/jpeg' });
    const render = async (transform: object, accept = '*/*') => {
      const answer = await get(publicUrl('frames', 'wide.jpg', transform), { accept });
      const { width, height, format } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata();
      return [width, height, format, answer.headers.get('x-transformations')];
    };
    expect(await render({ width: 100, height: 100, quality: 60 })).toEqual([
      100,
      100,
      'jpeg',
      'height:100,width:100,resizing_type:fill,quality:60',
    ]);
    expect((await render({ width: 100, height: 100, resize: 'contain' })).slice(0, 2)).toEqual([100, 50]);
    expect((await render({ width: 100, height: 100, resize: 'fill' })).slice(0, 2)).toEqual([100, 100]);
    expect((await render({ width: 80 }, 'image/avif,image/webp,*/*')).slice(0, 3)).toEqual([80, 40, 'webp']);
    expect((await render({ width: 80, format: 'origin' }, 'image/webp')).slice(0, 3)).toEqual([
      80,
      40,
      'jpeg',
    ]);
    expect(
      (await agnes.from('frames').download(mine('wide.jpg'), { transform: { width: 10 } })).error,
    ).toBeNull();
    const { data } = await agnes
      .from('frames')
      .createSignedUrl(mine('wide.jpg'), 60, { transform: { width: 30 } });
    const signed = await get(data?.signedUrl ?? '');
    expect((await sharp(Buffer.from(await signed.arrayBuffer())).metadata()).width).toBe(30);
    const wrong = await get(publicUrl('frames', 'wide.jpg', { width: 100, quality: 5 }));
    expect(wrong.status).toBe(400);
    expect(((await wrong.json()) as { code: string }).code).toBe('InvalidRequest');
  });

  test('has at most the bytes that are asked for, whatever is on it, and loses nothing where it has fewer', async () => {
    const noise = randomBytes(1600 * 560 * 3);
    const hard = await sharp(noise, { raw: { width: 1600, height: 560, channels: 3 } })
      .jpeg()
      .toBuffer();
    const plain = await sharp({ create: { width: 1600, height: 560, channels: 3, background: '#28c' } })
      .jpeg()
      .toBuffer();
    const render = async (name: string, most: string) => {
      const { url } = await get(publicUrl('frames', name, { width: 1280, height: 448 }));
      const answer = await get(`${url}${most}`, { accept: 'image/webp' });
      expect(answer.status).toBe(200);
      return Buffer.from(await answer.arrayBuffer());
    };
    for (const [name, body] of [
      ['hard.jpg', hard],
      ['plain.jpg', plain],
    ] as const)
      await agnes.from('frames').upload(mine(name), body, { contentType: 'image/jpeg' });
    expect((await render('hard.jpg', '')).length).toBeGreaterThan(100_000);
    const light = await render('hard.jpg', '&max_bytes=25000');
    expect(light.length).toBeLessThanOrEqual(25_000);
    const { width = 0, height = 1 } = await sharp(light).metadata();
    expect(width / height).toBeCloseTo(1280 / 448, 1);
    expect(await render('plain.jpg', '&max_bytes=25000')).toEqual(await render('plain.jpg', ''));
    await agnes.from('frames').remove([mine('hard.jpg'), mine('plain.jpg')]);
  });

  test('is coarser for a browser that asks to save data, and its caches keep the two apart', async () => {
    const noise = await sharp(randomBytes(400 * 300 * 3), { raw: { width: 400, height: 300, channels: 3 } })
      .jpeg()
      .toBuffer();
    await agnes.from('frames').upload(mine('busy.jpg'), noise, { contentType: 'image/jpeg' });
    const { url } = await get(publicUrl('frames', 'busy.jpg', { width: 320, height: 240 }));
    const load = async (headers: Record<string, string>, most = '') => {
      const answer = await get(`${url}${most}`, { accept: 'image/webp', ...headers });
      expect([answer.status, answer.headers.get('vary')]).toEqual([200, 'Accept, Save-Data']);
      return { body: Buffer.from(await answer.arrayBuffer()), etag: answer.headers.get('etag') };
    };
    const fine = await load({});
    const coarse = await load({ 'save-data': 'on' });
    expect(coarse.body.length).toBeLessThan(fine.body.length * 0.75);
    expect(coarse.etag).not.toBe(fine.etag);
    const { width, height } = await sharp(coarse.body).metadata();
    expect([width, height]).toEqual([320, 240]);
    expect((await load({ 'save-data': 'on' }, '&max_bytes=20000')).body.length).toBeLessThanOrEqual(10_000);
    expect((await load({ 'save-data': 'off' })).etag).toBe(fine.etag);
    await agnes.from('frames').remove([mine('busy.jpg')]);
  });

  test('is made once, however many ask for it at once, and is deleted with the picture', async () => {
    const url = publicUrl('frames', 'wide.jpg', { width: 64, height: 64 });
    const answers = await Promise.all(Array.from({ length: 200 }, () => get(url)));
    const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(bodies.map((body) => body.toString('base64'))).size).toBe(1);
    const { data } = await agnes.from('frames').info(mine('wide.jpg'));
    const renders = join(shelves.folder, 'renders');
    const made = await readdir(join(renders, data?.version ?? ''));
    expect(made.filter((name) => name.startsWith('64-64'))).toHaveLength(1);
    await agnes.from('frames').remove([mine('wide.jpg')]);
    await expect.poll(() => readdir(renders)).not.toContain(data?.version);
    expect((await get(url)).status).toBe(400);
  });

  test('is refused for an object that is not a picture', async () => {
    await agnes.from('drawers').upload(mine('words'), 'des mots');
    const { error } = await agnes.from('drawers').download(mine('words'), { transform: { width: 10 } });
    expect(error).not.toBeNull();
  });
});
