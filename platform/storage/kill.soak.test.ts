import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { StorageClient } from '@supabase/storage-js';
import { Upload } from 'tus-js-client';
import { afterAll, expect, test } from 'vitest';
import { connectionUrl, openTestDatabase } from '#server/postgres/testing/database.ts';
import { openBytes } from './bytes.ts';
import { openRenders } from './pictures.ts';
import { removeDiscarded, removeLeftOver } from './sweep.ts';

const db = await openTestDatabase('platform', 4);
const folder = mkdtempSync(join(tmpdir(), 'loge-kill-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const pathOf = (version: string) => join(folder, 'objects', version.slice(0, 2), version);
const program = join(import.meta.dirname, 'testing/storage-process.ts');

interface Started {
  child: ChildProcess;
  client: StorageClient;
  /** Sends a file in pieces, as the official client does, until the server has been killed and answers no more. */
  sendPieces: (name: string, file: Buffer) => Promise<void>;
}

async function start(): Promise<Started> {
  const child = spawn(process.execPath, [program, connectionUrl(db), folder], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  const { secretKey, port } = JSON.parse(line.toString()) as { secretKey: string; port: number };
  const headers = { apikey: secretKey, Authorization: `Bearer ${secretKey}` };
  const url = `http://127.0.0.1:${port}/storage/v1`;
  const sendPieces = (name: string, file: Buffer) =>
    new Promise<void>((resolve) => {
      new Upload(file, {
        endpoint: `${url}/upload/resumable`,
        chunkSize: 60_000,
        retryDelays: null,
        headers: { ...headers, 'x-upsert': 'true' },
        metadata: { bucketName: 'box', objectName: name, contentType: 'application/x-drops' },
        onSuccess: () => resolve(),
        onError: () => resolve(),
      }).start();
    });
  return { child, client: new StorageClient(url, headers), sendPieces };
}

/** Uploads, replaces, copies, moves and removes without a pause. Calls that the kill interrupts get no answer. */
async function work({ client, sendPieces }: Started, isOver: () => boolean): Promise<void> {
  const files = client.from('box');
  for (let turn = 0; !isOver(); turn += 1) {
    const name = `f${Math.floor(Math.random() * 12)}`;
    const other = `f${Math.floor(Math.random() * 12)}`;
    const acts = [
      () => files.upload(name, randomBytes(200_000), { upsert: true }),
      () => files.upload(name, randomBytes(5_000)),
      () => sendPieces(name, randomBytes(200_000)),
      () => files.copy(name, other),
      () => files.move(name, other),
      () => files.remove([name]),
    ];
    await acts[turn % 5 === 0 ? 0 : Math.floor(Math.random() * acts.length)]?.();
  }
}

const filesUnder = (path: string) =>
  readdirSync(path, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name)] : [],
  );

test('fifty times killed in the middle, no row is without its bytes, and a sweep leaves no bytes without a row', async () => {
  await db.pool.query("insert into storage.buckets (id, name) values ('box', 'box')");
  const bytes = await openBytes(folder);
  const renders = await openRenders(join(folder, 'renders'), bytes);
  for (let round = 0; round < 50; round += 1) {
    const started = await start();
    const { child } = started;
    let isOver = false;
    const workers = Array.from({ length: 4 }, () => work(started, () => isOver));
    await sleep(Math.random() * 250);
    child.kill('SIGKILL');
    await once(child, 'exit');
    isOver = true;
    await Promise.all(workers);
    // Waits until Postgres has rolled back the open transactions of the killed process, before anything is compared.
    await expect
      .poll(async () => {
        const { rows } = await db.pool.query<{ others: string }>(
          `select count(*) as others from pg_stat_activity
           where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'`,
        );
        return rows[0]?.others;
      })
      .toBe('0');
    const read = () =>
      db.pool.query<{ version: string; md5: string }>(
        `select version, trim('"' from metadata ->> 'eTag') as md5 from storage.objects`,
      );
    const { rows } = await read();
    const parts = await db.pool.query<{ version: string; size: string }>(
      'select version, size from storage.upload_parts',
    );
    for (const { version, size } of parts.rows)
      expect([round, version, statSync(pathOf(version)).size]).toEqual([round, version, Number(size)]);
    const gaps = await db.pool.query(
      `select from storage.resumable_uploads u where finished_at is null
         and received <> (select coalesce(sum(size), 0) from storage.upload_parts where upload_id = u.id)`,
    );
    expect([round, gaps.rowCount]).toEqual([round, 0]);
    for (const { version, md5 } of rows) {
      const digest = createHash('md5')
        .update(readFileSync(pathOf(version)))
        .digest('hex');
      expect([round, version, digest]).toEqual([round, version, md5]);
    }
    const deps = { pool: db.pool, bytes, renders };
    await removeDiscarded(deps);
    await removeLeftOver(deps, Date.now() + 1_000);
    const kept = filesUnder(join(folder, 'objects')).map((path) => path.slice(path.lastIndexOf('/') + 1));
    const known = [...rows, ...parts.rows].map(({ version }) => version);
    expect(kept.toSorted()).toEqual(known.toSorted());
    expect(readdirSync(join(folder, 'incoming'))).toEqual([]);
  }
  expect((await db.pool.query('select from storage.objects')).rowCount).toBeGreaterThan(0);
}, 600_000);
