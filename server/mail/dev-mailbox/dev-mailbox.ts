import { randomBytes, randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type pg from 'pg';
import type { MailIdentity } from '#product/mail/mail-kind.ts';
import { kinds } from '#product/mails.ts';
import { calendarFile, composeMime } from '#server/integrations/mail-transport/smtp.ts';
import { renderMessage, STORED_COLUMNS, type StoredMail } from '../render-message.ts';
import { type Fragment, type KeptMail, kindsPage, list, listPage, messagePage, unknownPage } from './page.ts';

/**
 * Our own script and style by nonce, nothing else: the mails shown here hold whatever people typed.
 */
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

/**
 * The mail itself runs nothing and loads nothing of ours, opened in a frame or alone; its links
 * work.
 */
const MAIL_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: https:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-same-origin allow-top-navigation-by-user-activation allow-popups',
].join('; ');

/**
 * Brings a reply to the thread of a mail, as a provider's webhook would.
 * @returns what became of it
 */
export type SendReply = (mail: {
  messageId: string;
  from: string;
  to: readonly string[];
  text: string;
  headers: Readonly<Record<string, string>>;
  attachments: number;
}) => Promise<string>;

type Row = StoredMail & Pick<KeptMail, 'state'> & { last_error: string | null };

/** More than anybody reads while developing. */
const SHOWN = 100;

/** The mails of the outbox, each rendered from its fact. */
function openMailbox(pool: pg.Pool, identity: MailIdentity) {
  const kept = (row: Row): KeptMail => {
    const rendered = row.state === 'sent' ? null : renderMessage(row, identity);
    const message = rendered instanceof Error ? null : rendered;
    return {
      id: row.id,
      kind: row.kind,
      from: message?.from ?? row.from_address ?? identity.from,
      to: row.to_address,
      subject: message?.subject ?? row.subject ?? row.kind,
      message,
      state: row.state,
      lastError: rendered instanceof Error ? rendered.message : row.last_error,
      createdAt: row.created_at,
    };
  };
  /** A kind's sample as if it had just been written to somebody. */
  const sample = (kind: string, event: unknown, at: number): KeptMail =>
    kept({
      id: `${kind}~${at}`,
      kind,
      event,
      from_address: null,
      to_address: 'camille@exemple.fr',
      first_name: 'Camille',
      subject: null,
      text_body: null,
      html_body: null,
      calendar_method: null,
      calendar_body: null,
      created_at: new Date(),
      state: 'kept',
      last_error: null,
    });
  const select = `select ${STORED_COLUMNS}, state, last_error from mail.messages where` as const;
  return {
    /** @param recipient part of an address, any case; empty for every mail. Newest first. */
    async search(recipient: string): Promise<KeptMail[]> {
      const { rows } = await pool.query(
        `${select} position(lower($1) in lower(to_address)) > 0 order by created_at desc, id limit ${SHOWN}`,
        [recipient],
      );
      return rows.map(kept);
    },
    /** Every kind's samples, rendered as a person would get them. */
    samples: (): KeptMail[] =>
      kinds.flatMap(({ name, samples }) => samples.map((event, at) => sample(name, event, at))),
    /** @returns null for an invalid or unknown id */
    async read(id: string): Promise<KeptMail | null> {
      const preview = /^([\w.]+)~(\d+)$/.exec(id);
      if (preview) {
        const [, name = '', at = ''] = preview;
        const event = kinds.find((kind) => kind.name === name)?.samples[Number(at)];
        return event === undefined ? null : sample(name, event, Number(at));
      }
      if (!/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(id)) return null;
      const { rows } = await pool.query(`${select} id = $1`, [id]);
      return rows[0] ? kept(rows[0]) : null;
    },
  };
}

async function renderPage(c: Context, view: (nonce: string) => Fragment, status: 200 | 404 = 200) {
  const nonce = randomBytes(16).toString('base64');
  c.header('Content-Security-Policy', contentSecurityPolicy(nonce));
  return c.html(await view(nonce), status);
}

/**
 * The parts of a mail that a test needs: its texts, and the links in them, the first being the one
 * to follow.
 */
function forTests(mail: KeptMail) {
  const links = [...(mail.message?.html ?? '').matchAll(/href="([^"]+)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&').replaceAll('&#39;', "'").replaceAll('&quot;', '"'),
  );
  return {
    id: mail.id,
    kind: mail.kind,
    to: mail.to,
    subject: mail.subject,
    state: mail.state,
    createdAt: mail.createdAt.toISOString(),
    text: mail.message?.text ?? null,
    html: mail.message?.html ?? null,
    calendar: mail.message?.calendar?.text ?? null,
    links: [...new Set(links)],
    code: /^\d{6}$/m.exec(mail.message?.text ?? '')?.[0] ?? null,
  };
}

