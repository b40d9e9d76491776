import type { Context } from 'hono';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from './audit.ts';
import { metadata, pkceFields, readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { requestEmailChange } from './email-change.ts';
import { AuthError, emailExists, phoneExists } from './errors.ts';
import { paceMail } from './mails.ts';
import { changePassword, preparePassword } from './password-change.ts';
import { paceSms, requestPhoneChange, sendCode, takesNumbers } from './phone.ts';
import { parseChallenge } from './pkce.ts';
import { limitAddress, PER_ADDRESS } from './rate-limits.ts';
import { redirectFor } from './redirects.ts';
import { originOf, requireSecondFactor, requireUser } from './requester.ts';
import { userJson } from './user-json.ts';
import { findUserByEmail, findUserByPhone, lockUser } from './users.ts';
import { parseEmail, parsePhone, requireSmallMetadata, requireSms } from './validation.ts';

/** GET /user */
export const getUser = (auth: AuthContext) => async (c: Context) =>
  c.json(userJson((await requireUser(auth, c)).user));

const updateBody = z.object({
  email: text,
  phone: text,
  password: text,
  channel: text,
  current_password: text,
  nonce: text,
  data: metadata,
  app_metadata: metadata,
  ...pkceFields,
});

/** PUT /user */
export const putUser = (auth: AuthContext) => async (c: Context) => {
  const requester = await requireUser(auth, c);
  const body = await readBody(c, updateBody);
  const origin = originOf(auth, c);
  await limitAddress(auth, { ...PER_ADDRESS.signup, name: 'user' }, origin.address);
  const { id } = requester.user;

  if (body.app_metadata !== null)
    throw new AuthError(403, 'not_admin', 'Updating app_metadata requires admin privileges');
  const phone = body.phone === '' ? '' : parsePhone(body.phone);
  const newPhone = phone !== '' && phone !== requester.user.phone ? phone : null;
  if (newPhone !== null && !takesNumbers(auth))
    throw new AuthError(422, 'phone_provider_disabled', 'Phone signups are disabled');
  requireSms(body.channel);
  const email = body.email === '' ? '' : parseEmail(body.email);
  const newEmail = email !== '' && email !== requester.user.email ? email : null;
  const challenge = parseChallenge(body);
  if (newEmail !== null || newPhone !== null || body.password !== '')
    requireSecondFactor(requester, 'update email or password');
  if (newEmail !== null && (await findUserByEmail(auth.pool, newEmail)) !== null) throw emailExists();
  if (newPhone !== null && (await findUserByPhone(auth.pool, newPhone)) !== null) throw phoneExists();
  const passwordHash = body.password === '' ? null : await preparePassword(auth, requester, body);
  // Called after all checks, so that a refused change does not count against the interval between
  // mails.
  if (newEmail !== null) await paceMail(auth, 'email_change', newEmail, origin.address);
  if (newPhone !== null) await paceSms(auth, newPhone, origin.address);

  const { changed, code } = await inTransaction(auth.pool, async (client) => {
    const current = await lockUser(client, id);
    if (current === null)
      throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    if (body.data !== null) {
      const merged = Object.entries({ ...current.raw_user_meta_data, ...body.data });
      requireSmallMetadata(Object.fromEntries(merged.filter(([, value]) => value !== null)));
      const removed = Object.keys(body.data).filter((key) => body.data?.[key] === null);
      await client.query(
        `update auth.users set raw_user_meta_data = (raw_user_meta_data || $2::jsonb) - $3::text[] where id = $1`,
        [id, body.data, removed],
      );
    }
    if (passwordHash !== null)
      await changePassword(auth, client, requester, passwordHash, body.nonce, origin);
    if (newEmail !== null) {
      const redirectTo = redirectFor(auth, c);
      await requestEmailChange(auth, client, { user: current, newEmail, redirectTo, challenge });
    }
    const sent = newPhone === null ? null : await requestPhoneChange(auth, client, current, newPhone);
    await client.query('update auth.users set updated_at = $2 where id = $1', [id, auth.now()]);
    await audit(client, { action: 'user_modified', actor: current, address: origin.address, at: auth.now() });
    return { changed: await lockUser(client, id), code: sent };
  });
  if (changed === null)
    throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
  if (code !== null) await sendCode(auth, code);
  return c.json(userJson(changed));
};
