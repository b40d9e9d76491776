// What `npm start` and `npm test` do first, on whatever Node there is (20 or newer) and with nothing installed: install,
// then go on with the Node 24 that npm put into node_modules/.bin. Plain JavaScript, no dependency.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

const bin = join(root, 'node_modules/.bin');
const windows = process.platform === 'win32';
const node24 = join(root, 'node_modules/node/bin', windows ? 'node.exe' : 'node');

/** Our tools before the machine's: an older Node must not run them. What Node compiled is kept: a server that starts again needs half the time. */
export const environment = {
  NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/compiled'),
  ...process.env,
  PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
};

function packagesOf(lockfile) {
  if (!existsSync(lockfile)) return null;
  return JSON.parse(readFileSync(lockfile, 'utf8')).packages;
}

/**
 * Whether node_modules holds what the lockfile asks for. npm keeps its own list of what it installed; comparing the two
 * is exact, where file dates lie after a clone, a copy or a change of branch.
 * @param dev whether what only building and testing need counts
 */
export function isInstalled({ dev }) {
  const wanted = packagesOf(join(root, 'package-lock.json'));
  const present = packagesOf(join(root, 'node_modules/.package-lock.json'));
  if (!wanted || !present || !existsSync(node24)) return false;
  return Object.entries(wanted).every(([path, { version, optional, dev: isDev, devOptional }]) => {
    if (path === '') return true;
    const installed = present[path];
    if (installed) return installed.version === version;
    return optional === true || (!dev && (isDev === true || devOptional === true));
  });
}

/**
 * npm may be a shell script or, under `npm run`, a file for Node.
 * @returns whether it succeeded
 */
function runNpm(args) {
  const cli = process.env.npm_execpath;
  const options = { cwd: root, stdio: 'inherit' };
  const { status, error } = cli?.endsWith('.js')
    ? spawnSync(process.execPath, [cli, ...args], options)
    : spawnSync('npm', args, { ...options, shell: windows });
  if (error) throw error;
  return status === 0;
}

/**
 * Installs what the lockfile lists, when it is not there yet.
 * @param dev whether what only building and testing need is installed too
 * @throws Error when npm fails
 */
export async function ensureInstalled({ dev }) {
  if (!isInstalled({ dev })) {
    console.log('Installing the dependencies…');
    const options = ['--loglevel=error', '--no-fund', '--no-audit', ...(dev ? [] : ['--omit=dev'])];
    // `npm ci` refuses a lockfile in which another npm left out packages of other systems; `install` keeps its versions.
    if (!runNpm(['ci', ...options]) && !runNpm(['install', '--no-save', ...options])) {
      throw new Error('npm could not install the dependencies.');
    }
  }
  if (existsSync(node24)) return;
  // An npm that runs no install scripts leaves the package `node` without its binary; its script fetches it.
  const folder = join(root, 'node_modules/node');
  spawnSync(process.execPath, ['installArchSpecificPackage.js'], { cwd: folder, stdio: 'inherit' });
  if (!existsSync(node24)) throw new Error('Node 24 could not be installed into node_modules.');
}

/**
 * Runs a file of the project with Node 24 and waits for its end.
 * @param args the file and its arguments
 * @param forwardSignals pass SIGTERM, SIGINT and SIGHUP on and wait, for a child that closes by itself
 * @returns its exit code, 128 + n when signal n ended it
 */
export function runNode24(args, { forwardSignals = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(node24, args, { cwd: root, env: environment, stdio: 'inherit' });
    const forwarded = forwardSignals ? ['SIGTERM', 'SIGINT', 'SIGHUP'] : [];
    const forward = (signal) => child.kill(signal);
    for (const signal of forwarded) process.on(signal, forward);
    const stopListening = () => {
      for (const signal of forwarded) process.off(signal, forward);
    };
    child.once('error', (error) => {
      stopListening();
      reject(error);
    });
    child.once('exit', (code, signal) => {
      stopListening();
      resolve(code ?? 128 + (signal === 'SIGKILL' ? 9 : signal === 'SIGINT' ? 2 : 15));
    });
  });
}
