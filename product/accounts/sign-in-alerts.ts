import { createHash } from 'node:crypto';
import type { Run } from '#server/jobs/runner.ts';

/** The stored digest of the secret in a mail. */
export const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** As long as a browser keeps the cookie by which it is known again. */
const DEVICE_DAYS = 400;
/** As long as recent events are shown. */
const ALERT_DAYS = 90;

/**
 * Forgets browsers that nobody signed in with for longer than they keep their cookie, and old
 * mails' secrets.
 */
export async function forgetDevices({ pool, now }: Pick<Run, 'pool' | 'now'>): Promise<void> {
  await pool.query(
    'delete from private.known_devices where last_seen_at < $1::timestamptz - make_interval(days => $2)',
    [now, DEVICE_DAYS],
  );
  await pool.query(
    'delete from private.sign_in_alerts where created_at < $1::timestamptz - make_interval(days => $2)',
    [now, ALERT_DAYS],
  );
}
