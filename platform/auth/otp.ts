import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from './audit.ts';
import { metadata, pkceFields, readBody, text } from './body.ts';
import { isEmailTaken } from './conflicts.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { mailLink, paceMail, pretendToMail } from './mails.ts';
import { callNumber, paceSms, takesNumbers } from './phone.ts';
import { type Challenge, parseChallenge, startFlow } from './pkce.ts';
import { closeProviderDoors } from './providers/accept.ts';
import { limitAddress, PER_ADDRESS } from './rate-limits.ts';
import { redirectFor } from './redirects.ts';
import { originOf } from './requester.ts';
import { findUserByEmail, findUserByPhone, insertUser, isConfirmed } from './users.ts';
import { parseEmail, parsePhone, requireSmallMetadata, requireSms } from './validation.ts';

const otpBody = z.object({
  email: text,
  phone: text,
  create_user: z
    .boolean()
    .nullish()
    .transform((value) => value ?? true),
  data: metadata,
  channel: text,
  ...pkceFields,
});

interface OtpRequest {
  email: string;
  createUser: boolean;
  data: Record<string, unknown>;
  challenge: Challenge | null;
  redirectTo: string;
  address: string | null;
}

async function mailOtp(auth: AuthContext, request: OtpRequest): Promise<void> {
  const { email, createUser, data, challenge, redirectTo, address } = request;
  const at = auth.now();
  await inTransaction(auth.pool, async (client) => {
    const known = await findUserByEmail(client, email);
    if (known === null && (!createUser || !auth.settings.signup)) {
      // GoTrue says otp_disabled or signup_disabled here, which tells who has an account
      // (docs/decisions/0011).
      return pretendToMail(auth, client, 'magiclink', email, redirectTo);
    }
    // A new account has no password, and no confirmation until its mail is answered.
    const user =
      known ??
      (await insertUser(
        client,
        { id: randomUUID(), email, encryptedPassword: null, userMetadata: data, confirmedAt: null },
        at,
      ));
    await closeProviderDoors(client, user, at);
    // A pending account with a password is opened by a magic link, which clears that password (see
    // verification.ts).
    const isNew = !isConfirmed(user) && user.encrypted_password === null && !auth.settings.autoconfirm;
    const kind = isNew ? 'signup' : 'magiclink';
    const method = kind === 'signup' ? 'email/signup' : 'magiclink';
    const flowId = await startFlow(client, user.id, challenge, method, at);
    await mailLink(auth, client, { user, kind, email, redirectTo, flowId });
    const action = kind === 'signup' ? 'user_confirmation_requested' : 'user_recovery_requested';
    await audit(client, { action, actor: user, address, at });
  });
}

/**
 * POST /otp and POST /magiclink: says the same, in the same time, whether the address has an
 * account or not.
 */
export const otp = (auth: AuthContext) => async (c: Context) => {
  const { address } = originOf(auth, c);
  await limitAddress(auth, { ...PER_ADDRESS.signup, name: 'otp' }, address);
  const body = await readBody(c, otpBody);
  requireSmallMetadata(body.data ?? {});
  if (body.email !== '' && body.phone !== '') {
    throw invalid('Only an email address or phone number should be provided');
  }
  if (body.email !== '' && body.channel !== '') {
    throw invalid('Channel should only be specified with Phone OTP');
  }
  const data = body.data ?? {};
  if (body.phone !== '') {
    if (!takesNumbers(auth))
      throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
    requireSms(body.channel);
    const phone = parsePhone(body.phone);
    await paceSms(auth, phone, address);
    const mayOpen = body.create_user && auth.settings.signup;
    // GoTrue says otp_disabled or signup_disabled, which tells who has an account
    // (docs/decisions/0011).
    if (mayOpen || (await findUserByPhone(auth.pool, phone)) !== null)
      await callNumber(auth, { phone, password: null, data, address });
    return c.json({});
  }
  if (body.email === '') throw invalid('One of email or phone must be set');
  const challenge = parseChallenge(body);
  const email = parseEmail(body.email);
  await paceMail(auth, 'recovery', email, address);
  const request: OtpRequest = {
    email,
    createUser: body.create_user,
    data,
    challenge,
    redirectTo: redirectFor(auth, c),
    address,
  };
  await mailOtp(auth, request).catch((error: unknown) => {
    // Another request made an account with this address meanwhile: its mail is sent now.
    if (isEmailTaken(error)) return mailOtp(auth, request);
    throw error;
  });
  return c.json({});
};
