import type { Context } from 'hono';
import { z } from 'zod';
import { placeOf } from '#platform/gateway/address.ts';
import { readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { checkPassword, weaknessOf } from './passwords.ts';
import { takesNumbersWithPassword } from './phone.ts';
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
import {
  findUserByEmail,
  findUserByPhone,
  isBanned,
  isConfirmed,
  isPhoneConfirmed,
  type UserRecord,
} from './users.ts';
import { parsePhone } from './validation.ts';

const passwordBody = z.object({ email: text, phone: text, password: text });

type Proof =
  | { outcome: 'proven'; user: UserRecord }
  /** The password is right, but the address of the sign-up has not been confirmed yet. */
  | { outcome: 'unconfirmed' };

/**
 * Compares a password with the person's own and with the one that the last sign-up with their
 * address gave. For an unconfirmed person both are compared even when the first one matches. A
 * sign-up password is stored for confirmed people too, so the time of the answer does not reveal
 * whether an address is confirmed.
 */
async function compare(
  user: UserRecord | null,
  password: string,
  isProven: typeof isConfirmed,
): Promise<Proof | null> {
  const isTheirs = await checkPassword(user?.encrypted_password, password);
  if (user === null) return null;
  if (isTheirs && isProven(user)) return { outcome: 'proven', user };
  const wasAsked = user.sign_up_password !== null && (await checkPassword(user.sign_up_password, password));
  return isTheirs || wasAsked ? { outcome: 'unconfirmed' } : null;
}

/**
 * Finds the person by address or number and password. Failures are counted per address or number,
 * whether or not it has an account. The count is read again after the password check, so that of
 * guesses sent all at once only as many as the limit allows learn the result.
 * @throws AuthError 400 invalid_credentials, 429
 */
async function prove(
  auth: AuthContext,
  named: { email: string } | { phone: string },
  password: string,
  networkAddress: string | null,
): Promise<Proof> {
  const subject = 'email' in named ? named.email : named.phone;
  const from = placeOf(networkAddress);
  const limitsAddress = auth.settings.rateLimits;
  const [waitAccount, waitAddress, user] = await Promise.all([
    waitFor(auth, SIGN_IN_FAILURES, subject),
    limitsAddress ? waitFor(auth, SIGN_IN_FAILURES_PER_ADDRESS, from) : 0,
    'email' in named ? findUserByEmail(auth.pool, subject) : findUserByPhone(auth.pool, subject),
  ]);
  refuseWhile(Math.max(waitAccount, waitAddress));
  const proof = await compare(user, password, 'email' in named ? isConfirmed : isPhoneConfirmed);
  if (proof === null) {
    const [wait] = await Promise.all([
      spend(auth, SIGN_IN_FAILURES, subject),
      limitsAddress ? spend(auth, SIGN_IN_FAILURES_PER_ADDRESS, from) : 0,
    ]);
    refuseWhile(wait);
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  refuseWhile(await waitFor(auth, SIGN_IN_FAILURES, subject));
  return proof;
}

/** POST /token?grant_type=password */
export async function tokenByPassword(auth: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c, passwordBody);
  if (body.email !== '' && body.phone !== '') {
    throw invalid('Only an email address or phone number should be provided on login.');
  }
  if (body.phone !== '' && !takesNumbersWithPassword(auth))
    throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (body.email === '' && body.phone === '') throw invalid('missing email or phone');
  const named = body.phone === '' ? { email: body.email.toLowerCase() } : { phone: parsePhone(body.phone) };
  const origin = originOf(auth, c);
  const proof = await prove(auth, named, body.password, origin.address);
  // That the address is unconfirmed is revealed only to somebody who knows the password.
  if (proof.outcome === 'unconfirmed')
    throw 'email' in named
      ? new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
      : new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');
  const { user } = proof;
  if (isBanned(user, auth.now())) throw new AuthError(400, 'user_banned', 'User is banned');
  const [session] = await Promise.all([
    openSession(auth, auth.pool, user, 'password', origin, user.encrypted_password),
    forgive(auth, SIGN_IN_FAILURES, 'email' in named ? named.email : named.phone),
  ]);
  const weakness = weaknessOf(body.password, auth.settings.passwordCheck);
  return c.json(weakness === null ? session : { ...session, weak_password: weakness });
}
