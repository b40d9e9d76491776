import type { Context } from 'hono';
import { z } from 'zod';
import { readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { checkPassword, weaknessOf } from './passwords.ts';
import {
  forgive,
  placeOf,
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

/**
 * The person whom address and password prove. Failures are counted by the address given, account or not. The count is asked
 * again once the password was checked: of guesses sent all at once no more than the budget gets a true answer.
 * @throws AuthError 400 invalid_credentials, 429
 */
async function proven(
  auth: AuthContext,
  email: string,
  password: string,
  networkAddress: string | null,
): Promise<UserRecord> {
  const from = placeOf(networkAddress);
  const limitsAddress = auth.settings.rateLimits;
  const [waitAccount, waitAddress, user] = await Promise.all([
    waitFor(auth, SIGN_IN_FAILURES, email),
    limitsAddress ? waitFor(auth, SIGN_IN_FAILURES_PER_ADDRESS, from) : 0,
    findUserByEmail(auth.pool, email),
  ]);
  refuseWhile(Math.max(waitAccount, waitAddress));
  if (!(await checkPassword(user?.encrypted_password, password)) || user === null) {
    const [wait] = await Promise.all([
      spend(auth, SIGN_IN_FAILURES, email),
      limitsAddress ? spend(auth, SIGN_IN_FAILURES_PER_ADDRESS, from) : 0,
    ]);
    refuseWhile(wait);
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  refuseWhile(await waitFor(auth, SIGN_IN_FAILURES, email));
  return user;
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
  const user = await proven(auth, email, body.password, origin.address);
  // Told only to who knows the password.
  if (isBanned(user, auth.now())) throw new AuthError(400, 'user_banned', 'User is banned');
  if (!isConfirmed(user)) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
  const [session] = await Promise.all([
    openSession(auth, auth.pool, user, 'password', origin, user.encrypted_password),
    forgive(auth, SIGN_IN_FAILURES, email),
  ]);
  const weakness = weaknessOf(body.password);
  return c.json(weakness === null ? session : { ...session, weak_password: weakness });
}
