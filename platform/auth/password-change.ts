import type pg from 'pg';
import { audit } from './audit.ts';
import type { AuthContext } from './context.ts';
import { AuthError } from './errors.ts';
import { mailNotice } from './mails.ts';
import { clearTokens, useToken } from './one-time-tokens.ts';
import { checkPassword, hashPassword, requireStrongPassword } from './passwords.ts';
import { forgiveGuesses, spendGuess } from './rate-limits.ts';
import type { Origin, Requester } from './requester.ts';
import { endSessions } from './sessions.ts';
import { contactOf } from './users.ts';

/** GoTrue's: a session younger than this needs no fresh proof. */
const RECENT_MS = 24 * 3600 * 1000;

function needsReauthentication(auth: AuthContext, { session }: Requester): boolean {
  if (!auth.settings.reauthenticateToChangePassword) return false;
  return session === null || auth.now().getTime() - session.created_at.getTime() >= RECENT_MS;
}

/**
 * Checks a new password before any transaction is open: hashing takes long.
 * @returns its hash
 * @throws AuthError 422 weak_password, same_password; 400 current_password_invalid,
 *   reauthentication_needed; 429 after too many codes that were wrong
 */
export async function preparePassword(
  auth: AuthContext,
  requester: Requester,
  body: { password: string; current_password: string; nonce: string },
): Promise<string> {
  const { user } = requester;
  if (user.email === null && user.phone === null) {
    const message = 'Updating password of an anonymous user without an email or phone is not allowed';
    throw new AuthError(422, 'validation_failed', message);
  }
  requireStrongPassword(body.password, auth.settings.passwordCheck);
  if (needsReauthentication(auth, requester) && body.nonce === '') {
    throw new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication');
  }
  if (needsReauthentication(auth, requester)) await spendGuess(auth, contactOf(user), { userId: user.id });
  if (
    body.current_password !== '' &&
    !(await checkPassword(user.encrypted_password, body.current_password))
  ) {
    throw new AuthError(400, 'current_password_invalid', 'Current password is invalid');
  }
  if (user.encrypted_password && (await checkPassword(user.encrypted_password, body.password))) {
    throw new AuthError(422, 'same_password', 'New password should be different from the old password.');
  }
  return hashPassword(body.password);
}

/**
 * Sets the password and ends what the old one, or anybody who had it, may still hold: every other
 * session and every mailed link.
 * @throws AuthError 422 reauthentication_not_valid
 */
export async function changePassword(
  auth: AuthContext,
  client: pg.ClientBase,
  requester: Requester,
  passwordHash: string,
  nonce: string,
  origin: Origin,
): Promise<void> {
  const { user, session } = requester;
  if (needsReauthentication(auth, requester)) {
    const presented = { to: contactOf(user), otp: nonce };
    const used = await useToken(auth, client, presented, ['reauthentication_token'], user.id);
    if (used === null) {
      throw new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid');
    }
  }
  await client.query('update auth.users set encrypted_password = $2, sign_up_password = null where id = $1', [
    user.id,
    passwordHash,
  ]);
  await clearTokens(client, user.id);
  // Links that were followed already, and whose codes have not been exchanged yet.
  await client.query('delete from auth.flow_state where user_id = $1', [user.id]);
  await endSessions(client, user.id, session === null ? 'all' : { except: session.id });
  if (needsReauthentication(auth, requester))
    await forgiveGuesses(auth, contactOf(user), { userId: user.id });
  if (user.email !== null) await mailNotice(auth, client, { kind: 'password_changed', to: user.email, user });
  const action = 'user_updated_password';
  await audit(client, { action, actor: user, address: origin.address, at: auth.now() });
}
