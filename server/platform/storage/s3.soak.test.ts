import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { afterAll } from 'vitest';
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
// with this path, a list, is not signed.
server.middleware.unshift(async (context, next) => {
  if (context.path === '/loge/') delete context.headers.authorization;
  await next();
});
const { port } = await server.run();
afterAll(async () => {
  await server.close();
  rmSync(directory, { recursive: true, force: true });
});
useBucket(new URL(`s3://S3RVER:S3RVER@127.0.0.1:${port}/loge?tls=false`));

await import('./objects.test.ts');
await import('./downloads.test.ts');
await import('./resumable.test.ts');
