import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { french } from './french.ts';
import { display, font, palette } from './palette.ts';

export interface Said {
  title: string;
  text: string;
  /** Whether the button stands below. */
  asks?: boolean;
  /** Where their settings are, a viewer's unless told; null: they have none. */
  settings?: string | null;
}

/**
 * The page behind a mail's link that withdraws a consent, for anybody who has the mail, signed in
 * or not.
 */
export function stopPage(
  c: Context,
  status: 200 | 404,
  { title, text, asks = false, settings = '/viewer-dashboard/settings' }: Said,
) {
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
${asks ? html`<form method="post"><button>Ne plus en recevoir</button></form>` : ''}${settings === null ? '' : html`<a href="${settings}">Voir mes réglages</a>`}</main></body></html>`,
    status,
  );
}
