import { createHash } from 'node:crypto';
import type pg from 'pg';
import { AppError, type ErrorCode } from '#product/shared/errors.ts';
import { mailboxOf } from '#product/shared/mailbox.ts';
import type { Run } from '#server/jobs/runner.ts';

/** How often one person may do something. */
export interface RateLimit {
  /** The act and, after a colon, whose budget it is. */
  key: string;
  allowed: number;
  /** Seconds in which it is allowed so often. */
  within: number;
  /** The code of a refusal; too_many_attempts unless set. */
  code?: ErrorCode;
}

/** The table holds nobody's mail address in clear: whose budget it is, is a digest. */
function keptKey(key: string): string {
  const [act, ...whose] = key.split(':');
  const digest = createHash('sha256').update(whose.join(':')).digest('base64url');
  return `${act}:${digest}`;
}

/**
 * Counts one time, unless the command is refused afterwards.
 * @throws AppError with the code, and how many seconds to wait
 */
export async function spend(
  db: pg.ClientBase,
  { key, allowed, within, code = 'too_many_attempts' }: RateLimit,
  now: Date,
): Promise<void> {
  const { rows } = await db.query('select private.spend_rate_limit($1, $2, $3, $4) as wait', [
    keptKey(key),
    allowed,
    within,
    now,
  ]);
  const retryAfter = rows[0]?.wait ?? 0;
  if (retryAfter > 0) throw new AppError(code, undefined, { retryAfter });
}

/** The limit for people without an account, whose addresses nobody proved: for mails, above all. */
export interface StrangerLimit {
  /** The act, which begins each key. */
  act: string;
  /** The network of the caller, as a digest; null where it is not known. */
  place: string | null;
  email: string;
}

const HOUR_SECONDS = 3600;
const DAY_SECONDS = 24 * HOUR_SECONDS;
/**
 * A day to one address, an hour from one network, and an hour from all before networks are slowed.
 */
export const STRANGERS = { toAddress: 3, ofPlace: 20, ofAll: 200, ofSlowedPlace: 2 } as const;

/**
 * Counts one act of somebody without an account: by network first, then by the address that gets
 * the mail. What all of them did together slows each network to `ofSlowedPlace` an hour, and closes
 * nothing: who comes from a network that did nothing is always let through.
 * @throws AppError too_many_attempts
 */
export async function spendOfStranger(
  db: pg.ClientBase,
  { act, place, email }: StrangerLimit,
  now: Date,
): Promise<void> {
  const { toAddress, ofPlace, ofAll, ofSlowedPlace } = STRANGERS;
  await spend(db, { key: `${act}-from:${place}`, allowed: ofPlace, within: HOUR_SECONDS }, now);
  await spend(db, { key: `${act}:${mailboxOf(email)}`, allowed: toAddress, within: DAY_SECONDS }, now);
  const { rows } = await db.query('select private.spend_rate_limit($1, $2, $3, $4) as wait', [
    keptKey(`${act}:strangers`),
    ofAll,
    HOUR_SECONDS,
    now,
  ]);
  if ((rows[0]?.wait ?? 0) === 0) return;
  await spend(db, { key: `${act}-slowed:${place}`, allowed: ofSlowedPlace, within: HOUR_SECONDS }, now);
}

/** Deletes the counters whose window has ended: what is counted next begins a new one. */
export const forgetEndedLimits = ({ pool, now }: Run) =>
  pool.query('delete from private.rate_limits where ends_at <= $1', [now]);
