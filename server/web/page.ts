import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { isDevelopmentPath } from '#product/shared/pages.ts';
import { escapeText, headOf, jsonInScript, splitDocument } from './document.ts';
import type { PageFile } from './page-files.ts';
import type { PageDescription, PublicPages } from './public-pages.ts';

const FILE = '/first-lines.json';
/** In a build that is made for its own tests (scripts/vite-development-pages.ts). */
const DEVELOPMENT_PAGES = '/development-pages.json';
const shape = z.record(
  z.string(),
  z.object({
    html: z.string(),
    living: z.boolean(),
    styles: z.array(z.string()),
    scripts: z.array(z.string()),
    list: z.object({ around: z.string(), early: z.string(), each: z.string(), none: z.string() }).optional(),
  }),
);

const PLACE = /<div id="root">\s*<!--loge-first-->[\s\S]*?<!--\/loge-first-->\s*<\/div>/;
const STYLE_LINK = /<link rel="stylesheet"[^>]*>/;

/**
 * The first lines in the page's root, with the « Loading... » of the specification beside it. They
 * cannot be used before the scripts have loaded, so that no click and no typed letter is lost: the
 * root is inert until web/app/start.ts has the page brought to life or replaces it.
 */
const inPlace = (html: string, living: boolean): string =>
  `<div id="root" inert${living ? ' data-living' : ''}>${html}</div><p id="loge-loading" aria-live="polite" class="fixed bottom-5 left-1/2 z-40 -translate-x-1/2 rounded-full border border-line-strong bg-raised px-4 py-2 text-small text-soft">Loading...</p>`;

/** How many things of a list have their pictures fetched before all others. */
const EARLY = 2;

/** Fills the holes of built markup. */
const filled = (html: string, words: Readonly<Record<string, string>>): string =>
  html.replace(/\{\{(\w+)\}\}/g, (_hole, name: string) => escapeText(words[name] ?? ''));

/** A document in its two halves, around the lines of the head that differ from page to page. */
interface Halves {
  before: string;
  after: string;
}

/**
 * Puts the build's first lines (scripts/vite-first-lines.ts) into the document, together with their
 * styles: the first paint then waits for one answer instead of two. The page's scripts are named to
 * the one that starts it, which fetches them behind that paint. A build without first lines, or
 * without the requested look, leaves the document as it is.
 * @returns the halves of the document for a page
 * @throws ZodError when the file is not what the build writes
 */
function firstLinesOf(files: ReadonlyMap<string, PageFile>, document: Halves) {
  const file = files.get(FILE);
  const looks = new Map(
    Object.entries(file ? shape.parse(JSON.parse(file.body.toString('utf8'))) : {}).map(
      ([look, { html, living, styles, scripts, list }]) => {
        const css = styles.map((name) => files.get(name)?.body.toString('utf8') ?? '').join('\n');
        return [
          look,
          {
            html: inPlace(html, living),
            list,
            scripts,
            styles,
            after: document.after
              .replace(STYLE_LINK, () => `<style>${css}</style>`)
              .replace(/\s*<link rel="modulepreload"[^>]*href="([^"]*)"[^>]*>/g, (link, href: string) =>
                scripts.includes(href) ? '' : link,
              )
              .replace('<script type="module"', '<script type="module" fetchpriority="low"'),
          },
        ] as const;
      },
    ),
  );
  return ({ first }: Pick<PageDescription, 'first'>, path: string): Halves => {
    const look = first ? looks.get(first.look) : undefined;
    if (!first || !look) return document;
    const { text = '', words, list = [] } = first;
    const pieces = look.list;
    const each = list
      .map((item, at) => filled((at < EARLY ? pieces?.early : pieces?.each) ?? '', item))
      .join('');
    const html = filled(look.html, words)
      .replace('[[text]]', () => text)
      .replace('[[list]]', () =>
        pieces && each !== '' ? pieces.around.replace('[[each]]', () => each) : (pieces?.none ?? ''),
      );
    const said = jsonInScript({
      path,
      words,
      scripts: look.scripts,
      styles: look.styles,
      ...(list.length > 0 && { list }),
    });
    const script = `<script type="application/json" id="loge-first">${said}</script>`;
    return {
      before: document.before,
      after: look.after.replace(PLACE, () => html).replace('</head>', () => `${script}</head>`),
    };
  };
}

