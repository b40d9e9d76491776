import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { migrate, PLATFORM_SCHEMA } from '#server/postgres/migrate.ts';
import { openBenchDatabase } from './cluster.ts';
import { type Figure, median } from './figure.ts';

const SIZE = 5 * 1024 * 1024;
const DOWNLOADS = 120;
const AT_ONCE = 20;
const ROUNDS = 5;

/** What a plain server of files does, in a process of its own like the storage. */
const BARE = `
  const { createServer } = require('node:http');
  const { createReadStream } = require('node:fs');
  const server = createServer((request, answer) => {
    answer.setHeader('Content-Length', ${SIZE});
    createReadStream(process.argv[1]).pipe(answer);
  });
  server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ port: server.address().port })));
  process.stdin.resume().once('end', () => process.exit(0));`;

async function startProcess(args: string[]) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const said = await new Promise<{ port: number; secretKey?: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    child.once('exit', () => reject(new Error(`${args.join(' ')} ended`)));
  });
  return { ...said, stop: () => child.stdin.end() };
}

/** @returns megabytes a second of so many downloads */
async function download(url: string): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const one = () =>
    new Promise<void>((resolve, reject) => {
      get(url, { agent }, (answer) => {
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
        });
        answer.on('end', () => (bytes === SIZE ? resolve() : reject(new Error(`${bytes} bytes came`))));
      }).on('error', reject);
    });
  const start = performance.now();
  await Promise.all(Array.from({ length: DOWNLOADS }, one));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return (DOWNLOADS * SIZE) / 1_000_000 / seconds;
}

/** Downloads of five megabytes from the storage, beside a server that does nothing but send a file, in the same run. */
export async function measureStorage(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'loge-bench-storage-'));
  const bench = await openBenchDatabase('embedded (18)');
  try {
    await migrate(bench.database.pool, [PLATFORM_SCHEMA]);
    await bench.database.pool.query(
      "insert into storage.buckets (id, name, public) values ('box', 'box', true)",
    );
    const program = join(import.meta.dirname, '../server/platform/storage/testing/storage-process.ts');
    const storage = await startProcess([program, bench.url, folder]);
    const file = join(folder, 'file');
    const body = randomBytes(SIZE);
    writeFileSync(file, body);
    const bare = await startProcess(['-e', BARE, file]);
    const address = `http://127.0.0.1:${storage.port}/storage/v1/object`;
    const key = storage.secretKey ?? '';
    const sent = await fetch(`${address}/box/film`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/x-drops' },
      body,
    });
    if (!sent.ok) throw new Error(`The upload was answered ${sent.status}`);
    const ratios: number[] = [];
    const speeds: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const plain = await download(`http://127.0.0.1:${bare.port}/`);
      const ours = await download(`${address}/public/box/film`);
      speeds.push(ours);
      ratios.push(ours / plain);
    }
    storage.stop();
    bare.stop();
    return [
      {
        what: 'downloads of 5 MB, beside a bare file server',
        value: median(ratios),
        unit: '×',
        target: { atLeast: 0.6 },
        note: `${Math.round(median(speeds))} MB/s, ${AT_ONCE} at once`,
      },
    ];
  } finally {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
