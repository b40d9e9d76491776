import type { Context } from 'hono';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from './audit.ts';
import { pkceFields, readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { requestEmailChange } from './email-change.ts';
import { AuthError, invalid } from './errors.ts';
import { mailLink, mailNotice, paceMail, pretendToMail } from './mails.ts';
import {
  dropUnprovenPassword,
  issueCode,
  paceSms,
  requestPhoneChange,
  sendCode,
  takesNumbers,
} from './phone.ts';
import { parseChallenge, startFlow } from './pkce.ts';
import { limitAddress, PER_ADDRESS } from './rate-limits.ts';
import { redirectFor } from './redirects.ts';
import { originOf } from './requester.ts';
import { findUserByEmail, findUserByPhone, isConfirmed, isPhoneConfirmed } from './users.ts';
import { parseEmail, parsePhone } from './validation.ts';

const resendBody = z.object({ type: text, email: text, phone: text, ...pkceFields });

type Resend =
  | { type: 'signup' | 'email_change'; email: string }
  | { type: 'sms' | 'phone_change'; phone: string };

/** @returns the address or number, and what to send there again */
function parseResend(body: z.infer<typeof resendBody>): Resend {
  const { type } = body;
  if (type !== 'signup' && type !== 'email_change' && type !== 'sms' && type !== 'phone_change') {
    throw invalid('Missing one of these types: signup, email_change, sms, phone_change');
  }
  const byMail = type === 'signup' || type === 'email_change';
  if (body.email === '' && byMail) throw invalid('Type provided requires an email address');
  if (body.phone === '' && !byMail) throw invalid('Type provided requires a phone number');
  if (body.email !== '' && body.phone !== '') {
    throw invalid('Only an email address or phone number should be provided.');
  }
  if (!byMail) return { type, phone: parsePhone(body.phone) };
  return { type, email: parseEmail(body.email) };
}

/** Sends a code again to a number that waits for one. */
async function textAgain(
  auth: AuthContext,
  type: 'sms' | 'phone_change',
  phone: string,
  address: string | null,
): Promise<void> {
  if (!takesNumbers(auth)) throw new AuthError(400, 'phone_provider_disabled', 'Unsupported phone provider');
  const changing = type === 'phone_change' ? await findUserByPhone(auth.pool, phone) : null;
  // The number that is texted counts, which is the wished one of a change.
  const to = changing?.phone_change ?? phone;
  await paceSms(auth, to, address);
  const code = await inTransaction(auth.pool, async (client) => {
    const user = await findUserByPhone(client, phone);
    if (type === 'phone_change')
      return user?.phone_change === to ? requestPhoneChange(auth, client, user, to) : null;
    if (user === null || isPhoneConfirmed(user)) return null;
    await dropUnprovenPassword(client, user.id);
    return issueCode(auth, client, 'confirmation_token', user, phone);
  });
  if (code !== null) await sendCode(auth, code);
}

/** POST /resend: says the same whether there was something to send again or not. */
export const resend = (auth: AuthContext) => async (c: Context) => {
  const { address } = originOf(auth, c);
  await limitAddress(auth, { ...PER_ADDRESS.signup, name: 'resend' }, address);
  const body = await readBody(c, resendBody);
  const asked = parseResend(body);
  if ('phone' in asked) {
    await textAgain(auth, asked.type, asked.phone, address);
    return c.json({});
  }
  const { type, email } = asked;
  const challenge = parseChallenge(body);
  const redirectTo = redirectFor(auth, c);
  await paceMail(auth, type === 'signup' ? 'confirmation' : 'email_change', email, address);
  const at = auth.now();
  await inTransaction(auth.pool, async (client) => {
    const user = await findUserByEmail(client, email);
    if (type === 'signup' && user && !isConfirmed(user)) {
      const flowId = await startFlow(client, user.id, challenge, 'email/signup', at);
      await mailLink(auth, client, { user, kind: 'signup', email, redirectTo, flowId });
      await audit(client, { action: 'user_confirmation_requested', actor: user, address, at });
    } else if (type === 'signup' && user) {
      // A person who signed up with the address of an existing account gets no confirmation: the
      // mail says why.
      await mailNotice(auth, client, { kind: 'account_exists', to: email, user });
    } else if (type === 'email_change' && user?.email_change) {
      await requestEmailChange(auth, client, { user, newEmail: user.email_change, redirectTo, challenge });
    } else {
      await pretendToMail(auth, client, 'signup', email, redirectTo);
    }
  });
  return c.json({});
};