/**
 * The mail that was not sent, for developers: `/dev/mail`, `/dev/mail/<id>`, and
 * `/dev/mail.json?to=` for tests. `/dev/mail/kinds` previews every mail that Loge can send. Paths
 * are whole: mount it at the root. Everybody who reaches it reads every mail, links included, so it
 * is mounted only where there is no SMTP server, and never in production.
 */
export function createDevMailbox({
  pool,
  identity,
  reply,
}: {
  pool: pg.Pool;
  identity: MailIdentity;
  reply: SendReply | null;
}): Hono {
  const mailbox = openMailbox(pool, identity);
  const app = new Hono();
  app.use('/dev/*', async (c, next) => {
    await next();
    c.header('Cache-Control', 'no-store');
    c.header('X-Content-Type-Options', 'nosniff');
    c.header('Referrer-Policy', 'no-referrer');
  });

  app.get('/dev/mail', async (c) => {
    const recipient = (c.req.query('to') ?? '').trim();
    const mails = await mailbox.search(recipient);
    return renderPage(c, (nonce) => listPage(mails, recipient, nonce));
  });

  app.get('/dev/mail.json', async (c) => {
    const recipient = c.req.query('to') ?? '';
    const found = await mailbox.search(recipient);
    // Of a whole address alone, any case.
    const mails = found.filter(({ to }) => recipient === '' || to.toLowerCase() === recipient.toLowerCase());
    return c.json(mails.map(forTests));
  });

  app.get('/dev/mail/list', async (c) => {
    const recipient = (c.req.query('to') ?? '').trim();
    return c.html(await list(await mailbox.search(recipient), recipient));
  });

  app.get('/dev/mail/kinds', (c) => renderPage(c, (nonce) => kindsPage(mailbox.samples(), nonce)));

  app.get('/dev/mail/:id', async (c) => {
    const mail = await mailbox.read(c.req.param('id'));
    if (!mail) return renderPage(c, unknownPage, 404);
    const mime = mail.message && (await composeMime(mail.message)).toString('utf8');
    const headers = mime?.slice(0, mime.indexOf('\r\n\r\n')) ?? null;
    const replied = c.req.query('reply') ?? null;
    return renderPage(c, (nonce) => messagePage(mail, headers, replied, nonce));
  });

  app.post('/dev/mail/:id/reply', bodyLimit({ maxSize: 64 * 1024 }), async (c) => {
    const mail = await mailbox.read(c.req.param('id'));
    const to = mail?.message?.replyTo ?? null;
    if (!mail || to === null || reply === null) return renderPage(c, unknownPage, 404);
    const { text } = await c.req.parseBody();
    const outcome = await reply({
      messageId: `<${randomUUID()}@dev.loge.test>`,
      from: mail.to,
      to: [to],
      text: typeof text === 'string' ? text : '',
      headers: {},
      attachments: 0,
    });
    return c.redirect(`/dev/mail/${mail.id}?reply=${encodeURIComponent(outcome)}`, 303);
  });

  app.get('/dev/mail/:id/html', async (c) => {
    const mail = await mailbox.read(c.req.param('id'));
    if (!mail?.message) return renderPage(c, unknownPage, 404);
    c.header('Content-Security-Policy', MAIL_POLICY);
    // A click in the frame goes where a click in a mail goes: to the page itself.
    return c.html(mail.message.html.replace('<head>', '<head><base target="_top">'));
  });

  app.get('/dev/mail/:id/eml', async (c) => {
    const mail = await mailbox.read(c.req.param('id'));
    if (!mail?.message) return renderPage(c, unknownPage, 404);
    return c.body(new Uint8Array(await composeMime(mail.message)), 200, {
      'Content-Type': 'message/rfc822',
      'Content-Disposition': `attachment; filename="${mail.id}.eml"`,
    });
  });

  app.get('/dev/mail/:id/ics', async (c) => {
    const mail = await mailbox.read(c.req.param('id'));
    const calendar = mail?.message?.calendar;
    if (!calendar) return renderPage(c, unknownPage, 404);
    return c.body(calendar.text, 200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `attachment; filename="${calendarFile(calendar.method)}"`,
    });
  });
  return app;
}
