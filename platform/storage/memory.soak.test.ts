import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, get, type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectionUrl, openTestDatabase } from '#server/postgres/testing/database.ts';

const MEGABYTE = 1024 * 1024;
const db = await openTestDatabase('platform', 4);
const folder = mkdtempSync(join(tmpdir(), 'loge-memory-'));
let child: ChildProcess;
let address = '';
let secretKey = '';

const nextLine = async <T>(): Promise<T> => {
  const [line] = (await once(child.stdout as NodeJS.ReadableStream, 'data')) as [Buffer];
  return JSON.parse(line.toString()) as T;
};
/** The memory of the storage process outside its heap, in bytes, after a garbage collection. */
async function heldBytes(): Promise<number> {
  const said = nextLine<{ arrayBuffers: number }>();
  child.stdin?.write('memory\n');
  return (await said).arrayBuffers;
}
/** The peak memory of the storage process so far, in bytes. */
const peakOf = () => {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
};

beforeAll(async () => {
  await db.pool.query("insert into storage.buckets (id, name, public) values ('box', 'box', true)");
  const program = join(import.meta.dirname, 'testing/storage-process.ts');
  child = spawn(process.execPath, ['--expose-gc', program, connectionUrl(db), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const said = await nextLine<{ secretKey: string; port: number }>();
  secretKey = said.secretKey;
  address = `http://127.0.0.1:${said.port}/storage/v1`;
});
afterAll(async () => {
  child.stdin?.end();
  await once(child, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

/** Sends zeros without keeping them in the memory of the test. */
function send(name: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const chunk = Buffer.alloc(64 * 1024);
    const sending = request(`${address}/object/box/${name}`, {
      method: 'POST',
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/x-drops',
        'content-length': bytes,
      },
    });
    sending.on('error', reject);
    sending.on('response', (answer) => {
      answer.resume();
      resolve(answer.statusCode ?? 0);
    });
    let left = bytes;
    const write = () => {
      while (left > 0) {
        left -= chunk.length;
        if (!sending.write(left < 0 ? chunk.subarray(0, chunk.length + left) : chunk)) {
          sending.once('drain', write);
          return;
        }
      }
      sending.end();
    };
    write();
  });
}

test('a hundred downloads of five megabytes, whose readers do not read, hold less than 64 KB each', async () => {
  const body = randomBytes(5 * MEGABYTE);
  const sent = await fetch(`${address}/object/box/film`, {
    method: 'POST',
    headers: {
      apikey: secretKey,
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/x-drops',
    },
    body,
  });
  expect(sent.status).toBe(200);
  const before = await heldBytes();
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
  const open = () =>
    new Promise<IncomingMessage>((resolve, reject) => {
      get(`${address}/object/public/box/film`, { agent }, (answer) => {
        answer.pause();
        resolve(answer);
      }).on('error', reject);
    });
  const answers = await Promise.all(Array.from({ length: 100 }, open));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
  // What has been sent on is given back a moment after the collection.
  await expect
    .poll(async () => ((await heldBytes()) - before) / 100, { timeout: 30_000 })
    .toBeLessThan(64 * 1024);
  // The downloads are still open, and arrive whole.
  const bodies = await Promise.all(answers.map((answer) => buffer(answer)));
  expect(bodies.every((each) => each.equals(body))).toBe(true);
  agent.destroy();
}, 120_000);

test('an upload of fifty megabytes takes less than 64 MB of memory', async () => {
  // The first upload loads code that stays in memory, so the second is measured.
  expect(await send('first', MEGABYTE)).toBe(200);
  await heldBytes();
  const before = peakOf();
  expect(await send('large', 50 * MEGABYTE)).toBe(200);
  expect(peakOf() - before).toBeLessThan(64 * MEGABYTE);
}, 120_000);
