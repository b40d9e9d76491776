import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';
import type { ProductDeps } from '#server/product/deps.ts';

/** As at sign-in: five failures in a quarter of an hour. */
const ATTEMPTS = 5;
const WINDOW_SECONDS = 15 * 60;
/** The first half of the lock under which one person's attempts take turns. */
const LOCK_CLASS = 750_652;

interface Attempt {
  personId: string;
  password: string;
  now: Date;
}

/**
 * Asks the person's current password again before something that cannot be taken back lightly. A failure is counted in
 * the caller's transaction, so the caller must commit when it gets one.
 * @returns null when it is right, else the refusal: wrong_password, password_missing or too_many_attempts
 */
export async function checkPassword(
  db: pg.ClientBase,
  verify: ProductDeps['verifyPassword'],
  { personId, password, now }: Attempt,
): Promise<AppError | null> {
  const spend = async (cost: 0 | 1) => {
    const { rows } = await db.query('select auth.spend_rate_limit($1, $2, $3, $4, $5) as wait', [
      `password-check:${personId}`,
      ATTEMPTS,
      WINDOW_SECONDS,
      now,
      cost,
    ]);
    return rows[0]?.wait ?? 0;
  };
  // Guesses sent all at once would each be checked before the first one is counted.
  await db.query('select pg_advisory_xact_lock($1, hashtext($2))', [LOCK_CLASS, personId]);
  const wait = await spend(0);
  if (wait > 0) return new AppError('too_many_attempts', undefined, { retryAfter: wait });
  const { rows } = await db.query('select encrypted_password from auth.users where id = $1', [personId]);
  const hash = rows[0]?.encrypted_password;
  if (!hash) return new AppError('password_missing');
  if (await verify(hash, password)) return null;
  await spend(1);
  return new AppError('wrong_password');
}
