/**
 * A storage in its own process, so that a test can kill it: `node storage-process.ts <database URL> <folder> [<STORAGE_URL>]`. It prints the publishable key,
 * the secret key and its port once it listens, and for each input its memory after a garbage collection (with `--expose-gc`). It ends when
 * its standard input ends.
 */
import { Hono } from 'hono';
import pg from 'pg';
import { pino } from 'pino';
import { createGateway } from '#platform/gateway/gateway.ts';
import { loadKeys } from '#platform/gateway/keys.ts';
import { listen } from '#server/listen.ts';
import { createStorage } from '../storage.ts';

const [, , connectionString, folder = '', storageUrl = null] = process.argv;
process.stdin.once('end', () => process.exit(1));
process.stdin.on('data', () => {
  globalThis.gc?.();
  console.log(JSON.stringify(process.memoryUsage()));
});
const keys = await loadKeys({
  dataDir: folder,
  publishableKey: null,
  secretKey: null,
  jwtPrivateKeys: [],
  secretsKey: null,
  jwtSecret: null,
});
const storage = await createStorage({
  pool: new pg.Pool({ connectionString, max: 8 }),
  gateway: createGateway(keys, ['anon', 'authenticated', 'service_role']),
  urlKey: keys.derive('storage-urls'),
  folder,
  storageUrl,
  mostBytes: 60_000_000,
  trustProxy: false,
  logger: pino({ level: 'silent' }),
});
const { port } = await listen(new Hono().route('/storage/v1', storage.app), { host: '127.0.0.1', port: 0 });
console.log(JSON.stringify({ secretKey: keys.secretKey, port }));
