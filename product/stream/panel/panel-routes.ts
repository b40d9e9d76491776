import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import pLimit from 'p-limit';
import type pg from 'pg';
import { findStreamer } from '../find-streamer.ts';
import { readStream } from '../read-stream.ts';
import { drawPanel } from './draw-panel.ts';

interface PanelDeps {
  pool: pg.Pool;
  siteUrl: () => string;
  now?: () => Date;
}

/** A panel is drawn again at most so often, however many people look at it. */
export const REDRAWN_AFTER_SECONDS = 300;
/** About twenty kilobytes each. */
const MOST_KEPT = 200;
const MOST_WAITING = 50;
/** Drawing keeps a processor busy: whoever reads pages must not wait for it. */
const inTurn = pLimit(1);

interface Panel {
  bytes: Buffer;
  etag: string;
  drawnAt: number;
}

/**
 * `GET /panel/<handle>.png`: the next free places as a picture, for a panel of Twitch or any page
 * that takes pictures alone. Whether the streamer is seen is asked each time.
 */
export function createPanels({ pool, siteUrl, now = () => new Date() }: PanelDeps): Hono {
  const app = new Hono();
  const kept = new Map<string, Panel>();
  const underWay = new Map<string, Promise<Panel | null>>();

  async function draw(streamerId: string): Promise<Panel | null> {
    const stream = await readStream(pool, streamerId, now());
    if (stream === null) return null;
    const { name, handle, zone, shown } = stream;
    const bytes = await drawPanel({ name, zone, places: shown.places, link: `${siteUrl()}/s/${handle}` });
    const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const panel = { bytes, etag, drawnAt: now().getTime() };
    kept.delete(streamerId);
    kept.set(streamerId, panel);
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return panel;
  }

  app.get('/panel/:file{[a-z0-9-]{3,40}\\.png}', async (c) => {
    c.header('X-Content-Type-Options', 'nosniff');
    const found = await findStreamer(pool, c.req.param('file').slice(0, -'.png'.length));
    const none = () =>
      c.text('Ce streamer n’existe pas, ou sa page n’est pas publiée.', 404, { 'Cache-Control': 'no-store' });
    if (!found?.isVisible) return none();
    const known = kept.get(found.id);
    const age = known === undefined ? Number.POSITIVE_INFINITY : (now().getTime() - known.drawnAt) / 1_000;
    let panel: Panel | null | undefined = known;
    if (age < 0 || age >= REDRAWN_AFTER_SECONDS) {
      if (!underWay.has(found.id) && inTurn.pendingCount >= MOST_WAITING)
        return c.text('Trop d’images sont en train d’être dessinées.', 503, { 'Retry-After': '10' });
      const drawing =
        underWay.get(found.id) ?? inTurn(() => draw(found.id)).finally(() => underWay.delete(found.id));
      underWay.set(found.id, drawing);
      panel = await drawing;
    }
    if (!panel) return none();
    const headers = { ETag: panel.etag, 'Cache-Control': `public, max-age=${REDRAWN_AFTER_SECONDS}` };
    if (c.req.header('if-none-match') === panel.etag) return c.body(null, 304, headers);
    return c.body(new Uint8Array(panel.bytes), 200, { 'Content-Type': 'image/png', ...headers });
  });
  return app;
}
