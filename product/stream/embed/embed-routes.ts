import { createHash, randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type pg from 'pg';
import { findStreamer } from '../find-streamer.ts';
import { readPlaces } from '../read-places.ts';
import { scriptText } from '../script-text.ts';
import { embedDocument, missingEmbed } from './embed-document.ts';
import { embedScript } from './embed-script.ts';

interface EmbedDeps {
  pool: pg.Pool;
  siteUrl: () => string;
  now?: () => Date;
}

/** How many of the next places are shown. */
const PLACES = 6;

/**
 * `GET /embed.js`: what another site includes; `GET /embed/<handle>`: the booker in its frame, which
 * the sites that the streamer allows may show, and no other. Neither sets a cookie.
 */
export function createEmbeds({ pool, siteUrl, now = () => new Date() }: EmbedDeps): Hono {
  const app = new Hono();

  app.get('/embed.js', (c) => {
    const text = scriptText(embedScript, { origin: siteUrl() });
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`;
    const headers = {
      ETag: etag,
      'Cache-Control': 'public, max-age=3600',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'X-Content-Type-Options': 'nosniff',
    };
    if (c.req.header('if-none-match') === etag) return c.body(null, 304, headers);
    return c.body(text, 200, { ...headers, 'Content-Type': 'text/javascript; charset=utf-8' });
  });

  app.get('/embed/:handle', async (c) => {
    const nonce = randomBytes(16).toString('base64');
    const streamer = await findStreamer(pool, c.req.param('handle'));
    // The page on which the snippet is made shows it too. Of nobody there is nothing to show.
    const frames = streamer === null ? "'none'" : ["'self'", ...streamer.sites].join(' ');
    c.header(
      'Content-Security-Policy',
      `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors ${frames}`,
    );
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('X-Robots-Tag', 'noindex');
    c.header('Referrer-Policy', 'strict-origin');
    if (!streamer?.isVisible) return c.html(missingEmbed(nonce), 404);
    const { id, handle, name, zone } = streamer;
    const places = (await readPlaces(pool, { streamerId: id, zone, count: PLACES, now: now() })) ?? [];
    const bookUrl = `${siteUrl()}/book-session/${handle}`;
    const shown = places.map(({ offerId, start, ...place }) => ({
      ...place,
      url: `${bookUrl}?${new URLSearchParams({ offer: offerId, start }).toString()}`,
    }));
    return c.html(embedDocument({ name, zone, bookUrl, places: shown }, nonce));
  });
  return app;
}