/** The page needs these before its first request; see `web/lib`. */
export interface PageConfig {
  supabaseUrl: string | null;
  publishableKey: string;
  providers: readonly { id: string; label: string }[];
  /** Left out where admins need no second factor. */
  teamNeedsFactor?: true;
  provesYouTube?: true;
  /** The name of the payment provider; left out where payments are only tried out. */
  paidBy?: 'Stripe';
  /** Left out where nothing sends text messages. */
  sendsSms?: true;
}

/**
 * The page loads nothing from other sites. The camera effects of the room need WebAssembly; no text
 * may be run as a script. `style-src` is open for the styles that dialogs and menus compute and
 * set.
 */
const contentSecurityPolicy = (connects: readonly string[]) =>
  [
    "default-src 'self'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    // A film that was recorded or chosen is seen before it is sent.
    "media-src 'self' blob:",
    "font-src 'self'",
    `connect-src 'self' ${connects.join(' ')}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/**
 * Where the page may connect to besides its own origin: that origin's WebSockets, which older
 * Safari does not count among it, and where the platform is elsewhere, that one.
 */
function connectsTo(origins: readonly string[]): string[] {
  const sockets = (origin: string) => origin.replace(/^http/, 'ws');
  const [, ...elsewhere] = origins;
  return [...new Set([...origins.map(sockets), ...elsewhere])];
}

/**
 * The permissions that the room needs, for this origin alone; the page may ask for no other. Names
 * that not every browser knows make its console complain, and are for this origin alone without
 * being named.
 */
const permissionsPolicy = [
  ...['camera', 'microphone', 'display-capture', 'autoplay', 'fullscreen'].map((name) => `${name}=(self)`),
  ...['picture-in-picture', 'screen-wake-lock', 'clipboard-write'].map((name) => `${name}=(self)`),
  ...['geolocation', 'payment', 'usb', 'serial', 'hid', 'midi'].map((name) => `${name}=()`),
].join(', ');

/**
 * The head of a page while the database is away. With status 503 crawlers keep what they have
 * indexed.
 */
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

/**
 * How many compressed documents of public pages are kept in memory, about ten kilobytes each:
 * enough for the pages that are requested most.
 */
const KEPT_DOCUMENTS = 100;

const PLACEHOLDER = '<!--loge-config-->';

/** Stands on each page of a rehearsal, beside what React renders, and takes no press. */
const STAGING_MARK =
  '<p style="position:fixed;inset:auto auto 0 0;z-index:2147483647;margin:0;padding:.25rem .75rem;background:#ffd166;color:#1a1200;font:600 .75rem/1.4 sans-serif;pointer-events:none">Site d’essai\u202f: rien n’y est payé ni vendu</p>';

function encodingFor(file: PageFile, accepted: string): { encoding: string | null; body: Buffer } {
  if (file.brotli && /\bbr\b/.test(accepted)) return { encoding: 'br', body: file.brotli };
  if (file.gzip && /\bgzip\b/.test(accepted)) return { encoding: 'gzip', body: file.gzip };
  return { encoding: null, body: file.body };
}

/**
 * Sends the part of a film that is asked for: Safari plays none without it, and nobody jumps in
 * one.
 */
function sendFilm(c: Context, { body, type }: PageFile): Response {
  c.header('Accept-Ranges', 'bytes');
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(c.req.header('range') ?? '') ?? [];
  if (from === '' && to === '') return c.body(new Uint8Array(body), 200, { 'Content-Type': type });
  const last = body.length - 1;
  const first = from === '' ? Math.max(0, body.length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? last : Math.min(Number(to), last);
  if (first > end) return c.body(null, 416, { 'Content-Range': `bytes */${body.length}` });
  return c.body(new Uint8Array(body.subarray(first, end + 1)), 206, {
    'Content-Type': type,
    'Content-Range': `bytes ${first}-${end}/${body.length}`,
  });
}

export interface PageDeps {
  config: PageConfig;
  /** The current entries of the page's lists, for the same place of the document. */
  catalogue: () => Promise<object>;
  pages: PublicPages;
  /** The origin, without a trailing slash. */
  siteUrl: () => string;
  staging?: boolean;
}

/**
 * Serves the built page: its files, and for every other path the one HTML document, whose router
 * decides what to show. The head of the document describes the path's content; a path without
 * content is answered 404, with the same document.
 * @throws Error when the build has no index.html
 */
export function createPage(
  files: ReadonlyMap<string, PageFile>,
  { config, catalogue, pages, siteUrl, staging = false }: PageDeps,
): Hono {
  const index = files.get('/index.html');
  if (!index) throw new Error('The page is not built: run `npm run build`.');
  const halvesOf = firstLinesOf(files, splitDocument(index.body.toString('utf8')));
  const hasDevelopmentPages = files.has(DEVELOPMENT_PAGES);
  const zipped = new Map<string, Buffer>();

  const app = new Hono();
  app.use(async (c, next) => {
    await next();
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'strict-origin-when-cross-origin');
    c.header('Permissions-Policy', permissionsPolicy);
    c.header('Cross-Origin-Opener-Policy', 'same-origin-allow-popups'); // the payment of an extension opens a tab
    // Two years, and without subdomains: the operator may use them for other sites.
    if (siteUrl().startsWith('https:')) c.header('Strict-Transport-Security', 'max-age=63072000');
  });
  app.on(['GET', 'HEAD'], '*', async (c) => {
    const file = c.req.path === '/index.html' ? undefined : files.get(c.req.path);
    if (!file) {
      // A missing asset must not come back as HTML: after a deployment, an old tab would try to run
      // it.
      if (c.req.path.startsWith('/assets/')) return c.text('Not found', 404);
      // Requests for other files than documents, such as robots.txt or a calendar file.
      if (c.req.path === '/favicon.ico') return c.redirect('/icon.svg', 301);
      const origins = [siteUrl(), ...(config.supabaseUrl === null ? [] : [config.supabaseUrl])];
      c.header(
        'Content-Security-Policy',
        contentSecurityPolicy(connectsTo(origins.map((url) => new URL(url).origin))),
      );
      // Cached, but checked each time: a page must not show what a streamer has changed or removed
      // since.
      c.header('Cache-Control', 'no-cache');
      const { searchParams } = new URL(c.req.url);
      const named = (await pages.describe(c.req.path, searchParams)) ?? AWAY;
      const described =
        hasDevelopmentPages && isDevelopmentPath(c.req.path) ? { ...named, status: 200 as const } : named;
      // The document is served nevertheless: a page that is open before the database is back
      // recovers by itself.
      if (described.status === 503) c.header('Retry-After', '5');
      const { before, after } = halvesOf(described, c.req.path);
      const told = jsonInScript({ ...config, catalogue: await catalogue() });
      const script = `<script type="application/json" id="loge-config">${told}</script>`;
      const marked = staging ? after.replace('</body>', () => `${STAGING_MARK}</body>`) : after;
      const html = `${before}${headOf(described, siteUrl())}${marked.replace(PLACEHOLDER, () => script)}`;
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
    if (file.type.startsWith('video/')) return sendFilm(c, file);
    const { encoding, body } = encodingFor(file, c.req.header('accept-encoding') ?? '');
    if (encoding) c.header('Content-Encoding', encoding);
    return c.body(new Uint8Array(body), 200, { 'Content-Type': file.type });
  });
  return app;
}
