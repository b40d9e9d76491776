import type pg from 'pg';
import { audit } from './audit.ts';
import type { AuthContext } from './context.ts';
import { confirmEmailChange } from './email-change.ts';
import { AuthError, invalid } from './errors.ts';
import { type Presented, type TokenType, useToken } from './one-time-tokens.ts';
import { acceptNumber } from './phone.ts';
import { closeProviderDoors } from './providers/accept.ts';
import type { Origin } from './requester.ts';
import {
  confirmEmail,
  findUserById,
  isBanned,
  isConfirmed,
  isPhoneConfirmed,
  type UserRecord,
} from './users.ts';

const accepted: ReadonlyMap<string, readonly TokenType[]> = new Map([
  ['sms', ['confirmation_token']],
  ['phone_change', ['phone_change_token']],
  ['signup', ['confirmation_token']],
  ['invite', ['confirmation_token']],
  ['magiclink', ['recovery_token']],
  ['recovery', ['recovery_token']],
  ['email', ['confirmation_token', 'recovery_token']],
  ['email_change', ['email_change_token_new', 'email_change_token_current']],
]);

/** The result of a valid link or code. */
export interface Verified {
  user: UserRecord;
  /** The PKCE flow that the link belongs to, if any. */
  flowId: string | null;
  /**
   * Only one of the two addresses of an e-mail change has been confirmed; there is no session yet.
   */
  half: boolean;
}

export const HALF_CONFIRMED =
  'Confirmation link accepted. Please proceed to confirm link sent to the other email';

/**
 * Uses up a mailed token and carries out its action, such as confirming an address.
 * @throws AuthError 400 validation_failed for an unknown type, 403 otp_expired, 403 user_banned
 */
export async function verifyToken(
  auth: AuthContext,
  client: pg.ClientBase,
  type: string,
  presented: Presented,
  origin: Origin,
): Promise<Verified> {
  const types = accepted.get(type);
  // A code for a telephone has no link, and its number is no address.
  const phone = 'to' in presented && !presented.to.includes('@') ? presented.to : null;
  if (types === undefined || (type === 'sms' || type === 'phone_change') !== (phone !== null)) {
    throw invalid(
      'linkToken' in presented ? 'Invalid email verification type' : 'Unsupported verification type',
    );
  }
  const used = await useToken(auth, client, presented, types);
  const user = used && (await findUserById(client, used.userId));
  if (used === null || user === null) {
    const message =
      'linkToken' in presented ? 'Email link is invalid or has expired' : 'Token has expired or is invalid';
    throw new AuthError(403, 'otp_expired', message);
  }
  if (isBanned(user, auth.now())) throw new AuthError(403, 'user_banned', 'User is banned');

  let half = false;
  const entry = { actor: user, address: origin.address, at: auth.now() };
  if (type === 'email_change') {
    half = (await confirmEmailChange(auth, client, user.id)) === 'half';
    if (!half) await audit(client, { ...entry, action: 'user_modified', traits: { change: 'email' } });
  } else if (phone !== null && (type === 'phone_change' || !isPhoneConfirmed(user))) {
    await acceptNumber(auth, client, user.id, phone);
    const action = type === 'sms' ? 'user_signedup' : 'user_modified';
    await audit(client, { ...entry, action, traits: { provider: 'phone' } });
  } else if (phone === null && !isConfirmed(user)) {
    await confirmEmail(client, user.id, auth.now());
    if (used.type === 'recovery_token') {
      await closeProviderDoors(client, user, auth.now());
      // The mailbox is proven, the password is not: another person may have signed up with this
      // address first.
      await client.query('update auth.users set encrypted_password = null where id = $1', [user.id]);
    }
    await audit(client, { ...entry, action: 'user_signedup', traits: { provider: 'email' } });
  }
  return { user: (await findUserById(client, user.id)) ?? user, flowId: used.flowId, half };
}
