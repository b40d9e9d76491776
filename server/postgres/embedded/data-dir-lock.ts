import { accessSync, chmodSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
  constructor(dataDir: string) {
    super(
      `Loge already runs on the folder ${dataDir}. Stop the other process, or give this one another DATA_DIR.`,
    );
  }
}

function mayWrite(path: string, dataDir: string): void {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
  } catch (cause) {
    throw new Error(
      `The folder ${dataDir} belongs to another account. Start Loge with that account, or give it another DATA_DIR.`,
      { cause },
    );
  }
}

/**
 * Locks the folder for this process, until `release` or the process's end, however it ends. Node
 * has no file lock of its own; SQLite, which Node includes, uses one of the operating system, which
 * releases it even after a kill -9.
 * @throws DataDirInUse at once when another process has it
 * @throws Error when the folder belongs to another account
 */
export function lockDataDir(dataDir: string): { release(): void } {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'lock');
  if (existsSync(path)) mayWrite(path, dataDir);
  const lock = new DatabaseSync(path, { timeout: 0 });
  chmodSync(path, 0o600);
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive');
  } catch (error) {
    lock.close();
    if (error instanceof Error && /locked|busy/i.test(error.message)) throw new DataDirInUse(dataDir);
    throw error;
  }
  return { release: () => lock.close() };
}
