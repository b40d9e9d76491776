import { describe, expect, test } from 'vitest';
import { createPage } from './page.ts';
import type { PageFile } from './page-files.ts';
import type { PageDescription, PublicPages } from './public-pages.ts';
import { createSiteFiles } from './site-files.ts';

const index = `<!doctype html><html lang="fr"><head>
    <title>Loge</title>
    <meta
      name="description"
      content="Une heure"
    />
    <!--loge-config-->
  </head><body><div id="root"></div></body></html>`;
const file = (text: string): PageFile => ({
  type: 'text/html',
  body: Buffer.from(text),
  etag: '"1"',
  immutable: false,
  br: null,
  gzip: null,
});
const files = new Map([['/index.html', file(index)]]);
const siteUrl = () => 'https://loge.example';
const catalogue = async () => ({ categories: [], languages: [] });

const described = (more: Partial<PageDescription> = {}): PageDescription => ({
  status: 200,
  title: 'Anouk · Loge',
  description: 'Des échecs',
  canonical: '/streamer/anouk',
  image: null,
  kind: 'profile',
  jsonLd: null,
  first: null,
  ...more,
});

/** Nothing ever changes. */
const changes = { version: () => 0, settled: () => null };

const pagesOf = (
  description: PageDescription,
  list: Awaited<ReturnType<PublicPages['list']>> = [],
): PublicPages => ({
  closed: ['/auth'],
  nameOf: (path) => path,
  describe: async () => description,
  list: async () => list,
});
const get = async (
  description: PageDescription,
  path = '/streamer/anouk',
  headers: Record<string, string> = {},
) =>
  createPage(files, {
    config: { supabaseUrl: null, publishableKey: 'key', providers: [] },
    catalogue,
    pages: pagesOf(description),
    siteUrl,
    changes,
  }).request(path, { headers });

describe('the document', () => {
  test('while the database is away a page is sent all the same, and crawlers are told to come again', async () => {
    const response = await createPage(files, {
      config: { supabaseUrl: null, publishableKey: 'key', providers: [] },
      catalogue,
      pages: { ...pagesOf(described()), describe: async () => null },
      siteUrl,
      changes,
    }).request('/streamer/anouk');
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    const html = await response.text();
    expect(html).toContain('<div id="root">');
    expect(html).toContain('noindex');
  });

  test('a page is sent with its security policy, and over https with the order to use https alone', async () => {
    const { headers } = await get(described());
    expect(headers.get('permissions-policy')).toMatch(/camera=\(self\).*geolocation=\(\)/);
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
    expect(headers.get('strict-transport-security')).toBe('max-age=63072000');
    const plain = createPage(files, {
      config: { supabaseUrl: null, publishableKey: 'k', providers: [] },
      catalogue,
      pages: pagesOf(described()),
      siteUrl: () => 'http://localhost:3000',
      changes,
    });
    expect((await plain.request('/')).headers.get('strict-transport-security')).toBeNull();
  });

  test.each([
    ['https://loge.example', null, "connect-src 'self' wss://loge.example"],
    ['http://localhost:3000', null, "connect-src 'self' ws://localhost:3000"],
    [
      'https://loge.example',
      'https://api.loge.example',
      "connect-src 'self' wss://loge.example wss://api.loge.example https://api.loge.example",
    ],
  ])('the page of %s with its platform at %s connects to them alone', async (site, supabaseUrl, policy) => {
    const page = createPage(files, {
      config: { supabaseUrl, publishableKey: 'k', providers: [] },
      catalogue,
      pages: pagesOf(described()),
      siteUrl: () => site,
      changes,
    });
    const said = (await page.request('/')).headers.get('content-security-policy') ?? '';
    expect(said.split('; ').filter((rule) => rule.startsWith('connect-src'))).toEqual([policy]);
  });

  test('has one title and one description, those of the requested page', async () => {
    const html = await (await get(described())).text();
    expect(html.match(/<title>/g)).toHaveLength(1);
    expect(html.match(/name="description"/g)).toHaveLength(1);
    expect(html).toContain('<title>Anouk · Loge</title>');
    expect(html).toContain('<link rel="canonical" href="https://loge.example/streamer/anouk" />');
    expect(html).toContain(
      'id="loge-config">{"supabaseUrl":null,"publishableKey":"key","providers":[],"catalogue":{"categories":[],"languages":[]}}</script>',
    );
  });

  test('escapes every text, whatever a streamer writes', async () => {
    const evil = `"><img src=x onerror=alert(1)>'</title></script><script>alert(2)</script><!-- $& $1 \u2028`;
    const html = await (
      await get(
        described({
          title: evil,
          description: evil,
          canonical: `/streamer/${evil}`,
          image: `https://x.example/${evil}`,
          jsonLd: { name: evil, url: '/streamer/anouk', sameAs: [evil] },
        }),
      )
    ).text();
    expect(html).not.toContain('<img src=x');
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    const json = /ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
    expect(JSON.parse(json)).toEqual({
      name: evil,
      url: 'https://loge.example/streamer/anouk',
      sameAs: [evil],
    });
  });

  test('is 404 for an address without content, and asks not to be indexed', async () => {
    const response = await get(described({ status: 404, canonical: null }));
    expect(response.status).toBe(404);
    expect(await response.text()).toContain('<meta name="robots" content="noindex" />');
  });

  test('is not sent again while it has not changed', async () => {
    const first = await get(described());
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const etag = first.headers.get('etag') ?? '';
    expect((await get(described(), '/streamer/anouk', { 'if-none-match': etag })).status).toBe(304);
    const changed = await get(described({ title: 'Autre' }), '/streamer/anouk', { 'if-none-match': etag });
    expect(changed.status).toBe(200);
    // An address whose content is gone is answered 404, even to a client that has it in its cache.
    const gone = described({ status: 404 });
    const goneTag = (await get(gone)).headers.get('etag') ?? '';
    expect((await get(gone, '/streamer/anouk', { 'if-none-match': goneTag })).status).toBe(404);
  });

  test('a missing asset is 404, not the document', async () => {
    expect((await get(described(), '/assets/old.js')).status).toBe(404);
  });
});

