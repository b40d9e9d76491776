import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import S3rver from '@20minutes/s3rver';
import { afterAll, describe, expect, test } from 'vitest';
import { openS3Bytes } from './s3-bytes.ts';
import { useBucket } from './testing/shelves.ts';

// The same tests, with the bytes in an S3 server.
const directory = mkdtempSync(join(tmpdir(), 'loge-s3-'));
const server = new S3rver({
  address: '127.0.0.1',
  port: 0,
  silent: true,
  directory,
  configureBuckets: [{ name: 'loge', configs: [] }],
});
// s3rver checks the signature of a bucket's path without the slash at its end, but S3 and its clients sign the path with it. So the one call
// with this path, a list or the look at a start, is not signed.
server.middleware.unshift(async (context, next) => {
  if (['/loge/', '/missing/'].includes(context.path)) delete context.headers.authorization;
  await next();
});
const { port } = await server.run();
afterAll(async () => {
  useBucket(null); // the next file of this worker has its bytes in files
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});
useBucket(new URL(`s3://S3RVER:S3RVER@127.0.0.1:${port}/loge?tls=false`));

await import('./objects.test.ts');
await import('./downloads.test.ts');
await import('./resumable.test.ts');

test.each([
  { place: 'S3RVER:S3RVER@127.0.0.1', bucket: 'missing', reason: 'there is none, make it first' },
  { place: 'S3RVER:wrong@127.0.0.1', bucket: 'other', reason: 'it is refused to this key (403)' },
])('a start says of the bucket $bucket: $reason', async ({ place, bucket, reason }) => {
  const opening = openS3Bytes(`s3://${place}:${port}/${bucket}?tls=false`, join(directory, bucket));
  await expect(opening).rejects.toThrow(reason);
});

describe('an S3 that accepts connections and never answers', async () => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.resume();
  });
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const address = silent.address() as AddressInfo;
  const bytes = await openS3Bytes(
    `s3://key:secret@127.0.0.1:${address.port}/loge?tls=false`,
    join(directory, 'silent'),
    300,
  );
  const version = randomUUID();
  test.each<[string, () => Promise<unknown>]>([
    [
      'storing',
      async () => bytes.bring(await bytes.receive(Readable.from([Buffer.alloc(3_000_000)]), 4e6), version),
    ],
    ['copying', () => bytes.copy(version, randomUUID())],
    ['downloading', () => bytes.read(version, null)],
    ['reading a file', () => bytes.withFile(version, async () => undefined)],
    ['removing', () => bytes.discard(version)],
    ['listing', () => Array.fromAsync(bytes.listBefore(0))],
  ])('fails at %s, instead of keeping its caller for ever', async (_, work) => {
    await expect(work()).rejects.toMatchObject({ name: 'TimeoutError' });
  });
});
