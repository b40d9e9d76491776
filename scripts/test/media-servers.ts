import { spawnSync } from 'node:child_process';
import { machine } from './browser.ts';
import type { Command, Machine } from './browser-choice.ts';
import { install } from './install.ts';

/** What some tests of the rooms, of realtime and of the deploy kit run against, by the package of Debian and Ubuntu that brings it. */
const SERVERS = {
  caddy: 'caddy',
  coturn: 'turnserver',
  janus: 'janus',
  nginx: 'nginx',
  prometheus: 'promtool',
  'redis-server': 'redis-server',
} as const;
type Server = keyof typeof SERVERS;

/** Milliseconds for each step of apt: a mirror that does not answer must not hold up the tests for long. */
const limit = 2 * 60_000;

/** RUNLEVEL=1 lets no package start a daemon. */
const quietly = { RUNLEVEL: '1', DEBIAN_FRONTEND: 'noninteractive' };
/** apt waits two minutes for each of a mirror's addresses by default. */
const impatiently = ['-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=1'];

/** @returns what gets them; nothing where packages cannot be installed */
export function waysToGet(
  missing: readonly Server[],
  { platform, isRoot, hasApt }: Machine,
): readonly Command[] {
  if (missing.length === 0 || platform !== 'linux' || !isRoot || !hasApt) return [];
  return [
    { command: 'apt-get', args: ['update', '-qq', ...impatiently], env: quietly },
    {
      command: 'apt-get',
      args: ['install', '-y', '-qq', '--no-install-recommends', ...impatiently, ...missing],
      env: quietly,
    },
  ];
}

const missingServers = (): Server[] =>
  (Object.keys(SERVERS) as Server[]).filter(
    (server) => spawnSync(SERVERS[server], ['--version'], { timeout: 10_000 }).error !== undefined,
  );

let done: Promise<void> | null = null;

/**
 * Installs coturn, Janus and Redis where they are missing and available; otherwise says so, and their tests are skipped. Checks once in a
 * run.
 */
export function ensureMediaServers(): Promise<void> {
  done ??= installMissing();
  return done;
}

async function installMissing(): Promise<void> {
  const missing = missingServers();
  if (missing.length === 0) return;
  await install('into the system, for the tests that talk to them', waysToGet(missing, machine()), limit);
  for (const server of missingServers())
    console.log(`skipped: the tests that need ${server}, which is not installed and cannot be here`);
}
