import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import type { Logger } from 'pino';
import { z } from 'zod';
import { type ReplyDeps, receiveReply } from './receive-reply.ts';

/** The text of a mail with its quotation, in characters. */
const LONGEST_TEXT = 256 * 1024;
/** All of a request: 25 MB of files, which is what mail servers take, in base64. */
const LONGEST_MAIL = 36 * 1024 * 1024;
/** Requests with files that are read at once: each is in the memory before its signature can be checked. */
const LARGE_AT_ONCE = 2;
/** How far the provider's clock may be from ours, and how long a request may be brought again. */
const FRESH_MS = 5 * 60_000;

/** docs/replies-by-mail.md says it to operators. */
const inboundMail = z.object({
  messageId: z.string().min(1).max(998),
  from: z.string().min(1).max(998),
  to: z.array(z.string().max(998)).min(1).max(100),
  text: z.string(),
  files: z
    .array(z.object({ name: z.string().max(998).default(''), content: z.string() }))
    .max(50)
    .default([]),
  headers: z.record(z.string(), z.string()).default({}),
  attachments: z.int().min(0).default(0),
});

/** Whether it was signed with this secret, a moment ago (https://www.standardwebhooks.com). `body`: as it came, byte for byte. */
function isSigned(headers: Headers, body: string, secret: string, now: Date): boolean {
  const id = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > FRESH_MS) return false;
  const key = Buffer.from(secret.slice(secret.indexOf('whsec_') + 'whsec_'.length), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest();
  // Several while its secret is being changed.
  return (headers.get('webhook-signature') ?? '').split(' ').some((each) => {
    const given = Buffer.from(each.startsWith('v1,') ? each.slice(3) : '', 'base64');
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}

/**
 * `POST /webhooks/mail`: where the provider that receives mail brings replies. The signature is the only way in. What cannot be taken is answered
 * 200 too, or the provider would bring it again; its sender is told by mail.
 */
export function createReplyWebhook(deps: ReplyDeps & { logger: Logger; secret: string }): Hono {
  const { logger, now, secret } = deps;
  const app = new Hono();
  const limit = bodyLimit({
    maxSize: LONGEST_MAIL,
    // The rest of the body is not read, so the connection cannot be used again.
    onError: (c) => c.json({ outcome: 'too long' }, 413, { Connection: 'close' }),
  });
  let large = 0;
  app.use('/webhooks/mail', async (c, next) => {
    if (Number(c.req.header('content-length') ?? LONGEST_MAIL) <= LONGEST_TEXT) return next();
    if (large >= LARGE_AT_ONCE) return c.json({ outcome: 'busy' }, 503, { 'Retry-After': '10' });
    large += 1;
    try {
      await next();
    } finally {
      large -= 1;
    }
  });
  app.post('/webhooks/mail', limit, async (c) => {
    const body = await c.req.text();
    if (!isSigned(c.req.raw.headers, body, secret, now())) {
      logger.warn('a reply by mail was refused: its signature or its time');
      return c.json({ outcome: 'invalid signature' }, 403);
    }
    const { data: mail, error } = inboundMail.safeParse(parsed(body));
    if (error) return c.json({ outcome: 'invalid', detail: z.prettifyError(error) }, 400);
    if (mail.text.length > LONGEST_TEXT) return c.json({ outcome: 'too long' }, 413);
    const outcome = await receiveReply(deps, {
      ...mail,
      files: mail.files.map(({ name, content }) => ({ name, body: Buffer.from(content, 'base64') })),
    });
    logger.info({ outcome }, 'a reply by mail');
    return c.json({ outcome });
  });
  return app;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null; // of no shape at all, which the answer says
  }
}
