import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from './audit.ts';
import { metadata, pkceFields, readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { paceMail } from './mails.ts';
import { hashPassword, requireStrongPassword, weaknessOf } from './passwords.ts';
import { callNumber, paceSms, takesNumbersWithPassword } from './phone.ts';
import { parseChallenge } from './pkce.ts';
import { limitAddress, PER_ADDRESS } from './rate-limits.ts';
import { redirectFor } from './redirects.ts';
import { registerByEmail, registerNumber } from './registration.ts';
import { type Origin, originOf } from './requester.ts';
import { openSession, type SessionJson } from './sessions.ts';
import { userJson } from './user-json.ts';
import { insertUser } from './users.ts';
import { parseEmail, parsePhone, requireSmallMetadata, requireSms } from './validation.ts';

/**
 * An anonymous sign-up, with neither address nor telephone number. The account can be used as long
 * as its session lasts, unless an address is added to it.
 * @throws AuthError 422 anonymous_provider_disabled, 422 signup_disabled, 429
 */
async function signUpAnonymously(
  auth: AuthContext,
  data: Record<string, unknown>,
  origin: Origin,
): Promise<SessionJson> {
  if (!auth.settings.anonymous) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!auth.settings.signup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  await limitAddress(auth, PER_ADDRESS.anonymous, origin.address);
  const at = auth.now();
  return inTransaction(auth.pool, async (client) => {
    const user = await insertUser(
      client,
      { id: randomUUID(), email: null, encryptedPassword: null, userMetadata: data, confirmedAt: null },
      at,
    );
    const traits = { provider: 'anonymous' };
    await audit(client, { action: 'user_signedup', actor: user, address: origin.address, at, traits });
    return openSession(auth, client, user, 'anonymous', origin);
  });
}

const signupBody = z.object({
  email: text,
  phone: text,
  password: text,
  data: metadata,
  channel: text,
  ...pkceFields,
});

/** POST /signup */
export const signup = (auth: AuthContext) => async (c: Context) => {
  const body = await readBody(c, signupBody);
  const origin = originOf(auth, c);
  requireSmallMetadata(body.data ?? {});
  if (body.email === '' && body.phone === '') {
    return c.json(await signUpAnonymously(auth, body.data ?? {}, origin));
  }
  await limitAddress(auth, PER_ADDRESS.signup, origin.address);
  if (!auth.settings.signup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  if (body.password === '') throw invalid('Signup requires a valid password');
  if (body.email !== '' && body.phone !== '') {
    throw invalid('Only an email address or phone number should be provided on signup.');
  }
  const data = body.data ?? {};
  const challenge = parseChallenge(body);
  if (body.email === '') {
    const atOnce = auth.settings.smsAutoconfirm;
    if (!takesNumbersWithPassword(auth))
      throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
    if (challenge !== null) throw invalid('PKCE not supported for phone signups');
    requireSms(body.channel);
    const phone = parsePhone(body.phone);
    requireStrongPassword(body.password, auth.settings.passwordCheck);
    if (!atOnce) await paceSms(auth, phone, origin.address);
    const password = { text: body.password, hash: await hashPassword(body.password) };
    if (atOnce)
      return c.json(await registerNumber(auth, { phone, passwordHash: password.hash, data, origin }));
    return c.json(userJson(await callNumber(auth, { phone, password, data, address: origin.address })));
  }
  const email = parseEmail(body.email);
  requireStrongPassword(body.password, auth.settings.passwordCheck);
  if (!auth.settings.autoconfirm) await paceMail(auth, 'confirmation', email, origin.address);
  const result = await registerByEmail(auth, {
    email,
    password: body.password,
    // Hashed before the address is looked up, so that known and unknown addresses take the same
    // time.
    passwordHash: await hashPassword(body.password),
    data,
    challenge,
    redirectTo: redirectFor(auth, c),
    origin,
  });
  if (result.outcome === 'signed_in') {
    // As signing in with it does: advice, where such a password is not refused.
    const weakness = weaknessOf(body.password, auth.settings.passwordCheck);
    return c.json(weakness === null ? result.session : { ...result.session, weak_password: weakness });
  }
  if (result.outcome === 'to_confirm') return c.json(userJson(result.user));
  throw new AuthError(422, 'user_already_exists', 'User already registered');
};
