import type pg from 'pg';

/**
 * How long links of mails and PKCE flows are kept: longer than any link is valid (GoTrue allows a
 * day at most).
 */
const MAILED_DAYS = 7;
/** How long a stolen refresh token is still recognised as one that was used. */
const USED_TOKEN_DAYS = 30;
/**
 * How long the log of sign-ins is kept, as the privacy page promises: the CNIL recommends six
 * months to a year for logs (deliberation 2021-122).
 */
const LOG_DAYS = 365;

const days = (count: number, now: Date) => new Date(now.getTime() - count * 86_400_000);

/**
 * Deletes what nobody can use any more: mailed tokens, PKCE flows, spent refresh tokens, counters,
 * challenges, factors that were never verified, sessions whose time is over, and what happened more
 * than a year ago. For the scheduler; any number of processes may run it at once.
 * @returns rows deleted
 */
export async function purgeExpired(pool: pg.Pool, now: Date = new Date()): Promise<number> {
  const mailed = days(MAILED_DAYS, now);
  const deletions = [
    () => pool.query('delete from auth.one_time_tokens where created_at < $1', [mailed]),
    () => pool.query('delete from auth.flow_state where created_at < $1', [mailed]),
    () => pool.query('delete from auth.provider_states where created_at < $1', [mailed]),
    () =>
      pool.query(
        // The parent of an active token stays: presented again, it still gets the active one.
        `delete from auth.refresh_tokens old where old.revoked and old.updated_at < $1
         and not exists (select from auth.refresh_tokens active where active.parent_id = old.id and not active.revoked)`,
        [days(USED_TOKEN_DAYS, now)],
      ),
    () => pool.query('delete from auth.rate_limits where ends_at < $1', [now]),
    () => pool.query('delete from auth.sessions where not_after < $1', [now]),
    () => pool.query('delete from auth.mfa_challenges where created_at < $1', [days(1, now)]),
    () =>
      pool.query(`delete from auth.mfa_factors where status = 'unverified' and created_at < $1`, [
        days(1, now),
      ]),
    () => pool.query('delete from auth.webauthn_challenges where expires_at < $1', [now]),
    () => pool.query('delete from auth.audit_log_entries where created_at < $1', [days(LOG_DAYS, now)]),
  ];
  let deleted = 0;
  for (const deletion of deletions) deleted += (await deletion()).rowCount ?? 0;
  return deleted;
}
