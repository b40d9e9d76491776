import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';

/** How often one person may do something. */
export interface RateLimit {
  /** Names what is done, and who does it. */
  key: string;
  allowed: number;
  /** Seconds in which it is allowed so often. */
  within: number;
}

/** Counts one time, unless the command is refused afterwards. @throws AppError too_many_attempts */
export async function spend(
  db: pg.ClientBase,
  { key, allowed, within }: RateLimit,
  now: Date,
): Promise<void> {
  const { rows } = await db.query<{ wait: number }>('select auth.spend_rate_limit($1, $2, $3, $4) as wait', [
    key,
    allowed,
    within,
    now,
  ]);
  const retryAfter = rows[0]?.wait ?? 0;
  if (retryAfter > 0) throw new AppError('too_many_attempts', undefined, { retryAfter });
}
