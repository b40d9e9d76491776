import { createTransport, type NodemailerError } from 'nodemailer';
import type pg from 'pg';
import type { Logger } from 'pino';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { composeMime, messageId, type StoredMail } from './mime.ts';

export interface DeliveryDeps {
  pool: pg.Pool;
  /** `url`: `smtp://user:password@host:port`, or null when mail is only kept for reading. */
  mail: { url: string | null };
  logger: Logger;
  /** How long the SMTP server may stay silent, in milliseconds. */
  timeoutMs?: number;
  /** Ends the round after the mail that is being sent. */
  signal?: AbortSignal;
}

/** What one round did. */
export interface DeliveryRound {
  sent: number;
  /** Will be tried again later. */
  postponed: number;
  /** Given up: refused for good, or out of attempts. */
  failed: number;
  /** Set aside for reading, because there is no SMTP server. */
  kept: number;
}

/** 15 s, 45 s, 2 min 15 s, … up to 2 h between attempts: some seven hours in all, longer than most outages of a mail host. */
const MAX_ATTEMPTS = 10;
const retryDelayMs = (attempts: number) => Math.min(15_000 * 3 ** (attempts - 1), 2 * 3_600_000);

/** `reachable` is false when the next mail would meet the same wall. */
interface Outcome {
  result: 'sent' | 'postponed' | 'failed';
  reachable: boolean;
}

interface Transport {
  send(mail: StoredMail): Promise<void>;
  close(): void;
}

function openTransport(url: string, timeoutMs: number): Transport {
  const smtp = createTransport({
    url,
    pool: true,
    maxConnections: 1,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send(mail) {
      const from = /<([^<>]+)>\s*$/.exec(mail.from_address)?.[1] ?? mail.from_address;
      await smtp.sendMail({ envelope: { from, to: [mail.to_address] }, raw: await composeMime(mail) });
    },
    close: () => smtp.close(),
  };
}

/**
 * A refusal that no later attempt can change: the recipient or the content, answered 5xx. A 5xx to anything else (a wrong
 * password, a sender that is not allowed) is the operator's to mend, and the mail waits for it.
 */
const isFinal = (error: NodemailerError) =>
  error.permanent === true && (error.command === 'RCPT TO' || error.command === 'DATA');

/** The conversation itself failed, so the next mail would fail alike: this round is over. */
const isAboutServer = (error: NodemailerError) => error.responseCode === undefined || error.code === 'EAUTH';

/**
 * Sends the longest-due mail, holding its row for as long as it takes. The lock, not a flag, keeps others from it: when
 * this process dies the row is free and pending again, with nobody having to notice.
 * @returns null when nothing is due
 */
async function deliverOne({ pool, logger }: DeliveryDeps, transport: Transport): Promise<Outcome | null> {
  return inTransaction(pool, async (client): Promise<Outcome | null> => {
    const { rows } = await client.query<StoredMail & { kind: string; attempts: number }>(
      `select id, kind, from_address, to_address, subject, text_body, html_body, calendar_method, calendar_body,
         created_at, attempts
       from mail.messages where state = 'pending' and next_attempt_at <= now()
       order by next_attempt_at, created_at limit 1 for update skip locked`,
    );
    const mail = rows[0];
    if (!mail) return null;
    const failure = await transport.send(mail).then(
      () => null,
      (error: NodemailerError) => error,
    );
    if (failure === null) {
      await client.query(
        `update mail.messages set state = 'sent', sent_at = clock_timestamp(), attempts = attempts + 1,
           last_error = null, text_body = null, html_body = null, calendar_body = null where id = $1`,
        [mail.id],
      );
      return { result: 'sent', reachable: true };
    }
    const attempts = mail.attempts + 1;
    const over = isFinal(failure) || attempts >= MAX_ATTEMPTS;
    await client.query(
      `update mail.messages set state = $2, attempts = $3, last_error = $4,
         next_attempt_at = clock_timestamp() + make_interval(secs => $5) where id = $1`,
      [mail.id, over ? 'failed' : 'pending', attempts, failure.message, retryDelayMs(attempts) / 1000],
    );
    const detail = { err: failure, mail: mail.id, kind: mail.kind, messageId: messageId(mail), attempts };
    if (over) logger.error(detail, 'mail given up');
    else logger.warn(detail, 'mail postponed');
    return { result: over ? 'failed' : 'postponed', reachable: !isAboutServer(failure) };
  });
}

/**
 * Sends every mail that is due. Any number of processes may do so at once: each mail goes to one of them. A mail can
 * leave twice only when this process dies, or loses the database, between the SMTP server's acceptance and our commit;
 * both copies then bear the same Message-ID.
 * @returns what the round did; an SMTP server that does not answer ends the round, and is no error of ours
 */
export async function deliverMail(deps: DeliveryDeps): Promise<DeliveryRound> {
  const round: DeliveryRound = { sent: 0, postponed: 0, failed: 0, kept: 0 };
  if (deps.mail.url === null) {
    const kept = await deps.pool.query("update mail.messages set state = 'kept' where state = 'pending'");
    return { ...round, kept: kept.rowCount ?? 0 };
  }
  const due = await deps.pool.query(
    "select from mail.messages where state = 'pending' and next_attempt_at <= now() limit 1",
  );
  if (due.rowCount === 0) return round;
  const transport = openTransport(deps.mail.url, deps.timeoutMs ?? 20_000);
  try {
    while (!deps.signal?.aborted) {
      const outcome = await deliverOne(deps, transport);
      if (outcome === null) break;
      round[outcome.result] += 1;
      if (!outcome.reachable) break;
    }
    return round;
  } finally {
    transport.close();
  }
}
