import type { Context } from 'hono';
import { z } from 'zod';
import { signUpAnonymously } from './anonymous.ts';
import { metadata, pkceFields, readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { paceMail } from './mails.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';
import { parseChallenge } from './pkce.ts';
import { limitAddress, PER_ADDRESS } from './rate-limits.ts';
import { redirectFor } from './redirects.ts';
import { registerByEmail } from './registration.ts';
import { originOf } from './requester.ts';
import { userJson } from './user-json.ts';
import { parseEmail, requireSmallMetadata } from './validation.ts';

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
  requireStrongPassword(body.password);
  if (body.email !== '' && body.phone !== '') {
    throw invalid('Only an email address or phone number should be provided on signup.');
  }
  if (body.email === '') throw new AuthError(400, 'phone_provider_disabled', 'Phone signups are disabled');
  const email = parseEmail(body.email);
  const challenge = parseChallenge(body);
  const data = body.data ?? {};
  if (!auth.settings.autoconfirm) await paceMail(auth, 'confirmation', email, origin.address);
  const result = await registerByEmail(auth, {
    email,
    password: body.password,
    // Hashed before anybody is looked up, so that known and unknown addresses cost the same.
    passwordHash: await hashPassword(body.password),
    data,
    challenge,
    redirectTo: redirectFor(auth, c),
    origin,
  });
  if (result.outcome === 'signed_in') return c.json(result.session);
  if (result.outcome === 'to_confirm') return c.json(userJson(result.user));
  throw new AuthError(422, 'user_already_exists', 'User already registered');
};
