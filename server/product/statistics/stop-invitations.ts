import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html, raw } from 'hono/html';
import type pg from 'pg';
import { ofName } from '#domain/account/elision.ts';
import { STOP_INVITATIONS_PATH } from '#domain/statistics/absence.ts';
import { french } from '#server/mail/french.ts';
import { display, font, palette } from '#server/mail/palette.ts';
import { uuidOrNull } from '#server/postgres/as-caller.ts';

/**
 * `/emails/stop/<invitation>`: whoever reads an invitation takes their consent back, signed in or not; the address is in that mail alone.
 * Only a POST does it, which is the page's button or the mail program's own (RFC 8058): programs that look for viruses follow each link.
 */
export function createStopInvitations({ pool }: { pool: pg.Pool }): Hono {
  const app = new Hono();
  const path = `${STOP_INVITATIONS_PATH}/:invitation`;
  app.get(path, async (c) => {
    const name = await inviterOf(pool, c.req.param('invitation'));
    if (name === null) return page(c, 404, UNKNOWN);
    return page(c, 200, {
      title: `Ne plus recevoir les e-mails ${ofName(name)}`,
      text: `${name} ne pourra plus vous écrire pour vous proposer de revenir. Cela ne change rien à vos réservations, et vous pourrez de nouveau l’y autoriser dans vos réglages.`,
      asks: true,
    });
  });
  app.post(path, bodyLimit({ maxSize: 4096, onError: (c) => c.body(null, 413) }), async (c) => {
    const name = await inviterOf(pool, c.req.param('invitation'));
    if (name === null) return page(c, 404, UNKNOWN);
    await pool.query(
      `delete from public.contact_consents c using private.return_invitations i
       where i.id = $1 and c.viewer_id = i.viewer_id and c.streamer_id = i.streamer_id`,
      [c.req.param('invitation')],
    );
    return page(c, 200, {
      title: 'C’est noté',
      text: `${name} ne vous écrira plus pour vous proposer de revenir.`,
    });
  });
  return app;
}

interface Said {
  title: string;
  text: string;
  /** Whether the button stands below. */
  asks?: boolean;
}

const UNKNOWN: Said = {
  title: 'Ce lien n’est plus valable',
  text: 'Vos autorisations sont dans vos réglages, sous « Qui peut m’écrire ».',
};

/** @returns the name of the streamer who sent an invitation; null when there is no such one */
async function inviterOf(pool: pg.Pool, invitation: string): Promise<string | null> {
  const { rows } = await pool.query(
    `select s.display_name from private.return_invitations i join public.streamers s on s.id = i.streamer_id where i.id = $1`,
    [uuidOrNull(invitation)],
  );
  return rows[0]?.display_name ?? null;
}

function page(c: Context, status: 200 | 404, { title, text, asks = false }: Said) {
  const nonce = randomBytes(16).toString('base64');
  c.header('Cache-Control', 'no-store');
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('X-Robots-Tag', 'noindex');
  // The address is what allows it: it goes nowhere else.
  c.header('Referrer-Policy', 'no-referrer');
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'nonce-${nonce}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
  );
  return c.html(
    html`<!doctype html>
<html lang="fr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark"><title>${french(title)} · Loge</title>
<style nonce="${nonce}">${raw(`
*{box-sizing:border-box;margin:0}
body{min-height:100vh;display:grid;place-content:center;padding:32px 20px;background:${palette.ground};color:${palette.text};${font};line-height:1.55}
main{max-width:30rem;display:grid;gap:18px;padding:32px 28px;background:${palette.stage};border:1px solid ${palette.line};border-radius:22px}
h1{${display};font-size:26px;line-height:1.15;font-weight:650;letter-spacing:-.02em}p{color:${palette.soft}}
button,a{min-height:46px;border-radius:999px;font:inherit;font-weight:600}
button{padding:0 22px;border:0;background:${palette.spot};color:${palette.onSpot};cursor:pointer}
a{display:inline-flex;align-items:center;color:${palette.soft}}
:focus-visible{outline:2px solid ${palette.spot};outline-offset:3px}`)}</style></head>
<body><main><h1>${french(title)}</h1><p>${french(text)}</p>
${asks ? html`<form method="post"><button>Ne plus en recevoir</button></form>` : ''}<a href="/viewer-dashboard/settings">Voir mes réglages</a></main></body></html>`,
    status,
  );
}
