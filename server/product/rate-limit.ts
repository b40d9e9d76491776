import { createHash } from 'node:crypto';
import type pg from 'pg';
import { AppError, type ErrorCode } from '#contracts/errors.ts';

/** How often one person may do something. */
export interface RateLimit {
  /** The act and, after a colon, whose budget it is. */
  key: string;
  allowed: number;
  /** Seconds in which it is allowed so often. */
  within: number;
  /** What a refusal is called; too_many_attempts unless said. */
  code?: ErrorCode;
}

/** The table holds nobody's mail address in clear: whose budget it is, is a digest. */
function keptKey(key: string): string {
  const [act, ...whose] = key.split(':');
  const digest = createHash('sha256').update(whose.join(':')).digest('base64url');
  return `${act}:${digest}`;
}

/** Counts one time, unless the command is refused afterwards. @throws AppError with the code, and how many seconds to wait */
export async function spend(
  db: pg.ClientBase,
  { key, allowed, within, code = 'too_many_attempts' }: RateLimit,
  now: Date,
): Promise<void> {
  const { rows } = await db.query('select auth.spend_rate_limit($1, $2, $3, $4) as wait', [
    keptKey(key),
    allowed,
    within,
    now,
  ]);
  const retryAfter = rows[0]?.wait ?? 0;
  if (retryAfter > 0) throw new AppError(code, undefined, { retryAfter });
}
