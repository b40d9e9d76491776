// `npm start`: from a fresh clone, on whatever Node there is, to a running Loge. Plain JavaScript without dependencies,
// because nothing may be installed yet.
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { ensureInstalled, root, runNode24 } from './bootstrap.mjs';

const sources = ['web', 'product', 'package-lock.json', 'vite.config.ts'];
/** What the page is built of: of a room of the product its rules and its contract. */
const isOfPage = (path) =>
  !path.startsWith('product/') ||
  /^product\/(?:[^/]+\.ts$|shared\/|[^/]+\/rules\/|[^/]+\/(?:[a-z]+-)?contract\.ts$)/.test(path);

function newestIn(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return isOfPage(relative(root, path).replaceAll('\\', '/')) ? stat.mtimeMs : 0;
  return Math.max(0, ...readdirSync(path).map((name) => newestIn(join(path, name))));
}

function pageIsBuilt() {
  const index = join(root, 'dist/web/index.html');
  if (!existsSync(index)) return false;
  const built = statSync(index).mtimeMs;
  return sources.every((source) => newestIn(join(root, source)) < built);
}

// A server is installed with `npm ci --omit=dev` around a page built elsewhere: it has nothing to build with.
const built = existsSync(join(root, 'dist/web/index.html'));
const lean = built && (process.env.NODE_ENV === 'production' || !existsSync(join(root, 'web/app')));
await ensureInstalled({ dev: !lean });
if (!lean && !pageIsBuilt()) {
  console.log('Building the page…');
  const failed = await runNode24(['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn']);
  if (failed) process.exit(failed);
}
process.exitCode = await runNode24(['server/main.ts'], { forwardSignals: true });
