import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type pg from 'pg';
import { InvalidSignature } from '../provider.ts';
import type { Happened } from './event-schema.ts';

export const SIGNATURE_HEADER = 'loge-sandbox-signature';

/** Seconds for which a signature holds, as with Stripe. */
const TOLERANCE = 300;

const digest = (secret: Buffer, at: number, body: string) =>
  createHmac('sha256', secret).update(`${at}.${body}`).digest();

/** @param at seconds since the epoch */
const signatureOf = (secret: Buffer, body: string, at: number): string =>
  `t=${at},v1=${digest(secret, at, body).toString('hex')}`;

/**
 * @param now seconds since the epoch
 * @throws InvalidSignature
 */
export function checkSignature(secret: Buffer, body: string, header: string | null, now: number): void {
  const match = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header ?? '');
  if (!match) throw new InvalidSignature('no signature of the sandbox');
  const at = Number(match[1]);
  if (!timingSafeEqual(digest(secret, at, body), Buffer.from(match[2] ?? '', 'hex'))) {
    throw new InvalidSignature('signed with another secret');
  }
  if (Math.abs(now - at) > TOLERANCE) throw new InvalidSignature('signed too long ago');
}

/** How the payer wants the event to reach Loge. */
export type Manner = 'normal' | 'late' | 'twice';

export const LATE_SECONDS = 12;

/** Records an event in the transaction of what it reports. */
export async function tell(
  db: pg.ClientBase,
  event: Happened,
  { now, manner = 'normal' }: { now: Date; manner?: Manner },
): Promise<void> {
  const eventId = `sbx_evt_${randomUUID()}`;
  const due = new Date(now.getTime() + (manner === 'late' ? LATE_SECONDS * 1000 : 0));
  await db.query(
    `insert into sandbox.webhooks (event_id, body, copies, next_attempt_at, created_at) values ($1, $2, $3, $4, $5)`,
    [eventId, JSON.stringify({ eventId, at: now.getTime(), ...event }), manner === 'twice' ? 2 : 1, due, now],
  );
}

export interface DeliveryDeps {
  pool: pg.Pool;
  /** Where Loge listens; null while it does not. */
  webhookUrl: () => string | null;
  secret: Buffer;
  now: () => Date;
}

/** 2 s, 6 s, 18 s, … up to an hour; a real provider keeps trying for days, and so does this one. */
const waitSeconds = (attempts: number) => Math.min(2 * 3 ** (attempts - 1), 3_600);

/** Milliseconds that Loge may take. */
const ANSWER_WITHIN = 10_000;
/**
 * How long a delivery belongs to the process that makes it; if that dies, it is due again then.
 * Milliseconds.
 */
const LEASE = 15_000;

interface Webhook {
  event_id: string;
  body: string;
  attempts: number;
}

/** @returns null when it was taken, else what went wrong */
async function post(url: string, { body }: Webhook, { secret, now }: DeliveryDeps): Promise<string | null> {
  const at = Math.floor(now().getTime() / 1000);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', [SIGNATURE_HEADER]: signatureOf(secret, body, at) },
      signal: AbortSignal.timeout(ANSWER_WITHIN),
    });
    await response.body?.cancel();
    return response.ok ? null : `answered ${response.status}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Delivers the event that is due longest, with no connection held while Loge answers.
 * @returns false when none is due
 */
async function deliverOne(deps: DeliveryDeps, url: string): Promise<boolean> {
  const { pool, now } = deps;
  const at = now();
  const { rows } = await pool.query(
    `with next as (
       select event_id from sandbox.webhooks where copies > 0 and next_attempt_at <= $1
       order by next_attempt_at, created_at limit 1 for update skip locked
     )
     update sandbox.webhooks w set next_attempt_at = $2 from next where w.event_id = next.event_id
     returning w.event_id, w.body, w.attempts`,
    [at, new Date(at.getTime() + LEASE)],
  );
  const webhook = rows[0];
  if (!webhook) return false;
  const failure = await post(url, webhook, deps);
  if (failure === null) {
    await pool.query(
      `update sandbox.webhooks set copies = copies - 1, attempts = 0, last_error = null, delivered_at = $2, next_attempt_at = $2
       where event_id = $1`,
      [webhook.event_id, now()],
    );
  } else {
    const attempts = webhook.attempts + 1;
    await pool.query(
      `update sandbox.webhooks set attempts = $2, last_error = $3, next_attempt_at = $4 where event_id = $1`,
      [webhook.event_id, attempts, failure, new Date(now().getTime() + waitSeconds(attempts) * 1000)],
    );
  }
  return true;
}

/** Delivers all events that are due, oldest first. Any number of processes may do so at once. */
export async function deliverWebhooks(deps: DeliveryDeps): Promise<number> {
  const url = deps.webhookUrl();
  let delivered = 0;
  if (url === null) return delivered;
  while (await deliverOne(deps, url)) delivered += 1;
  return delivered;
}
