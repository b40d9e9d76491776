import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { openBytes } from './bytes.ts';
import { checkContent } from './pictures.ts';
import { knownError } from './storage.ts';

const folder = mkdtempSync(join(tmpdir(), 'loge-full-'));
afterAll(() => rmSync(folder, { recursive: true }));
const bytes = await openBytes(folder);
/** A file whose disk is full, as the system itself says it. */
const full = join(folder, 'full');
symlinkSync('/dev/full', full);

const picture = sharp({ create: { width: 640, height: 480, channels: 3, background: '#205' } });
const FORMATS = ['jpeg', 'png', 'webp', 'avif', 'gif'] as const;
const ANY = { mostFilmSeconds: 60 };

test.each(FORMATS)('a good picture (%s) on a full disk is told as a full disk', async (format) => {
  const path = bytes.place();
  await picture.clone()[format]().toFile(path);
  const checking = checkContent(
    { ...bytes, place: () => full, drop: async () => undefined },
    { path, size: 1, md5: '' },
    `image/${format}`,
    ANY,
  );
  await expect(checking).rejects.toMatchObject({ status: 507, code: 'InsufficientStorage', http: 507 });
});

test.each([
  [
    'a picture that is broken off',
    async () => (await picture.clone().png().toBuffer()).subarray(0, 700),
    415,
  ],
])('%s is still told as a bad picture', async (_what, made, status) => {
  const path = bytes.place();
  await writeFile(path, await made());
  const checking = checkContent(bytes, { path, size: 1, md5: '' }, 'image/png', ANY);
  await expect(checking).rejects.toMatchObject({ status, code: 'InvalidMimeType' });
});

test('whatever else is written on a full disk is told so: uploads, pieces of them, films, captions', async () => {
  const error = await writeFile('/dev/full', 'a').then(
    () => null,
    (caught: Error) => caught,
  );
  expect(error).not.toBeNull();
  expect(knownError(error!)).toMatchObject({ status: 507, code: 'InsufficientStorage' });
  await rm(full);
});

test('so is a database that has no more room', () => {
  const error = Object.assign(new Error('could not extend file'), { code: '53100' });
  expect(knownError(error)).toMatchObject({ status: 507, http: 507 });
});
