import type pg from 'pg';
import { AppError, type ErrorCode } from '#contracts/errors.ts';

/** How often one person may do something. */
export interface RateLimit {
  /** The act and the person, as the name of the budget. */
  key: string;
  allowed: number;
  /** Seconds in which it is allowed so often. */
  within: number;
  /** What a refusal is called; too_many_attempts unless said. */
  code?: ErrorCode;
}

/** Counts one time, unless the command is refused afterwards. @throws AppError with the code, and how many seconds to wait */
export async function spend(
  db: pg.ClientBase,
  { key, allowed, within, code = 'too_many_attempts' }: RateLimit,
  now: Date,
): Promise<void> {
  const { rows } = await db.query('select auth.spend_rate_limit($1, $2, $3, $4) as wait', [
    key,
    allowed,
    within,
    now,
  ]);
  const retryAfter = rows[0]?.wait ?? 0;
  if (retryAfter > 0) throw new AppError(code, undefined, { retryAfter });
}
