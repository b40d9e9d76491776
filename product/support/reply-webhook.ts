import { createHmac, type Hmac, timingSafeEqual } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import type { Logger } from 'pino';
import { z } from 'zod';
import { webhookKey } from '#server/integrations/standard-webhooks.ts';
import { type ReplyDeps, receiveReply } from './receive-reply.ts';

/** The text of a mail with its quotation, in characters. */
const LONGEST_TEXT = 256 * 1024;
/** All of a request: 25 MB of files, which is what mail servers take, in base64. */
const LONGEST_MAIL = 36 * 1024 * 1024;
/**
 * Requests with files that are read at once, one from each address: each is in the memory before
 * its signature can be checked.
 */
const LARGE_AT_ONCE = 2;
/** How far the provider's clock may be from ours, and how long a request may be brought again. */
const FRESH_MS = 5 * 60_000;
/** In which a body must have come: 36 MiB at 15 Mbit/s. */
const LONGEST_WAY_MS = 20_000;

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

/**
 * The signature that a request claims (https://www.standardwebhooks.com), before its body is read.
 */
interface Claim {
  /** The signed text before the body. */
  prefix: string;
  /** Several while the secret is being changed. */
  signatures: Buffer[];
}

/**
 * @returns null when there is no signature, or it is not of a moment ago: nothing of such a request
 *   is read
 */
function claimOf(headers: Headers, now: Date): Claim | null {
  const id = headers.get('webhook-id') ?? '';
  const timestamp = headers.get('webhook-timestamp') ?? '';
  if (id === '' || !/^\d{1,12}$/.test(timestamp)) return null;
  if (Math.abs(now.getTime() - Number(timestamp) * 1000) > FRESH_MS) return null;
  const signatures = (headers.get('webhook-signature') ?? '')
    .split(' ')
    .filter((each) => each.startsWith('v1,'))
    .map((each) => Buffer.from(each.slice(3), 'base64'))
    .filter(({ length }) => length === 32);
  return signatures.length === 0 ? null : { prefix: `${id}.${timestamp}.`, signatures };
}

/** @returns what was sent, which the hashes have taken too */
async function readBody(
  body: ReadableStream<Uint8Array> | null,
  hashes: readonly Hmac[],
  wayMs: number,
): Promise<Buffer | 'too long' | 'too slow'> {
  const chunks: Uint8Array[] = [];
  const reader = body?.getReader();
  const slow = Promise.withResolvers<'too slow'>();
  const timer = setTimeout(() => slow.resolve('too slow'), wayMs);
  try {
    for (let length = 0; ; ) {
      const part = await Promise.race([reader?.read(), slow.promise]);
      if (part === 'too slow') return part;
      if (part?.value === undefined) return Buffer.concat(chunks);
      length += part.value.byteLength;
      if (length > LONGEST_MAIL) return 'too long';
      for (const hash of hashes) hash.update(part.value);
      chunks.push(part.value);
    }
  } finally {
    clearTimeout(timer);
  }
}

interface ReplyWebhookDeps extends ReplyDeps {
  logger: Logger;
  /** Several while the provider's is being changed. */
  secrets: readonly string[];
  /**
   * By which requests of one sender are known: from `X-Forwarded-For`, where a proxy of ours wrote
   * it, or the connection's address.
   */
  placeOf: (forwarded: string | undefined, remote: string | undefined) => string;
  /** The longest that a body may take, in milliseconds. */
  wayMs?: number;
}

/** The rest of the body is not read, so the connection cannot be used again. */
const CLOSE = { Connection: 'close' };

/**
 * `POST /webhooks/mail`: where the provider that receives mail brings replies. The signature is the
 * only way in. What cannot be taken is answered 200 too, or the provider would bring it again; its
 * sender is told by mail.
 */
export function createReplyWebhook(deps: ReplyWebhookDeps): Hono {
  const { logger, now, placeOf, secrets, wayMs = LONGEST_WAY_MS } = deps;
  const app = new Hono();
  const keys = secrets.map(webhookKey);
  /** Where the large requests come from that are being read. */
  const large = new Set<string>();
  app.post('/webhooks/mail', async (c) => {
    const claim = claimOf(c.req.raw.headers, now());
    const refused = () => {
      logger.warn('a reply by mail was refused: its signature or its time');
      return c.json({ outcome: 'invalid signature' }, 403);
    };
    if (claim === null) return refused();
    const declared = Number(c.req.header('content-length') ?? LONGEST_MAIL);
    if (declared > LONGEST_MAIL) return c.json({ outcome: 'too long' }, 413, CLOSE);
    const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
    const place = placeOf(c.req.header('x-forwarded-for'), incoming?.socket.remoteAddress);
    const isLarge = declared > LONGEST_TEXT;
    if (isLarge && (large.size >= LARGE_AT_ONCE || large.has(place)))
      return c.json({ outcome: 'busy' }, 503, { 'Retry-After': '10' });
    if (isLarge) large.add(place);
    try {
      const hashes = keys.map((key) => createHmac('sha256', key).update(claim.prefix));
      const body = await readBody(c.req.raw.body, hashes, wayMs);
      if (body === 'too slow') return c.json({ outcome: body }, 408, CLOSE);
      if (body === 'too long') return c.json({ outcome: body }, 413, CLOSE);
      const expected = hashes.map((hash) => hash.digest());
      const isSigned = claim.signatures.some((given) => expected.some((own) => timingSafeEqual(given, own)));
      if (!isSigned) return refused();
      const { data: mail, error } = inboundMail.safeParse(parsed(body.toString()));
      if (error) return c.json({ outcome: 'invalid', detail: z.prettifyError(error) }, 400);
      if (mail.text.length > LONGEST_TEXT) return c.json({ outcome: 'too long' }, 413);
      const outcome = await receiveReply(deps, {
        ...mail,
        files: mail.files.map(({ name, content }) => ({ name, body: Buffer.from(content, 'base64') })),
      });
      logger.info({ outcome }, 'a reply by mail');
      return c.json({ outcome });
    } finally {
      if (isLarge) large.delete(place);
    }
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
