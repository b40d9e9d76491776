import { randomBytes } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import type pg from 'pg';
import { tokenHash } from '../overlay-address.ts';
import { readLook } from '../rules/overlay-look.ts';
import { missingDocument, overlayDocument } from './overlay-document.ts';
import { createOverlayHub, type HubDeps, type OverlayEvent } from './overlay-hub.ts';

export interface OverlayDeps extends HubDeps {
  siteUrl: () => string;
}

/** How long an alert stays. */
const ALERT_SECONDS = 7;
/** Proxies end what is silent for a minute. */
const ALIVE_EVERY = 15_000;
/** An overlay that reads nothing is left after so many events that wait. */
const MOST_WAITING = 50;

const RENEWED =
  'Cette adresse ne marche pas, ou plus. Copiez celle d’aujourd’hui depuis «\u202fSur mon stream\u202f», dans votre espace.';
const HIDDEN =
  'La page de ce streamer n’est pas publiée\u202f: il n’y a rien à montrer. L’overlay revient de lui-même avec elle.';

/** The streamer whose overlay a secret opens, and whether the public sees them. */
async function findOverlay(pool: pg.Pool, token: string) {
  const { rows } = await pool.query({
    name: 'overlay-of-token',
    text: `select k.streamer_id, s.handle, s.display_name, s.zone, private.is_visible_streamer(s.id) as visible
      from private.stream_kits k join public.streamers s on s.id = k.streamer_id where k.token_hash = $1`,
    values: [tokenHash(token)],
  });
  return rows[0] ?? null;
}

function guarded(c: Context): string {
  const nonce = randomBytes(16).toString('base64');
  c.header('Cache-Control', 'no-store');
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('X-Robots-Tag', 'noindex');
  // The address is a secret: it goes nowhere else.
  c.header('Referrer-Policy', 'no-referrer');
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; font-src data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
  );
  return nonce;
}

/**
 * `GET /overlay/<secret>`: what OBS shows over a stream, a document that loads nothing else; and
 * `/overlay/<secret>/events`, from which it hears (server-sent events). Neither holds anything of a
 * viewer but the initial of one who allows it.
 */
export function createOverlay({ siteUrl, ...deps }: OverlayDeps) {
  const { pool, now = () => new Date() } = deps;
  const hub = createOverlayHub(deps);
  const open = new Set<() => void>();
  const app = new Hono();

  app.get('/overlay/:token', async (c) => {
    const nonce = guarded(c);
    const found = await findOverlay(pool, c.req.param('token'));
    if (!found?.visible) return c.html(missingDocument(found ? HIDDEN : RENEWED, nonce), 404);
    const link = `${siteUrl()}/s/${found.handle}`;
    const data = { events: `${c.req.path}/events`, alertSeconds: ALERT_SECONDS };
    const look = readLook(new URL(c.req.url).searchParams);
    return c.html(
      overlayDocument({ name: found.display_name, zone: found.zone, link }, look, { data, nonce }),
    );
  });

  app.get('/overlay/:token/events', async (c) => {
    guarded(c);
    const token = c.req.param('token');
    const found = await findOverlay(pool, token);
    if (!found?.visible) return c.text(found ? HIDDEN : RENEWED, 404);
    if (hub.isFull(found.streamer_id))
      return c.text('Trop d’overlays sont ouverts à cette adresse.', 503, { 'Retry-After': '30' });
    const since = Number(c.req.query('since') ?? c.req.header('last-event-id') ?? Number.NaN);
    const encoder = new TextEncoder();
    // Under Node's own server; a request that is only called has none.
    const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
    let end = () => {};
    const body = new ReadableStream<Uint8Array>(
      {
        start(controller) {
          let isOver = false;
          const close = () => {
            if (isOver) return;
            isOver = true;
            end();
            controller.close();
          };
          const write = (text: string) => {
            if (isOver) return;
            if ((controller.desiredSize ?? 0) >= 0) return controller.enqueue(encoder.encode(text));
            close();
            // Its reader may never come to the end: the connection would stay for good.
            outgoing?.destroy();
          };
          const send = (event: OverlayEvent) => {
            const at = now().getTime();
            const { type, ...said } =
              event.type === 'shown' ? { type: event.type, ...event.shown, now: at } : event;
            write(`event: ${type}\nid: ${at}\ndata: ${JSON.stringify(said)}\n\n`);
            if (type === 'gone') close();
          };
          const listener = {
            streamerId: found.streamer_id,
            tokenHash: tokenHash(token),
            since: Number.isFinite(since) ? since : null,
          };
          const leave = hub.open(listener, send);
          const alive = setInterval(() => write(':\n\n'), ALIVE_EVERY);
          end = () => {
            isOver = true;
            clearInterval(alive);
            leave();
            open.delete(close);
          };
          open.add(close);
        },
        cancel: () => end(),
      },
      { highWaterMark: MOST_WAITING },
    );
    // Nginx would keep the events back until it had a buffer full of them.
    return c.body(body, 200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
  });

  return {
    app,
    /** Ends what is open: a server that stops waits for every answer. The overlays come again. */
    close() {
      for (const close of [...open]) close();
    },
  };
}
