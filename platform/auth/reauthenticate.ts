import type { Context } from 'hono';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from './audit.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { paceMail, sendCounted } from './mails.ts';
import { issueToken } from './one-time-tokens.ts';
import { issueCode, paceSms, sendCode } from './phone.ts';
import { originOf, requireUser } from './requester.ts';
import { isConfirmed, isPhoneConfirmed } from './users.ts';

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