describe('the first lines', () => {
  const built = index
    .replace('<div id="root"></div>', '<div id="root"><!--loge-first-->Loading...<!--/loge-first--></div>')
    .replace(
      '<!--loge-config-->',
      '<!--loge-config--><script type="module" crossorigin src="/assets/start.js"></script><link rel="stylesheet" crossorigin href="/assets/index.css"><link rel="modulepreload" crossorigin href="/assets/small.js"><link rel="modulepreload" crossorigin href="/assets/app.js">',
    );
  const withLines = new Map([
    ['/index.html', file(built)],
    [
      '/first-lines.json',
      file(
        JSON.stringify({
          streamer: {
            html: '<h1>{{name}}</h1><p>{{headline}}</p>',
            living: false,
            css: 'h1{color:red}',
            styles: ['/assets/index.css'],
            scripts: ['/assets/app.js', '/assets/streamer.js'],
          },
          browse: {
            html: '<h1>Qui ?</h1>[[list]]',
            living: false,
            css: '',
            styles: [],
            scripts: [],
            list: {
              around: '<ul>[[each]]</ul>',
              early: '<li class="early">{{name}}</li>',
              each: '<li>{{name}}</li>',
              none: '<p>Recherche</p>',
            },
          },
        }),
      ),
    ],
  ]);
  const ask = (description: PageDescription, headers: Record<string, string> = {}) =>
    createPage(withLines, {
      config: { supabaseUrl: null, publishableKey: 'key', providers: [] },
      catalogue,
      pages: pagesOf(description),
      siteUrl,
      changes,
    }).request('/streamer/anouk', { headers });
  const first = (name: string) => ({ look: 'streamer', words: { name, headline: 'Des échecs' } });

  test('stand in the document, with their styles, before any script', async () => {
    const html = await (await ask(described({ first: first('Anouk') }))).text();
    expect(html).toContain('<div id="root" inert><h1>Anouk</h1><p>Des échecs</p></div>');
    expect(html).toContain('<style>h1{color:red}</style>');
    expect(html).not.toContain('rel="stylesheet"');
    expect(html).toContain('"styles":["/assets/index.css"]');
    expect(html).toContain('"path":"/streamer/anouk"');
  });

  test('are painted before the scripts of the page are fetched, whose names the first script is told', async () => {
    const html = await (await ask(described({ first: first('Anouk') }))).text();
    expect(html).toContain('<script type="module" fetchpriority="low" crossorigin src="/assets/start.js">');
    expect(html).toContain('"scripts":["/assets/app.js","/assets/streamer.js"]');
    expect(html).not.toContain('href="/assets/app.js"');
    expect(html).toContain('href="/assets/small.js"');
    const without = await (await ask(described({ first: null }))).text();
    expect(without).toContain('<link rel="modulepreload" crossorigin href="/assets/app.js">');
  });

  test('of a page that is not there are the same at every address', async () => {
    const missing = described({ status: 404, first: { look: 'streamer', words: {} } });
    expect(await (await ask(missing)).text()).toContain('"path":null');
  });

  test('escape every text', async () => {
    const evil = `</h1><script>alert(1)</script>$& {{headline}}`;
    const html = await (await ask(described({ first: first(evil) }))).text();
    expect(html).not.toContain('<script>alert');
    expect(html.match(/<\/h1>/g)).toHaveLength(1);
    expect(html).toContain('$&amp; {{headline}}</h1>');
  });

  test('show a list, its first things early, in markup and for the scripts, each text escaped', async () => {
    const list = ['Anouk', 'Théo', '<b>$&{{name}}'].map((name) => ({ name }));
    const html = await (await ask(described({ first: { look: 'browse', words: {}, list } }))).text();
    expect(html).toContain(
      '<ul><li class="early">Anouk</li><li class="early">Théo</li><li>&lt;b&gt;$&amp;{{name}}</li></ul>',
    );
    expect(html).toContain('"list":[{"name":"Anouk"}');
    const nobody = await (await ask(described({ first: { look: 'browse', words: {}, list: [] } }))).text();
    expect(nobody).toContain('<h1>Qui ?</h1><p>Recherche</p>');
  });

  test('leave a page without first lines with the « Loading... » of the specification', async () => {
    for (const none of [null, { look: 'unheard of', words: {} }])
      expect(await (await ask(described({ first: none }))).text()).toContain('Loading...');
  });
});

