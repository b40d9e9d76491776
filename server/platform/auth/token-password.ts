import type { Context } from 'hono';
import { z } from 'zod';
import { placeOf } from '../gateway/address.ts';
import { readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { checkPassword, weaknessOf } from './passwords.ts';
import {
  forgive,
  refuseWhile,
  SIGN_IN_FAILURES,
  SIGN_IN_FAILURES_PER_ADDRESS,
  spend,
  waitFor,
} from './rate-limits.ts';
import { originOf } from './requester.ts';
import { openSession } from './sessions.ts';
import { findUserByEmail, isBanned, isConfirmed, type UserRecord } from './users.ts';

const passwordBody = z.object({ email: text, phone: text, password: text });

type Proof =
  | { outcome: 'proven'; user: UserRecord }
  /** The password of a sign-up whose mail has not been answered. */
  | { outcome: 'unconfirmed' };

/**
 * Compares a password with the person's and with that of the last sign-up with their address. For an unconfirmed person both are
 * compared, whatever the first says: the second is there for confirmed ones alike, and the time tells nothing either.
 */
async function compare(user: UserRecord | null, password: string): Promise<Proof | null> {
  const isTheirs = await checkPassword(user?.encrypted_password, password);
  if (user === null) return null;
  if (isTheirs && isConfirmed(user)) return { outcome: 'proven', user };
  const wasAsked = user.sign_up_password !== null && (await checkPassword(user.sign_up_password, password));
  return isTheirs || wasAsked ? { outcome: 'unconfirmed' } : null;
}

/**
 * The person whom address and password prove. Failures are counted by the address given, account or not. The count is asked
 * again once the password was checked: of guesses sent all at once no more than the budget gets a true answer.
 * @throws AuthError 400 invalid_credentials, 429
 */
async function prove(
  auth: AuthContext,
  email: string,
  password: string,
  networkAddress: string | null,
): Promise<Proof> {
  const from = placeOf(networkAddress);
  const limitsAddress = auth.settings.rateLimits;
  const [waitAccount, waitAddress, user] = await Promise.all([
    waitFor(auth, SIGN_IN_FAILURES, email),
    limitsAddress ? waitFor(auth, SIGN_IN_FAILURES_PER_ADDRESS, from) : 0,
    findUserByEmail(auth.pool, email),
  ]);
  refuseWhile(Math.max(waitAccount, waitAddress));
  const proof = await compare(user, password);
  if (proof === null) {
    const [wait] = await Promise.all([
      spend(auth, SIGN_IN_FAILURES, email),
      limitsAddress ? spend(auth, SIGN_IN_FAILURES_PER_ADDRESS, from) : 0,
    ]);
    refuseWhile(wait);
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  refuseWhile(await waitFor(auth, SIGN_IN_FAILURES, email));
  return proof;
}

/** POST /token?grant_type=password */
export async function tokenByPassword(auth: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c, passwordBody);
  if (body.email !== '' && body.phone !== '') {
    throw invalid('Only an email address or phone number should be provided on login.');
  }
  if (body.phone !== '') throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (body.email === '') throw invalid('missing email or phone');
  const email = body.email.toLowerCase();
  const origin = originOf(auth, c);
  const proof = await prove(auth, email, body.password, origin.address);
  // Told only to somebody who knows the password.
  if (proof.outcome === 'unconfirmed') throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  const { user } = proof;
  if (isBanned(user, auth.now())) throw new AuthError(400, 'user_banned', 'User is banned');
  const [session] = await Promise.all([
    openSession(auth, auth.pool, user, 'password', origin, user.encrypted_password),
    forgive(auth, SIGN_IN_FAILURES, email),
  ]);
  const weakness = weaknessOf(body.password);
  return c.json(weakness === null ? session : { ...session, weak_password: weakness });
}
