import { Hono } from 'hono';
import { escapeText } from './document.ts';
import type { PublicPages } from './public-pages.ts';

/** The most addresses that one sitemap may hold (sitemaps.org). */
const MOST = 50_000;
const HOUR = 'public, max-age=3600';

interface SiteFilesDeps {
  pages: PublicPages;
  /** The origin, without a trailing slash. */
  siteUrl: () => string;
  /** No search engine may keep anything of a rehearsal. */
  staging?: boolean;
}

const xml = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>\n${content}\n`;

/**
 * Serves `/robots.txt` and `/sitemap.xml`; when one sitemap cannot hold all addresses, an index of
 * several sitemaps.
 */
export function createSiteFiles({ pages, siteUrl, staging = false }: SiteFilesDeps): Hono {
  const app = new Hono();
  app.get('/robots.txt', (c) => {
    c.header('Cache-Control', HOUR);
    if (staging) return c.text('User-agent: *\nDisallow: /\n');
    const closed = pages.closed.map((path) => `Disallow: ${path}`);
    return c.text(['User-agent: *', ...closed, '', `Sitemap: ${siteUrl()}/sitemap.xml`, ''].join('\n'));
  });
  app.get('/sitemap.xml', async (c) => {
    const all = await pages.list();
    const part = Number(c.req.query('part') ?? 0);
    const parts = Math.ceil(all.length / MOST);
    c.header('Content-Type', 'application/xml; charset=utf-8');
    c.header('Cache-Control', HOUR);
    if (part === 0 && parts > 1) {
      const entries = Array.from(
        { length: parts },
        (_, index) =>
          `<sitemap><loc>${escapeText(`${siteUrl()}/sitemap.xml?part=${index + 1}`)}</loc></sitemap>`,
      );
      return c.body(
        xml(
          `<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</sitemapindex>`,
        ),
      );
    }
    const from = Number.isInteger(part) && part > 0 ? (part - 1) * MOST : 0;
    const entries = all.slice(from, from + MOST).map(({ path, lastModified }) => {
      const changed = lastModified === null ? '' : `<lastmod>${lastModified.toISOString()}</lastmod>`;
      return `<url><loc>${escapeText(`${siteUrl()}${path}`)}</loc>${changed}</url>`;
    });
    return c.body(
      xml(`<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>`),
    );
  });
  return app;
}
