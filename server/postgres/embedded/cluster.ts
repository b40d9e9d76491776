import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type Account, canReach, unprivilegedAccount } from './account.ts';
import { type Binaries, reachableBinaries } from './binaries.ts';

/** A running embedded Postgres. */
export interface Cluster {
  connection: { host: string; port: number; user: string; password: string };
  version: string;
  pid: number;
  /** Fast shutdown: open transactions are rolled back, everything committed is on disk. */
  stop(): Promise<void>;
  /** Resolves when Postgres ends, whether it was asked to or not. */
  ended: Promise<void>;
}

/**
 * Ends Postgres when we end, even by kill -9: our death closes the pipe that the shell reads.
 * SIGINT is Postgres's fast shutdown. The shell waits for it, so its own end means that the data
 * folder is closed.
 */
const SUPERVISOR = `"$@" </dev/null & child=$!; trap '' INT TERM; (read -r _; kill -INT $child) <&3 & wait $child`;

const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  max_connections: '100',
  shared_buffers: '64MB',
  log_min_messages: 'warning',
  jit: 'off', // it helps only in statements that take seconds, and none should take even one
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/**
 * @throws Error when the path is not a folder, such as a link that somebody else made: changing its
 *   owner would give away the link's target
 */
function ownedFolder(path: string, account: Account | null, mode = 0o700): string {
  mkdirSync(path, { recursive: true, mode });
  if (!lstatSync(path).isDirectory()) throw new Error(`${path} is no folder.`);
  if (account) chownSync(path, account.uid, account.gid);
  chmodSync(path, mode);
  return path;
}

/**
 * The cluster's files: in the data folder, or under /var/lib/loge when that is closed to Postgres's
 * account.
 */
function clusterFolder(dataDir: string, account: Account | null): string {
  const inside = join(dataDir, 'postgres');
  mkdirSync(dataDir, { recursive: true });
  if (!account || canReach(account, dataDir)) return inside;
  const name = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 16);
  const elsewhere = join('/var/lib/loge', name, 'postgres');
  for (const parent of ['/var/lib/loge', dirname(elsewhere)]) ownedFolder(parent, null, 0o755);
  writeFileSync(join(dataDir, 'postgres.location'), `${elsewhere}\n`);
  return elsewhere;
}

/**
 * Makes a new cluster in a folder beside its place and moves it there when it is complete: an
 * interrupted initdb leaves a PG_VERSION behind, and would be taken for a cluster.
 */
function initialise(binaries: Binaries, folder: string, password: string, account: Account | null): void {
  const parent = dirname(folder);
  for (const name of readdirSync(parent)) {
    if (name.startsWith('.initdb-')) rmSync(join(parent, name), { recursive: true, force: true });
  }
  const draft = ownedFolder(join(parent, `.initdb-${process.pid}`), account);
  const cluster = join(draft, 'postgres');
  const passwordFile = join(draft, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account) chownSync(passwordFile, account.uid, account.gid);
  const authentication = ['-U', 'postgres', '--pwfile', passwordFile, '--auth=scram-sha-256'];
  const content = ['--encoding=UTF8', '--locale=C', '--data-checksums'];
  try {
    const { status, stderr, error } = spawnSync(
      join(binaries.root, 'bin/initdb'),
      ['-D', cluster, ...authentication, ...content],
      {
        ...(account ? { uid: account.uid, gid: account.gid } : {}),
        cwd: draft,
        encoding: 'utf8',
        env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      },
    );
    if (error) throw error;
    if (status !== 0) throw new Error(`initdb failed:\n${stderr}`);
    renameSync(cluster, folder);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/**
 * Whether the process with this id is a Postgres of this folder: another process may have the id by
 * now, above all after a restart.
 */
function isPostgresOf(folder: string, pid: number): boolean {
  if (existsSync('/proc/self/cmdline')) {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
      throw error;
    }
  }
  const { stdout } = spawnSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' });
  return stdout.includes(folder);
}

/**
 * After a kill -9 of the server, its Postgres is still closing for a moment. We hold the folder's
 * lock, so a Postgres named in `postmaster.pid` is such an orphan: wait for it to end, and after
 * five seconds end it.
 */
async function awaitOrphan(folder: string): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid');
  for (let waited = 0; existsSync(pidFile); waited += 50) {
    const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
    if (!Number.isInteger(pid) || pid <= 0 || !isPostgresOf(folder, pid)) {
      // Stale. Postgres would remove it too, unless the number belongs to another process by now.
      rmSync(pidFile, { force: true });
      return;
    }
    if (waited === 5_000) process.kill(pid, 'SIGINT');
    if (waited > 20_000)
      throw new Error(`A Postgres (process ${pid}) still holds ${folder} and does not stop.`);
    await sleep(50);
  }
}

