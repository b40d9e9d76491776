/** Builds the page into `dist/web`, and compresses beside each file what compresses well. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const compressible = /\.(?:js|css|svg|json|txt|webmanifest)$/;
const root = join(import.meta.dirname, '..');
const out = join(root, 'dist/web');

await build({ configFile: join(root, 'vite.config.ts'), logLevel: 'warn' });
const entries = await readdir(out, { recursive: true, withFileTypes: true });
const files = entries.filter((entry) => entry.isFile() && compressible.test(entry.name));
await Promise.all(
  files.map(async (entry) => {
    const path = join(entry.parentPath, entry.name);
    const body = await readFile(path);
    const [brotli, gzipped] = await Promise.all([
      promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      promisify(gzip)(body, { level: 9 }),
    ]);
    await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
  }),
);