describe('a rehearsal of production', () => {
  const pages = pagesOf(described());

  test('says on each document that it is one', async () => {
    const config = { supabaseUrl: null, publishableKey: 'key', providers: [] };
    const deps = { config, catalogue, pages, siteUrl, changes };
    const html = async (staging: boolean) =>
      (await createPage(files, { ...deps, staging }).request('/streamer/anouk')).text();
    expect(await html(true)).toMatch(/Site d’essai\u202f: rien n’y est payé ni vendu<\/p><\/body>/);
    expect(await html(false)).not.toContain('Site d’essai');
  });

  test('lets no search engine in', async () => {
    const answer = await createSiteFiles({ pages, siteUrl, staging: true }).request('/robots.txt');
    expect(await answer.text()).toBe('User-agent: *\nDisallow: /\n');
  });
});

describe('the pages for developers of Loge', () => {
  const unknown = described({ status: 404, title: 'Cette place n’existe pas · Loge' });
  const statusOf = async (built: Map<string, PageFile>, path: string) =>
    (
      await createPage(built, {
        config: { supabaseUrl: null, publishableKey: 'key', providers: [] },
        catalogue,
        pages: pagesOf(unknown),
        siteUrl,
        changes,
      }).request(path)
    ).status;

  test.each([
    ['a build for everybody has none', files, [404, 404, 404]],
    [
      'a build for tests has those it names',
      new Map([...files, ['/development-pages.json', file('["/dev/ui","/dev/room"]')]]),
      [200, 200, 404],
    ],
  ])('%s', async (_, built, statuses) => {
    const paths = ['/dev/ui', '/dev/room', '/dev/nulle-part'];
    expect(await Promise.all(paths.map((path) => statusOf(built, path)))).toEqual(statuses);
  });
});

describe('the site’s files', () => {
  test('robots.txt says which paths are closed and where the sitemap is', async () => {
    const text = await (
      await createSiteFiles({ pages: pagesOf(described()), siteUrl }).request('/robots.txt')
    ).text();
    expect(text).toBe('User-agent: *\nDisallow: /auth\n\nSitemap: https://loge.example/sitemap.xml\n');
  });

  test('the sitemap is escaped, and becomes an index when it grows', async () => {
    const few = createSiteFiles({
      pages: pagesOf(described(), [
        { path: '/browse?a=1&b=2', lastModified: new Date('2026-11-21T08:00:00Z') },
      ]),
      siteUrl,
    });
    expect(await (await few.request('/sitemap.xml')).text()).toContain(
      '<url><loc>https://loge.example/browse?a=1&amp;b=2</loc><lastmod>2026-11-21T08:00:00.000Z</lastmod></url>',
    );
    const list = Array.from({ length: 50_001 }, (_, index) => ({
      path: `/streamer/s${index}`,
      lastModified: null,
    }));
    const many = createSiteFiles({ pages: pagesOf(described(), list), siteUrl });
    const head = await (await many.request('/sitemap.xml')).text();
    expect(head.match(/<sitemap>/g)).toHaveLength(2);
    expect((await (await many.request('/sitemap.xml?part=2')).text()).match(/<url>/g)).toHaveLength(1);
    expect((await (await many.request('/sitemap.xml?part=99')).text()).match(/<url>/g)).toBeNull();
  });
});
