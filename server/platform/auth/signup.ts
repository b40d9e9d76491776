import { randomUUID } from 'node:crypto';
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

/** GoTrue's answer for an address that has an account: the shape of a new one, with nothing true in it. */
function obfuscatedUser(email: string, data: Record<string, unknown>, at: Date) {
  return userJson({
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    encrypted_password: null,
    email_confirmed_at: null,
    invited_at: null,
    confirmation_sent_at: at,
    recovery_sent_at: null,
    email_change: null,
    email_change_confirm_status: 0,
    email_change_sent_at: null,
    reauthentication_sent_at: null,
    phone: null,
    phone_confirmed_at: null,
    last_sign_in_at: null,
    raw_app_meta_data: { provider: 'email', providers: ['email'] },
    raw_user_meta_data: data,
    banned_until: null,
    deleted_at: null,
    is_anonymous: false,
    created_at: at,
    updated_at: at,
    identities: [],
    factors: [],
  });
}

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
  if (auth.settings.autoconfirm) throw new AuthError(422, 'user_already_exists', 'User already registered');
  return c.json(obfuscatedUser(email, data, auth.now()));
};
