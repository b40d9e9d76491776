import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { AGNES, openShelves } from './testing/shelves.ts';

const shelves = await openShelves({ schema: 'product' });
const agnes = await shelves.as(AGNES);
const pdf = (words: string) => new Blob([`%PDF-1.4\n${words}\n%%EOF\n`], { type: 'application/pdf' });
const attachments = agnes.from('attachments');

test('a signed address that may replace does not replace a file that is there', async () => {
  const name = `${AGNES}/${randomUUID()}`;
  const { data } = await attachments.createSignedUploadUrl(name, { upsert: true });
  const put = (words: string) =>
    shelves.anon.from('attachments').uploadToSignedUrl(name, data?.token ?? '', pdf(words));
  expect((await put('sans danger')).error).toBeNull();
  expect((await put('un virus')).error?.message).toContain('row-level security');
  const there = await attachments.download(name);
  expect(await there.data?.text()).toContain('sans danger');
});

test('signed addresses do not help to upload more than a dozen files', async () => {
  const signed = await Promise.all(
    Array.from({ length: 14 }, async () => {
      const name = `${AGNES}/${randomUUID()}`;
      return { name, token: (await attachments.createSignedUploadUrl(name)).data?.token ?? '' };
    }),
  );
  const sent = await Promise.all(
    signed.map(({ name, token }) =>
      shelves.anon.from('attachments').uploadToSignedUrl(name, token, pdf(name)),
    ),
  );
  expect(sent.filter(({ error }) => error !== null).length).toBeGreaterThanOrEqual(2);
  const { rows } = await shelves.db.pool.query("select from storage.objects where bucket_id = 'attachments'");
  expect(rows).toHaveLength(12);
});

test('signed addresses do not help to keep more than ten pictures', async () => {
  const gallery = agnes.from('gallery');
  const picture = await sharp({ create: { width: 4, height: 3, channels: 3, background: '#804020' } })
    .png()
    .toBuffer();
  const signed = await Promise.all(
    Array.from({ length: 16 }, async () => {
      const name = `${AGNES}/${randomUUID()}`;
      return { name, token: (await gallery.createSignedUploadUrl(name)).data?.token ?? '' };
    }),
  );
  const sent = await Promise.all(
    signed.map(({ name, token }) =>
      shelves.anon
        .from('gallery')
        .uploadToSignedUrl(name, token, new Blob([new Uint8Array(picture)], { type: 'image/png' })),
    ),
  );
  expect(sent.filter(({ error }) => error === null)).toHaveLength(10);
  const { rows } = await shelves.db.pool.query("select from storage.objects where bucket_id = 'gallery'");
  expect(rows).toHaveLength(10);
});
