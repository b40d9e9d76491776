import type { Context } from 'hono';
import type pg from 'pg';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from './audit.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { mailNotice, paceMail, sendCounted } from './mails.ts';
import { clearTokens, issueToken, useToken } from './one-time-tokens.ts';
import { checkPassword, hashPassword, requireStrongPassword } from './passwords.ts';
import { issueCode, paceSms, sendCode } from './phone.ts';
import { forgiveGuesses, spendGuess } from './rate-limits.ts';
import { type Origin, originOf, type Requester, requireUser } from './requester.ts';
import { endSessions } from './sessions.ts';
import { contactOf, isConfirmed, isPhoneConfirmed } from './users.ts';

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

/** GET /reauthenticate: mails or texts a code that a change of password may ask for. */
export const reauthenticate = (auth: AuthContext) => async (c: Context) => {
  const { user } = await requireUser(auth, c);
  const { address } = originOf(auth, c);
  const { email, phone } = user;
  if (email === null && phone !== null) {
    if (!isPhoneConfirmed(user))
      throw new AuthError(422, 'phone_not_confirmed', 'Please verify your phone first.');
    if (auth.sendSms === null)
      throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
    const owner = { by: 'owner', userId: user.id } as const;
    await paceSms(auth, phone, address, owner);
    const code = await inTransaction(auth.pool, async (client) => {
      await audit(client, { action: 'user_reauthenticate_requested', actor: user, address, at: auth.now() });
      return issueCode(auth, client, 'reauthentication_token', user, phone);
    });
    await sendCode(auth, code, owner);
    return c.json({});
  }
  if (email === null) throw invalid('Reauthentication requires the user to have an email or a phone number');
  if (!isConfirmed(user)) throw new AuthError(422, 'email_not_confirmed', 'Please verify your email first.');
  await paceMail(auth, 'reauthentication', email, address);
  const at = auth.now();
  await inTransaction(auth.pool, async (client) => {
    const token = { userId: user.id, type: 'reauthentication_token', to: email, flowId: null } as const;
    await client.query('update auth.users set reauthentication_sent_at = $2 where id = $1', [user.id, at]);
    const { otp } = await issueToken(auth, client, token);
    await sendCounted(auth, client, {
      kind: 'reauthentication',
      to: email,
      userId: user.id,
      actionLink: null,
      arrival: null,
      otp,
      userMetadata: user.raw_user_meta_data,
    });
    await audit(client, { action: 'user_reauthenticate_requested', actor: user, address, at });
  });
  return c.json({});
};
