/**
 * A data folder as a server leaves it after its first start: initdb and every migration, once a run instead of once a server (three seconds each).
 * Playwright's global setup makes its place; the first worker that asks makes it, the others wait for it.
 */
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Playwright's global setup. @returns its global teardown */
export default function preparePlace(): () => void {
  const place = mkdtempSync(join(tmpdir(), 'loge e2e prepared '));
  chmodSync(place, 0o755); // Postgres may run under another account than this process
  process.env.PREPARED_DATA = place;
  return () => rmSync(place, { recursive: true, force: true });
}

/**
 * Copies the prepared folder.
 * @param to the data folder of a new server, which is not there yet
 * @param make starts a server on this folder, and ends it once it runs
 */
export async function copyPreparedData(to: string, make: (folder: string) => Promise<void>): Promise<void> {
  const place = process.env.PREPARED_DATA;
  if (!place) throw new Error('Playwright’s global setup has not run');
  const [ready, failed, making] = ['ready', 'failed', 'making'].map((name) => join(place, name)) as [
    string,
    string,
    string,
  ];
  if (isFirst(making)) {
    try {
      await make(join(making, 'data'));
      renameSync(join(making, 'data'), ready);
    } catch (error) {
      writeFileSync(failed, String(error));
      throw error;
    }
  }
  while (!existsSync(ready)) {
    if (existsSync(failed))
      throw new Error('another worker could not prepare the data folder: see its error');
    await sleep(50);
  }
  copyFolder(ready, to);
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

/** With its owners: run by root, Postgres' files belong to an account of its own. */
function copyFolder(from: string, to: string): void {
  if (process.platform === 'win32') {
    cpSync(from, to, { recursive: true });
    return;
  }
  const { status, stderr } = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}
