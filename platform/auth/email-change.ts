import type pg from 'pg';
import { isEmailTaken } from './conflicts.ts';
import type { AuthContext } from './context.ts';
import { AuthError, emailExists } from './errors.ts';
import { mailLink, mailNotice } from './mails.ts';
import { clearTokens } from './one-time-tokens.ts';
import { type Challenge, startFlow } from './pkce.ts';
import { insertEmailIdentity, lockUser, type UserRecord } from './users.ts';

/**
 * Notes the wished address and asks for its confirmation: of the new address, and with secure
 * change of the old one as well. A guest's (anonymous) address holds at once where sign-up needs no
 * confirmation either.
 */
export async function requestEmailChange(
  auth: AuthContext,
  client: pg.ClientBase,
  request: { user: UserRecord; newEmail: string; redirectTo: string; challenge: Challenge | null },
): Promise<void> {
  const { user, newEmail, redirectTo, challenge } = request;
  await client.query(
    'update auth.users set email_change = $2, email_change_confirm_status = 0, email_change_sent_at = $3 where id = $1',
    [user.id, newEmail, auth.now()],
  );
  if (user.is_anonymous && auth.settings.autoconfirm) {
    await applyEmailChange(auth, client, { ...user, email_change: newEmail });
    return;
  }
  const flowId = await startFlow(client, user.id, challenge, 'email_change', auth.now());
  const mail = { user, redirectTo, flowId, newEmail };
  if (auth.settings.secureEmailChange && user.email !== null) {
    await mailLink(auth, client, { ...mail, kind: 'email_change_current', email: user.email });
  }
  await mailLink(auth, client, { ...mail, kind: 'email_change_new', email: newEmail });
}

/**
 * Makes the wished address the person's own.
 * @throws AuthError 422 when it went to somebody else meanwhile
 */
async function applyEmailChange(auth: AuthContext, client: pg.ClientBase, user: UserRecord): Promise<void> {
  const email = user.email_change;
  if (email === null) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
  const at = auth.now();
  const proven = { email, email_verified: true };
  try {
    await client.query(
      `update auth.users set email = $2, email_change = null, email_change_confirm_status = 0,
         sign_up_password = null, email_confirmed_at = $3, is_anonymous = false, updated_at = $3,
         raw_user_meta_data = raw_user_meta_data || $4::jsonb,
         raw_app_meta_data = raw_app_meta_data || case when is_anonymous
           then '{"provider": "email", "providers": ["email"]}'::jsonb else '{}' end
       where id = $1`,
      [user.id, email, at, proven],
    );
  } catch (error) {
    if (isEmailTaken(error)) throw emailExists(error);
    throw error;
  }
  const { rowCount } = await client.query(
    `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = $3
     where user_id = $1 and provider = 'email'`,
    [user.id, proven, at],
  );
  if (rowCount === 0) {
    await insertEmailIdentity(client, user.id, { sub: user.id, phone_verified: false, ...proven }, at);
  }
  if (user.email !== null) {
    await mailNotice(auth, client, { kind: 'email_changed', to: user.email, user, newEmail: email });
  }
  // Links and codes that were mailed to the former address are no longer valid.
  await clearTokens(client, user.id);
}

/**
 * One of the mails of a change was answered.
 * @returns `half` while the other address has still to confirm
 */
export async function confirmEmailChange(
  auth: AuthContext,
  client: pg.ClientBase,
  userId: string,
): Promise<'half' | 'changed'> {
  const user = await lockUser(client, userId);
  if (user === null) throw new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
  if (auth.settings.secureEmailChange && user.email !== null && user.email_change_confirm_status === 0) {
    await client.query(
      'update auth.users set email_change_confirm_status = 1, updated_at = $2 where id = $1',
      [userId, auth.now()],
    );
    return 'half';
  }
  await applyEmailChange(auth, client, user);
  return 'changed';
}
