import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
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

/** An S3 server, in a process of its own like the storage that reads from it. It takes requests without a signature as those of its owner. */
const S3 = `
  const { default: S3rver } = await import('@20minutes/s3rver');
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: process.argv[1],
    configureBuckets: [{ name: 'loge', configs: [] }] });
  const { port } = await server.run();
  console.log(JSON.stringify({ port }));
  process.stdin.resume().once('end', () => process.exit(0));`;

async function startProcess(args: string[]) {
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const said = await new Promise<{ port: number; secretKey?: string }>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', (line) => resolve(JSON.parse(line)));
    void ended.then(() => reject(new Error(`${args.join(' ')} ended`)));
  });
  const stop = async () => {
    child.stdin.end();
    await ended;
  };
  return { ...said, stop };
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

type Started = Awaited<ReturnType<typeof startProcess>>;

/** Stores the five megabytes. @returns the address at which everybody downloads them */
async function store({ port, secretKey: key = '' }: Started, name: string, body: Buffer): Promise<string> {
  const address = `http://127.0.0.1:${port}/storage/v1/object`;
  const sent = await fetch(`${address}/box/${name}`, {
    method: 'POST',
    headers: { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/x-drops' },
    body: new Uint8Array(body),
  });
  if (!sent.ok) throw new Error(`The upload was answered ${sent.status}`);
  return `${address}/public/box/${name}`;
}

/** @returns how fast the storage is against the same bytes without it, in the same rounds */
async function compare(what: string, ours: string, plain: string): Promise<Figure> {
  const ratios: number[] = [];
  const speeds: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const without = await download(plain);
    const speed = await download(ours);
    speeds.push(speed);
    ratios.push(speed / without);
  }
  return {
    what: `downloads of 5 MB, ${what}`,
    value: median(ratios),
    unit: '×',
    target: { atLeast: 0.6 },
    note: `${Math.round(median(speeds))} MB/s, ${AT_ONCE} at once`,
  };
}

/**
 * Downloads of five megabytes from the storage: beside a server that does nothing but send a file, and, with the bytes in S3, beside reading
 * that S3 directly.
 */
export async function measureStorage(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'loge-bench-storage-'));
  const bench = await openBenchDatabase('embedded (18)');
  const started: Started[] = [];
  const start = async (args: string[]) => {
    const found = await startProcess(args);
    started.push(found);
    return found;
  };
  try {
    const { pool } = bench.database;
    await migrate(pool, [PLATFORM_SCHEMA]);
    await pool.query("insert into storage.buckets (id, name, public) values ('box', 'box', true)");
    const program = join(import.meta.dirname, '../platform/storage/testing/storage-process.ts');
    const body = randomBytes(SIZE);
    const file = join(folder, 'file');
    writeFileSync(file, body);
    const bare = await start(['-e', BARE, file]);
    const inFiles = await store(await start([program, bench.url, folder]), 'film', body);
    const figures = [await compare('beside a bare file server', inFiles, `http://127.0.0.1:${bare.port}/`)];
    const s3 = await start(['--input-type=module', '-e', S3, join(folder, 's3')]);
    const place = `127.0.0.1:${s3.port}/loge`;
    const url = `s3://S3RVER:S3RVER@${place}?tls=false`;
    const inS3 = await store(await start([program, bench.url, join(folder, 'beside'), url]), 'far', body);
    const { rows } = await pool.query("select version from storage.objects where name = 'far'");
    const version = String(rows[0]?.version);
    figures.push(
      await compare('with the bytes in S3, beside that S3', inS3, `http://${place}/objects/${version}`),
    );
    return figures;
  } finally {
    await Promise.all(started.map(({ stop }) => stop()));
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