async function untilReady(
  connection: Cluster['connection'],
  exited: () => boolean,
  log: () => string,
): Promise<string> {
  const deadline = Date.now() + 60_000; // crash recovery may take long
  for (;;) {
    if (exited()) throw new Error(`Postgres did not start:\n${log()}`);
    const client = new pg.Client({ ...connection, database: 'postgres' });
    try {
      await client.connect();
      const { rows } = await client.query('show server_version');
      await client.end();
      return rows[0]?.server_version ?? '';
    } catch (error) {
      client.end().catch(() => undefined); // a client that never connected has nothing to close
      if (Date.now() > deadline) throw new Error(`Postgres does not answer:\n${log()}`, { cause: error });
      await sleep(20);
    }
  }
}

/**
 * How to reach the cluster that another process runs on this folder.
 * @throws Error when none runs there
 */
export function runningCluster(dataDir: string): Cluster['connection'] {
  const elsewhere = join(dataDir, 'postgres.location');
  const folder = existsSync(elsewhere)
    ? readFileSync(elsewhere, 'utf8').trim()
    : join(resolve(dataDir), 'postgres');
  const pidFile = join(folder, 'postmaster.pid');
  // Postgres writes the folder of its socket into the fifth line, once it is ready for connections.
  const host = existsSync(pidFile) ? readFileSync(pidFile, 'utf8').split('\n')[4] : undefined;
  if (!host) throw new Error(`The database of ${dataDir} is opening or closing: try again.`);
  const password = readFileSync(join(dataDir, 'postgres.password'), 'utf8');
  return { host, port: 5432, user: 'postgres', password };
}

/** The password of the cluster's superuser, made once and kept beside the cluster. */
function clusterPassword(dataDir: string): string {
  const path = join(dataDir, 'postgres.password');
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 });
  return readFileSync(path, 'utf8');
}

/**
 * Opens the cluster under `dataDir`, creating it when there is none. The caller holds the folder's
 * lock. Only a Unix socket in a folder of Postgres's account is listened on: nothing on the
 * network.
 * @param overrides Postgres settings; the tests turn fsync off with it, nothing else does
 */
export async function openCluster(
  dataDir: string,
  located: Binaries,
  overrides: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  const account = unprivilegedAccount();
  const binaries = reachableBinaries(located, account);
  const folder = clusterFolder(resolve(dataDir), account);
  const password = clusterPassword(dataDir);
  if (!existsSync(folder)) initialise(binaries, folder, password, account);
  const owner = account ? statSync(folder) : null;
  const identity = owner ? { uid: owner.uid, gid: owner.gid } : {};
  await awaitOrphan(folder);

  // A socket path holds at most 107 bytes, so it cannot lie in the data folder.
  const socketName = createHash('sha256').update(folder).digest('hex').slice(0, 12);
  const sockets = ownedFolder(
    join(tmpdir(), `loge-${socketName}`),
    owner ? { name: '', uid: owner.uid, gid: owner.gid } : null,
  );
  const settings = { ...SETTINGS, unix_socket_directories: sockets, ...overrides };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let log = '';
  const child: ChildProcess = spawn(
    '/bin/sh',
    ['-c', SUPERVISOR, 'postgres', join(binaries.root, 'bin/postgres'), '-D', folder, ...args],
    {
      ...identity,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
      detached: true,
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
    },
  );
  child.stderr?.on('data', (chunk: Buffer) => {
    log = (log + chunk.toString()).slice(-8_000);
  });
  const ended = once(child, 'exit').then(() => undefined);
  let exited = false;
  void ended.then(() => {
    exited = true;
  });

  const connection = { host: sockets, port: 5432, user: 'postgres', password };
  const version = await untilReady(
    connection,
    () => exited,
    () => log,
  );
  return {
    connection,
    version,
    pid: Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]),
    ended,
    async stop() {
      child.stdio[3]?.destroy();
      await ended;
      rmSync(sockets, { recursive: true, force: true });
    },
  };
}
