import type pg from 'pg';
import type { Logger } from 'pino';
import type { MailIdentity } from '#product/mail/mail-kind.ts';
import {
  messageId,
  NotSent,
  openTransport,
  type Transport,
} from '#server/integrations/mail-transport/smtp.ts';
import {
  type Message,
  renderMessage,
  STORED_COLUMNS,
  type StoredMail,
  singleLine,
} from './render-message.ts';

export interface DeliveryDeps {
  pool: pg.Pool;
  /**
   * `url`: `smtp://user:password@host:port`, or null when mail is only kept for reading;
   * `concurrency`: mails under way at a time; `onlyTo`: the addresses, and domains after an @, in
   * lower case, to which mail is sent at all, null for everybody.
   */
  mail: { url: string | null; concurrency: number; onlyTo: readonly string[] | null };
  identity: MailIdentity;
  logger: Logger;
  /** How long the SMTP server may stay silent, in milliseconds. */
  timeoutMs?: number;
  /** Ends the round after the mails that are being sent. */
  signal?: AbortSignal;
}

/** The result of one round. */
export interface DeliveryRound {
  sent: number;
  /** Will be tried again later. */
  postponed: number;
  /** Given up: refused for good, impossible to render, or out of attempts. */
  failed: number;
  /** Set aside for reading: there is no SMTP server, or the recipient is not among those it is for. */
  kept: number;
}

/**
 * 15 s, 45 s, 2 min 15 s, … up to 2 h between attempts: some seven hours in all, longer than most
 * outages of a mail host.
 */
const MAX_ATTEMPTS = 10;
const retryDelayMs = (attempts: number) => Math.min(15_000 * 3 ** (attempts - 1), 2 * 3_600_000);

/**
 * After this long without a sign from the process that sends a mail, another may send it; an
 * attempt is over well before. Seconds, milliseconds.
 */
const LEASE_SECONDS = 120;
const ATTEMPT_WITHIN = 90_000;
const SILENCE = 20_000;

type Claimed = StoredMail & { attempts: number };

/**
 * The longest-due mail, for as long as the lease lasts; other processes pass over it. The row is
 * not locked meanwhile.
 */
async function claim({ pool, identity }: DeliveryDeps): Promise<Claimed | null> {
  const { rows } = await pool.query(
    `update mail.messages set attempts = attempts + 1, next_attempt_at = now() + make_interval(secs => $1),
       from_address = coalesce(from_address, $2)
     where id = (select id from mail.messages where state = 'pending' and next_attempt_at <= now()
       order by next_attempt_at, created_at limit 1 for update skip locked)
     returning ${STORED_COLUMNS}, attempts`,
    [LEASE_SECONDS, singleLine(identity.from)],
  );
  return rows[0] ?? null;
}

/** The outcome of an attempt; the text of a sent mail is erased. */
interface Outcome {
  result: keyof DeliveryRound;
  error: string | null;
  /** Null when it could not be rendered. */
  message: Message | null;
}

/**
 * Only the process that counted this attempt may record its outcome: another may have taken the
 * mail over.
 */
async function record(pool: pg.Pool, { id, attempts }: Claimed, outcome: Outcome): Promise<void> {
  const { result, error, message } = outcome;
  await pool.query(
    `update mail.messages set state = $3::text, last_error = $4, subject = coalesce(subject, $5),
       next_attempt_at = clock_timestamp() + make_interval(secs => $6),
       sent_at = case when $3 = 'sent' then clock_timestamp() end,
       event = case when $3 <> 'sent' then event end, text_body = case when $3 <> 'sent' then text_body end,
       html_body = case when $3 <> 'sent' then html_body end, calendar_body = case when $3 <> 'sent' then calendar_body end
     where id = $1 and attempts = $2 and state = 'pending'`,
    [
      id,
      attempts,
      result === 'postponed' ? 'pending' : result,
      error,
      message?.subject ?? null,
      retryDelayMs(attempts) / 1_000,
    ],
  );
}

async function send(transport: Transport, message: Message): Promise<NotSent | null> {
  try {
    await transport.send(message);
    return null;
  } catch (error) {
    if (error instanceof NotSent) return error;
    throw error;
  }
}

function isReached(onlyTo: readonly string[] | null, address: string): boolean {
  const to = address.toLowerCase();
  return (
    onlyTo === null || onlyTo.some((entry) => (entry.startsWith('@') ? to.endsWith(entry) : to === entry))
  );
}

/**
 * Renders and sends a claimed mail and records what came of it.
 * @returns whether the next mail may fare better
 */
async function deliverOne(
  { pool, logger, identity, mail: { onlyTo } }: DeliveryDeps,
  transport: Transport | null,
  mail: Claimed,
  round: DeliveryRound,
): Promise<boolean> {
  const { id, kind, attempts } = mail;
  const settle = async (outcome: Outcome) => {
    await record(pool, mail, outcome);
    round[outcome.result] += 1;
  };
  const message =
    attempts > MAX_ATTEMPTS ? new Error('the process died in each attempt') : renderMessage(mail, identity);
  if (message instanceof Error) {
    logger.error({ err: message, mail: id, kind }, 'mail given up: it cannot be written');
    await settle({ result: 'failed', error: message.message, message: null });
    return true;
  }
  if (transport === null || !isReached(onlyTo, mail.to_address)) {
    await settle({ result: 'kept', error: null, message });
    return true;
  }
  const failure = await send(transport, message);
  if (failure === null) {
    await settle({ result: 'sent', error: null, message });
    return true;
  }
  const over = failure.final || attempts >= MAX_ATTEMPTS;
  const detail = { err: failure, mail: id, kind, messageId: messageId(message), attempts };
  if (over) logger.error(detail, 'mail given up');
  else logger.warn({ ...detail, ...(failure.aboutServer && { away: 'mail' }) }, 'mail postponed');
  await settle({ result: over ? 'failed' : 'postponed', error: failure.message, message });
  return !failure.aboutServer;
}

/**
 * Sends every mail that is due: claims one with a lease, renders it, sends it, records what came of
 * it, and holds no transaction meanwhile. Any number of processes may do so at once. At least once:
 * a process that dies, or loses the database, between the SMTP server's acceptance and the record
 * leaves the mail to be sent again when the lease is over, with the same Message-ID.
 * @returns what the round did; an SMTP server that does not answer ends the round, and is no error
 *   of ours
 */
export async function deliverMail(deps: DeliveryDeps): Promise<DeliveryRound> {
  const { mail: settings, timeoutMs = SILENCE, signal } = deps;
  const round: DeliveryRound = { sent: 0, postponed: 0, failed: 0, kept: 0 };
  const first = await claim(deps);
  if (first === null) return round;
  const transport =
    settings.url === null
      ? null
      : openTransport(settings.url, {
          silenceMs: timeoutMs,
          withinMs: ATTEMPT_WITHIN,
          connections: settings.concurrency,
        });
  try {
    // The first alone: a server that does not answer costs one mail an attempt, not as many as may
    // be under way.
    let reachable = await deliverOne(deps, transport, first, round);
    const lane = async () => {
      while (reachable && !signal?.aborted) {
        const mail = await claim(deps);
        if (mail === null) return;
        if (!(await deliverOne(deps, transport, mail, round))) reachable = false;
      }
    };
    await Promise.all(Array.from({ length: settings.concurrency }, lane));
    return round;
  } finally {
    transport?.close();
  }
}
