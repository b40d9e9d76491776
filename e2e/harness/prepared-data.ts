/**
 * Data folders as a server leaves them, made once a run instead of once a server: after initdb and every migration (three seconds each), and after
 * the demonstration was seeded and its documents were made (half a minute). Playwright's global setup (global-setup.ts) makes their place; who
 * asks for one first makes it, the others wait for it.
 */
import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** @returns takes the place away, with all that it holds */
export function preparePlace(): () => void {
  const place = mkdtempSync(join(tmpdir(), 'loge e2e prepared '));
  chmodSync(place, 0o755); // Postgres may run under another account than this process
  process.env.PREPARED_DATA = place;
  return () => rmSync(place, { recursive: true, force: true });
}

export type Prepared = 'empty' | 'demo';

/**
 * Makes a folder that is to be copied, or waits until who does has.
 * @param name of what it holds
 * @param make starts a server on this folder, and ends it once all is there
 * @returns where it is
 */
export async function prepareData(name: Prepared, make: (folder: string) => Promise<void>): Promise<string> {
  const place = process.env.PREPARED_DATA;
  if (!place) throw new Error('Playwright’s global setup has not run');
  const ready = join(place, name);
  const making = `${ready}.making`;
  const failed = `${ready}.failed`;
  if (isFirst(making)) {
    try {
      await make(join(making, 'data'));
      // Without the safety that only a power cut would show: a server that is killed loses nothing by it.
      appendFileSync(join(making, 'data/postgres/postgresql.auto.conf'), 'fsync = off\n');
      renameSync(join(making, 'data'), ready);
    } catch (error) {
      writeFileSync(failed, String(error));
      throw error;
    }
  }
  while (!existsSync(ready)) {
    if (existsSync(failed))
      throw new Error(`the data folder was not prepared: ${readFileSync(failed, 'utf8')}`);
    await sleep(50);
  }
  return ready;
}

function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

/** Copies a data folder, with its owners: run by root, Postgres' files belong to an account of its own. */
export function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') {
    cpSync(from, to, { recursive: true });
    return;
  }
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
