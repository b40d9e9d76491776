import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Hono } from 'hono';
import { headOf, jsonInScript, splitDocument } from './document.ts';
import { firstLinesOf } from './first-lines.ts';
import type { PageFile } from './page-files.ts';
import type { PublicPages } from './public-pages.ts';

/** What the page must know before its first request; see `web/lib`. */
export interface PageConfig {
  supabaseUrl: string | null;
  publishableKey: string;
}

/**
 * Everything the page loads is ours. The effects of the room are WebAssembly; no text becomes script. `style-src` is open for the
 * measured styles that dialogs and menus set.
 */
const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob: https:",
  "font-src 'self'",
  "connect-src 'self' ws: wss:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** What the room needs, for this origin alone; nothing else of the machine is ever asked for. */
const permissionsPolicy = [
  ...['camera', 'microphone', 'display-capture', 'speaker-selection', 'autoplay', 'fullscreen'].map(
    (name) => `${name}=(self)`,
  ),
  ...['picture-in-picture', 'screen-wake-lock', 'clipboard-write', 'web-share'].map(
    (name) => `${name}=(self)`,
  ),
  ...['geolocation', 'payment', 'usb', 'serial', 'hid', 'midi', 'bluetooth'].map((name) => `${name}=()`),
].join(', ');

/** The head of a page while the database is away: crawlers keep what they know. */
const AWAY = {
  status: 503,
  title: 'Loge',
  description: 'Loge est momentanément indisponible.',
  canonical: null,
  image: null,
  kind: 'website',
  jsonLd: null,
  first: null,
} as const;

const compress = promisify(gzip);

/** Documents of public pages, some ten kilobytes each, kept compressed: a hundred are those that are asked for most. */
const KEPT_DOCUMENTS = 100;

const PLACEHOLDER = '<!--loge-config-->';

function encodingFor(file: PageFile, accepted: string): { encoding: string | null; body: Buffer } {
  if (file.brotli && /\bbr\b/.test(accepted)) return { encoding: 'br', body: file.brotli };
  if (file.gzip && /\bgzip\b/.test(accepted)) return { encoding: 'gzip', body: file.gzip };
  return { encoding: null, body: file.body };
}

export interface PageDeps {
  config: PageConfig;
  pages: PublicPages;
  /** The origin, without a trailing slash. */
  siteUrl: () => string;
}

/**
 * Serves the built page: its files, and for every other path the one HTML document, where the router decides. Its head says what the
 * path is about; a path that is about nothing is answered 404, with the same document.
 * @throws Error when the build has no index.html
 */
export function createPage(files: ReadonlyMap<string, PageFile>, { config, pages, siteUrl }: PageDeps): Hono {
  const index = files.get('/index.html');
  if (!index) throw new Error('La page n’est pas construite : lancez `npm run build`.');
  const halvesOf = firstLinesOf(
    files,
    splitDocument(
      index.body
        .toString('utf8')
        .replace(
          PLACEHOLDER,
          () => `<script type="application/json" id="loge-config">${jsonInScript(config)}</script>`,
        ),
    ),
  );
  const zipped = new Map<string, Buffer>();

  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'strict-origin-when-cross-origin');
    c.header('Permissions-Policy', permissionsPolicy);
    c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups'); // the payment of an extension opens a tab
    // Two years. Our own host alone: an operator may have others beside it.
    if (siteUrl().startsWith('https:')) c.header('Strict-Transport-Security', 'max-age=63072000');
  });
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const file = c.req.path === '/index.html' ? undefined : files.get(c.req.path);
    if (!file) {
      // A missing asset must not come back as HTML: after a deployment, an old tab would try to run it.
      if (c.req.path.startsWith('/assets/')) return c.text('Not found', 404);
      // Requests for other files than documents, such as robots.txt or a calendar file.
      if (c.req.path === '/favicon.ico') return c.redirect('/icon.svg', 301);
      c.header('Content-Security-Policy', contentSecurityPolicy);
      // Kept, but asked for each time: what a page says of a streamer must not outlive the streamer's own word.
      c.header('Cache-Control', 'no-cache');
      const { searchParams } = new URL(c.req.url);
      const described = (await pages.describe(c.req.path, searchParams)) ?? AWAY;
      // The document is served nevertheless: a page that is open before the database is back recovers by itself.
      if (described.status === 503) c.header('Retry-After', '5');
      const { before, after } = halvesOf(described, c.req.path);
      const html = `${before}${headOf(described, siteUrl())}${after}`;
      const etag = `"${createHash('sha256').update(html).digest('base64url').slice(0, 22)}"`;
      c.header('ETag', etag);
      c.header('Vary', 'Accept-Encoding');
      if (described.status === 200 && c.req.header('if-none-match') === etag) return c.body(null, 304);
      if (!/\bgzip\b/.test(c.req.header('accept-encoding') ?? '')) return c.html(html, described.status);
      const body = zipped.get(etag) ?? (await compress(html));
      if (zipped.size >= KEPT_DOCUMENTS) zipped.delete(zipped.keys().next().value ?? '');
      zipped.set(etag, body);
      c.header('Content-Encoding', 'gzip');
      return c.body(new Uint8Array(body), described.status, { 'Content-Type': 'text/html; charset=utf-8' });
    }
    c.header('ETag', file.etag);
    c.header('Vary', 'Accept-Encoding');
    c.header('Cache-Control', file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache');
    if (c.req.header('if-none-match') === file.etag) return c.body(null, 304);
    const { encoding, body } = encodingFor(file, c.req.header('accept-encoding') ?? '');
    if (encoding) c.header('Content-Encoding', encoding);
    return c.body(new Uint8Array(body), 200, { 'Content-Type': file.type });
  });
  return app;
}
