import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';

const holder = join(import.meta.dirname, '../testing/embedded-holder.ts');
const base = mkdtempSync(join(tmpdir(), 'loge grappe é '));
chmodSync(base, 0o755);
afterAll(() => rmSync(base, { recursive: true, force: true }));

interface Holder {
  child: ChildProcess;
  lines: string[];
  errors: () => string;
  /** The numbers that were in the table when the database opened. */
  ready: Promise<number[]>;
  ended: Promise<number | null>;
}

function hold(folder: string, task = 'hold'): Holder {
  const child = spawn(process.execPath, [holder, folder, task], { stdio: ['ignore', 'pipe', 'pipe'] });
  const lines: string[] = [];
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<number[]>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      lines.push(line);
      if (line.startsWith('ready ')) resolve(JSON.parse(line.slice(6)));
    });
    void ended.then(() => reject(new Error(errors || 'ended')));
  });
  ready.catch(() => undefined); // those who await it get the error
  onTestFinished(() => {
    child.kill('SIGKILL');
  });
  return { child, lines, errors: () => errors, ready, ended };
}

const acknowledged = ({ lines }: Holder) => lines.filter((line) => /^\d+$/.test(line)).map(Number);

async function stop({ child, ended }: Holder): Promise<number | null> {
  child.kill('SIGTERM');
  return ended;
}

const postgresIn = (folder: string) =>
  Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

describe('the embedded Postgres', () => {
  beforeEach(({ skip }) => {
    skip(inject('testServer').engine !== 'embedded', 'it starts processes of its own: once is enough');
  });

  test('keeps every acknowledged write through a kill -9, and closes on SIGTERM', async () => {
    const folder = join(base, 'tué');
    const written: number[] = [];
    for (const wait of [300, 120, 40]) {
      const writer = hold(folder, 'write');
      expect(await writer.ready).toEqual(expect.arrayContaining(written));
      await sleep(wait);
      writer.child.kill('SIGKILL');
      await writer.ended;
      written.push(...acknowledged(writer));
    }
    const last = hold(folder);
    expect(await last.ready).toEqual(expect.arrayContaining(written));
    expect(written.length).toBeGreaterThan(0);
    const postgres = postgresIn(join(folder, 'postgres'));
    expect(await stop(last)).toBe(0);
    expect(isAlive(postgres)).toBe(false);
    expect(existsSync(join(folder, 'postgres/postmaster.pid'))).toBe(false);
  });

  test('refuses a second process on the same folder, and leaves the first alone', async () => {
    const folder = join(base, 'partagé');
    const first = hold(folder);
    await first.ready;
    const second = hold(folder);
    expect(await second.ended).toBe(1);
    expect(second.errors().trim()).toBe(
      `Loge already runs on the folder ${folder}. Stop the other process, or give this one another DATA_DIR.`,
    );
    expect(first.child.exitCode).toBeNull();
    expect(await stop(first)).toBe(0);
  });

  test('leaves no Postgres behind when it is killed', async () => {
    const folder = join(base, 'orphelin');
    const killed = hold(folder);
    await killed.ready;
    const postgres = postgresIn(join(folder, 'postgres'));
    killed.child.kill('SIGKILL');
    await expect.poll(() => isAlive(postgres), { timeout: 5_000 }).toBe(false);
  });

  test('starts although another process has the process id of its dead Postgres, and leaves that process alone', async () => {
    const folder = join(base, 'numéro');
    await stop(await opened(folder));
    const stranger = spawn('sleep', ['60']);
    onTestFinished(() => {
      stranger.kill();
    });
    const stale = `${stranger.pid}\n${join(folder, 'postgres')}\n0\n5432\n\n\n\n`;
    writeFileSync(join(folder, 'postgres/postmaster.pid'), stale, { mode: 0o600 });
    await stop(await opened(folder));
    expect(isAlive(stranger.pid!)).toBe(true);
  });

  test('starts again from nothing after an initdb that was interrupted', async () => {
    const folder = join(base, 'inachevé');
    mkdirSync(join(folder, '.initdb-1/postgres'), { recursive: true });
    writeFileSync(join(folder, '.initdb-1/postgres/PG_VERSION'), '18\n');
    await stop(await opened(folder));
    expect(existsSync(join(folder, '.initdb-1'))).toBe(false);
  });

  test('keeps its files under /var/lib/loge when root runs it in a folder closed to others', async ({
    skip,
  }) => {
    skip(process.getuid?.() !== 0, 'only root steps down to another account');
    const folder = join(base, 'fermé');
    mkdirSync(folder, { mode: 0o700 });
    const writer = hold(folder, 'write');
    await writer.ready;
    await sleep(100);
    writer.child.kill('SIGKILL');
    await writer.ended;
    const elsewhere = readFileSync(join(folder, 'postgres.location'), 'utf8').trim();
    expect(elsewhere).toMatch(/^\/var\/lib\/loge\/[0-9a-f]{16}\/postgres$/);
    onTestFinished(() => rmSync(dirname(elsewhere), { recursive: true, force: true }));
    const again = await opened(folder);
    expect(await again.ready).toEqual(expect.arrayContaining(acknowledged(writer)));
    await stop(again);
  });
});

async function opened(folder: string): Promise<Holder> {
  const holding = hold(folder);
  await holding.ready;
  return holding;
}
