import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type pg from 'pg';
import { calendarFile, composeMime, type StoredMail } from '../mime.ts';
import { type KeptMail, mailTo, readMail, searchMail } from './mailbox.ts';
import { type Fragment, list, listPage, messagePage, unknownPage } from './page.ts';

/** Our own script and style by nonce, nothing else: the mails shown here hold whatever people typed. */
const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    "connect-src 'self'",
    "frame-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The mail itself runs nothing and loads nothing of ours, opened in a frame or alone; its links work. */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: https:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-top-navigation-by-user-activation allow-popups',
].join('; ');

const hasText = (mail: KeptMail): mail is KeptMail & StoredMail =>
  mail.text_body !== null && mail.html_body !== null;

async function renderPage(c: Context, view: (nonce: string) => Fragment, status: 200 | 404 = 200) {
  const nonce = randomBytes(16).toString('base64');
  c.header('Content-Security-Policy', contentSecurityPolicy(nonce));
  return c.html(await view(nonce), status);
}

/** What a test needs of a mail: its texts, and the links in them, the first being the one to follow. */
function forTests(mail: KeptMail) {
  const links = [...(mail.html_body ?? '').matchAll(/href="([^"]+)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"'),
  );
  return {
    id: mail.id,
    kind: mail.kind,
    to: mail.to_address,
    subject: mail.subject,
    state: mail.state,
    createdAt: mail.created_at.toISOString(),
    text: mail.text_body,
    html: mail.html_body,
    calendar: mail.calendar_body,
    links: [...new Set(links)],
    code: /^\d{6}$/m.exec(mail.text_body ?? '')?.[0] ?? null,
  };
}

/**
 * The mail that was not sent, for whoever develops: `/dev/mail`, `/dev/mail/<id>`, and `/dev/mail.json?to=` for tests.
 * Paths are whole: mount it at the root. Everybody who reaches it reads every mail, links included, so it is mounted
 * only where there is no SMTP server, and never in production.
 */
export function createDevMailbox({ pool }: { pool: pg.Pool }): Hono {
  const app = new Hono();
  app.use('/dev/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
  });

  app.get('/dev/mail', async (c) => {
    const recipient = (c.req.query('to') ?? '').trim();
    const mails = await searchMail(pool, recipient);
    return renderPage(c, (nonce) => listPage(mails, recipient, nonce));
  });

  app.get('/dev/mail.json', async (c) => {
    const recipient = c.req.query('to') ?? '';
    const mails = await (recipient === '' ? searchMail(pool, '') : mailTo(pool, recipient));
    return c.json(mails.map(forTests));
  });

  app.get('/dev/mail/list', async (c) => {
    const recipient = (c.req.query('to') ?? '').trim();
    return c.html(await list(await searchMail(pool, recipient), recipient));
  });

  app.get('/dev/mail/:id', async (c) => {
    const mail = await readMail(pool, c.req.param('id'));
    if (!mail) return renderPage(c, unknownPage, 404);
    const mime = hasText(mail) ? (await composeMime(mail)).toString('utf8') : null;
    const headers = mime?.slice(0, mime.indexOf('\r\n\r\n')) ?? null;
    return renderPage(c, (nonce) => messagePage(mail, headers, nonce));
  });

  app.get('/dev/mail/:id/html', async (c) => {
    const mail = await readMail(pool, c.req.param('id'));
    if (!mail?.html_body) return renderPage(c, unknownPage, 404);
    c.header('Content-Security-Policy', MAIL_POLICY);
    // A click in the frame goes where a click in a mail goes: to the page itself.
    return c.html(mail.html_body.replace('<head>', '<head><base target="_top">'));
  });

  app.get('/dev/mail/:id/eml', async (c) => {
    const mail = await readMail(pool, c.req.param('id'));
    if (!mail || !hasText(mail)) return renderPage(c, unknownPage, 404);
    return c.body(new Uint8Array(await composeMime(mail)), 200, {
      'Content-Type': 'message/rfc822',
      'Content-Disposition': `attachment; filename="${mail.id}.eml"`,
    });
  });

  app.get('/dev/mail/:id/ics', async (c) => {
    const mail = await readMail(pool, c.req.param('id'));
    if (!mail?.calendar_body || !mail.calendar_method) return renderPage(c, unknownPage, 404);
    return c.body(mail.calendar_body, 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${calendarFile(mail.calendar_method)}"`,
    });
  });
  return app;
}
