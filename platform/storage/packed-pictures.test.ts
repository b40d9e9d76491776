import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { crc32, createDeflate } from 'node:zlib';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { AGNES, openShelves } from './testing/shelves.ts';

const shelves = await openShelves({ mostBytes: 3_000_000 });
const frames = (await shelves.as(AGNES)).from('frames');
const mine = (name: string) => `${AGNES}/${name}`;

test('a bucket whose contents are checked unpacks no text and no profile of a PNG that would be a gigabyte, and keeps none of it', async () => {
  const peak = () =>
    Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) * 1024;
  const packing = createDeflate({ level: 9 });
  const packed = buffer(packing);
  const piece = Buffer.alloc(1024 * 1024);
  for (let at = 0; at < 256; at += 1)
    if (!packing.write(piece)) await new Promise((resolve) => packing.once('drain', resolve));
  packing.end();
  const zeros = await packed;
  const chunk = (type: string, head: string) => {
    const named = Buffer.concat([Buffer.from(`${type}${head}`, 'latin1'), zeros]);
    const made = Buffer.alloc(named.length + 8);
    made.writeUInt32BE(named.length - 4, 0);
    named.copy(made, 4);
    made.writeUInt32BE(crc32(named), made.length - 4);
    return made;
  };
  const png = await sharp({ create: { width: 20, height: 10, channels: 3, background: '#c84' } })
    .png()
    .toBuffer();
  await frames.upload(mine('calm.png'), png, { contentType: 'image/png' });
  const before = peak();
  for (const bomb of [
    chunk('zTXt', 'Comment\0\0'),
    chunk('iTXt', 'Comment\0\x01\0\0\0'),
    chunk('iCCP', 'profile\0\0'),
  ]) {
    // Behind the head of the picture, which has 33 bytes.
    const many = Array.from({ length: 4 }, () => bomb);
    const sent = Buffer.concat([png.subarray(0, 33), ...many, png.subarray(33)]);
    const { error } = await frames.upload(mine('calm.png'), sent, {
      contentType: 'image/png',
      upsert: true,
    });
    expect(error).toBeNull();
    const { data } = await frames.download(mine('calm.png'));
    const kept = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0));
    expect(kept.length).toBeLessThan(2_000);
    const { width, height, icc, comments } = await sharp(kept).metadata();
    expect([width, height, icc, comments]).toEqual([20, 10, undefined, undefined]);
  }
  expect(peak() - before).toBeLessThan(64 * 1024 * 1024);
});
