import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative } from 'node:path';

/** One file of the built page, with the compressed forms that the build made. */
export interface PageFile {
  type: string;
  body: Buffer<ArrayBuffer>;
  etag: string;
  /** Its name holds a hash of its content, so it may be cached for ever. */
  immutable: boolean;
  br: Buffer<ArrayBuffer> | null;
  gzip: Buffer<ArrayBuffer> | null;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.webm': 'video/webm',
  '.vtt': 'text/vtt; charset=utf-8',
  '.wasm': 'application/wasm',
  '.tflite': 'application/octet-stream',
  '.binarypb': 'application/octet-stream',
};

/**
 * Reads the built page into memory: a dozen megabytes, most of them for the camera effects of the
 * room. As only these files are served, a crafted path can reach no other file.
 * @returns files by URL path, such as `/assets/main-1a2b.js`
 * @throws when the page was not built
 */
export async function loadPageFiles(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const present = new Set(paths);
  const files = new Map<string, PageFile>();
  for (const path of paths) {
    const type = types[extname(path)];
    if (type === undefined) continue; // .br and .gz are read beside their original; .map is not served
    const body = await readFile(path);
    const url = `/${relative(folder, path).replaceAll('\\', '/')}`;
    files.set(url, {
      type,
      body,
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      immutable: url.startsWith('/assets/'),
      br: present.has(`${path}.br`) ? await readFile(`${path}.br`) : null,
      gzip: present.has(`${path}.gz`) ? await readFile(`${path}.gz`) : null,
    });
  }
  return files;
}
