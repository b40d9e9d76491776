import { type Context, Hono } from 'hono';
import { isDevelopmentPath } from '#product/shared/pages.ts';
import { headOf, jsonInScript, splitDocument } from './document.ts';
import { createDocuments, type DocumentChanges } from './documents.ts';
import { ENCODINGS, encodingFor, isHeld } from './encodings.ts';
import { firstLinesOf } from './first-lines.ts';
import type { PageFile } from './page-files.ts';
import type { PublicPages } from './public-pages.ts';
import { securityHeaders } from './security-headers.ts';

/** In a build that is made for its own tests (scripts/vite-development-pages.ts). */
const DEVELOPMENT_PAGES = '/development-pages.json';

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

const PLACEHOLDER = '<!--loge-config-->';

/** Stands on each page of a rehearsal, beside what React renders, and takes no press. */
const STAGING_MARK =
  '<p style="position:fixed;inset:auto auto 0 0;z-index:2147483647;margin:0;padding:.25rem .75rem;background:#ffd166;color:#1a1200;font:600 .75rem/1.4 sans-serif;pointer-events:none">Site d’essai\u202f: rien n’y est payé ni vendu</p>';

type Headers = Readonly<Record<string, string>>;

/**
 * Sends the part of a film that is asked for: Safari plays none without it, and nobody jumps in
 * one.
 */
function sendFilm(range: string, { body, type }: PageFile, given: Headers): Response {
  const headers = { ...given, 'Accept-Ranges': 'bytes' };
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  if (from === '' && to === '') return answer(body, 200, { ...headers, 'Content-Type': type });
  const last = body.length - 1;
  const first = from === '' ? Math.max(0, body.length - Number(to)) : Number(from);
  const end = from === '' || to === '' ? last : Math.min(Number(to), last);
  if (first > end)
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${body.length}` },
    });
  return answer(body.subarray(first, end + 1), 206, {
    ...headers,
    'Content-Type': type,
    'Content-Range': `bytes ${first}-${end}/${body.length}`,
  });
}

/** A file of the build, in the smallest encoding that it was built in and the client takes. */
function sendFile(c: Context, file: PageFile, security: Headers): Response {
  const headers = {
    ...security,
    ETag: file.etag,
    Vary: 'Accept-Encoding',
    'Cache-Control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (isHeld(c.req.header('if-none-match'), file.etag)) return new Response(null, { status: 304, headers });
  if (file.type.startsWith('video/')) return sendFilm(c.req.header('range') ?? '', file, headers);
  const encoding = encodingFor(
    c.req.header('accept-encoding'),
    ENCODINGS.filter((each) => file[each] !== null),
  );
  const body = (encoding && file[encoding]) ?? file.body;
  return answer(body, 200, {
    ...headers,
    'Content-Type': file.type,
    ...(encoding && { 'Content-Encoding': encoding }),
  });
}

/** The length is said by us: an answer to HEAD says it too, and has no body to take it from. */
const answer = (body: Buffer<ArrayBuffer>, status: number, headers: Headers): Response =>
  new Response(body, { status, headers: { ...headers, 'Content-Length': String(body.length) } });

export interface PageDeps {
  config: PageConfig;
  /** The current entries of the page's lists, for the same place of the document. */
  catalogue: () => Promise<object>;
  pages: PublicPages;
  /** The origin, without a trailing slash. */
  siteUrl: () => string;
  /** Tells when documents are to be made anew. */
  changes: DocumentChanges;
  staging?: boolean;
}

/**
 * Serves the built page: its files, and for every other path the one HTML document, whose router
 * decides what to show. The head of the document describes the path's content; a path without
 * content is answered 404, with the same document. A document is the same for everybody: what it is
 * made of is its address, the database and the settings, and nothing else of a request.
 * @throws Error when the build has no index.html
 */
export function createPage(
  files: ReadonlyMap<string, PageFile>,
  { config, catalogue, pages, siteUrl, changes, staging = false }: PageDeps,
): Hono {
  const index = files.get('/index.html');
  if (!index) throw new Error('The page is not built: run `npm run build`.');
  const halvesOf = firstLinesOf(files, splitDocument(index.body.toString('utf8')));
  const hasDevelopmentPages = files.has(DEVELOPMENT_PAGES);
  const isDevelopment = (path: string) => hasDevelopmentPages && isDevelopmentPath(path);
  const documents = createDocuments({ changes });
  const told = documents.keep(async () => jsonInScript({ ...config, catalogue: await catalogue() }));

  let secured = { siteUrl: '', headers: securityHeaders([]) };
  const security = () => {
    if (secured.siteUrl !== siteUrl()) {
      const origins = [siteUrl(), ...(config.supabaseUrl === null ? [] : [config.supabaseUrl])];
      secured = { siteUrl: siteUrl(), headers: securityHeaders(origins.map((url) => new URL(url).origin)) };
    }
    return secured.headers;
  };

  async function make(path: string, query: URLSearchParams) {
    const named = (await pages.describe(path, query)) ?? AWAY;
    const described = isDevelopment(path) ? { ...named, status: 200 as const } : named;
    // What is shown of nothing is the same everywhere.
    const { before, after } = halvesOf(described, described.status === 404 ? null : path);
    const script = `<script type="application/json" id="loge-config">${await told()}</script>`;
    const marked = staging ? after.replace('</body>', () => `${STAGING_MARK}</body>`) : after;
    const html = `${before}${headOf(described, siteUrl())}${marked.replace(PLACEHOLDER, () => script)}`;
    return { status: described.status, html };
  }

  async function sendDocument(c: Context): Promise<Response> {
    const { path } = c.req;
    const question = c.req.url.indexOf('?');
    const query = new URLSearchParams(question === -1 ? '' : c.req.url.slice(question));
    const name = isDevelopment(path) ? path : pages.nameOf(path, query);
    const document = await documents.current(name, () => make(path, query));
    const { status, etag } = document;
    const headers = {
      ...security().document,
      ETag: etag,
      Vary: 'Accept-Encoding',
      // Cached, but checked each time: a page must not show what a streamer has changed or removed
      // since.
      'Cache-Control': 'no-cache',
      // The document is served nevertheless: a page that is open before the database is back
      // recovers by itself.
      ...(status === 503 && { 'Retry-After': '5' }),
    };
    // An address whose content is gone is answered 404, even to whoever has it.
    if (status === 200 && isHeld(c.req.header('if-none-match'), etag))
      return new Response(null, { status: 304, headers });
    const encoding = encodingFor(c.req.header('accept-encoding'));
    return answer(await documents.bodyOf(document, encoding), status, {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      ...(encoding && { 'Content-Encoding': encoding }),
    });
  }

  const app = new Hono();
  app.on(['GET', 'HEAD'], '*', (c) => {
    const { path } = c.req;
    const file = path === '/index.html' ? undefined : files.get(path);
    const { every } = security();
    if (file) return sendFile(c, file, every);
    // A missing asset must not come back as HTML: after a deployment, an old tab would try to run
    // it.
    if (path.startsWith('/assets/')) return c.text('Not found', 404, every);
    // Requests for other files than documents, such as robots.txt or a calendar file.
    if (path === '/favicon.ico')
      return new Response(null, { status: 301, headers: { ...every, Location: '/icon.svg' } });
    return sendDocument(c);
  });
  return app;
}
