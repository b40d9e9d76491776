import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { mergeMetadata } from './admin-user-write.ts';
import { audit, SERVICE } from './audit.ts';
import { metadata, readBody, text } from './body.ts';
import { isEmailTaken } from './conflicts.ts';
import type { AuthContext } from './context.ts';
import { AuthError, emailExists, invalid } from './errors.ts';
import { invitedUser } from './invite.ts';
import { issueLink, type LinkKind } from './mails.ts';
import { hashPassword, requireStrongPassword } from './passwords.ts';
import { redirectFor } from './redirects.ts';
import { originOf, requireAdmin } from './requester.ts';
import { userJson } from './user-json.ts';
import { findUserByEmail, findUserById, insertUser, isConfirmed, type UserRecord } from './users.ts';
import { parseEmail } from './validation.ts';

const linkBody = z.object({
  type: text,
  email: text,
  new_email: text,
  password: text,
  data: metadata,
  redirect_to: text,
});

const kinds = [
  'signup',
  'invite',
  'magiclink',
  'recovery',
  'email_change_current',
  'email_change_new',
] as const;

interface LinkRequest {
  kind: LinkKind;
  email: string;
  newEmail: string | null;
  passwordHash: string | null;
  data: Record<string, unknown>;
}

/** @throws AuthError 400 validation_failed, 422 weak_password */
async function parseRequest(auth: AuthContext, body: z.infer<typeof linkBody>): Promise<LinkRequest> {
  const kind = kinds.find((known) => known === body.type);
  if (kind === undefined) throw invalid(`Invalid email action link type requested: ${body.type}`);
  const changesEmail = kind === 'email_change_current' || kind === 'email_change_new';
  if (kind === 'email_change_current' && !auth.settings.secureEmailChange) {
    throw invalid('Enable secure email change to generate link for current email');
  }
  if (kind === 'signup' && body.password === '') throw invalid('Signup requires a valid password');
  if (kind === 'signup') requireStrongPassword(body.password, auth.settings.passwordCheck);
  return {
    kind,
    email: parseEmail(body.email),
    newEmail: changesEmail ? parseEmail(body.new_email) : null,
    passwordHash: kind === 'signup' ? await hashPassword(body.password) : null,
    data: body.data ?? {},
  };
}

/**
 * Finds or makes the person a link is for. A magic link to nobody becomes a sign-up, as in GoTrue.
 */
async function personFor(
  auth: AuthContext,
  client: pg.ClientBase,
  { kind, email, newEmail, passwordHash, data }: LinkRequest,
): Promise<{ user: UserRecord; kind: LinkKind }> {
  const at = auth.now();
  if (kind === 'invite') return { user: await invitedUser(client, email, data, at), kind };
  const known = await findUserByEmail(client, email);
  if (kind === 'signup' && known && isConfirmed(known)) throw emailExists();
  if (known === null) {
    if (kind !== 'signup' && kind !== 'magiclink') {
      throw new AuthError(404, 'user_not_found', 'User with this email not found');
    }
    const user = { id: randomUUID(), email, encryptedPassword: passwordHash, userMetadata: data };
    return { user: await insertUser(client, { ...user, confirmedAt: null }, at), kind: 'signup' };
  }
  if (passwordHash !== null) {
    // The operator's password replaces that of a person who signed up with the address before.
    await client.query('update auth.users set encrypted_password = $2 where id = $1', [
      known.id,
      passwordHash,
    ]);
  }
  if (kind === 'signup') await mergeMetadata(client, known.id, 'raw_user_meta_data', data);
  if (newEmail !== null) {
    if ((await findUserByEmail(client, newEmail)) !== null) throw emailExists();
    // The other half of the same change keeps its confirmation.
    await client.query(
      `update auth.users set email_change_confirm_status =
         case when email_change = $2 then email_change_confirm_status else 0 end, email_change = $2 where id = $1`,
      [known.id, newEmail],
    );
  }
  return { user: known, kind };
}

/**
 * POST /admin/generate_link: the link a mail would have, for the person who sends mails themselves.
 */
export const generateLink = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  const body = await readBody(c, linkBody);
  const request = await parseRequest(auth, body);
  const redirectTo = redirectFor(auth, c, body.redirect_to);
  const { address } = originOf(auth, c);
  const answer = await inTransaction(auth.pool, async (client) => {
    const { user, kind } = await personFor(auth, client, request);
    const email = kind === 'email_change_new' && request.newEmail !== null ? request.newEmail : request.email;
    const link = await issueLink(auth, client, { user, kind, email, redirectTo, flowId: null });
    const traits = { user_id: user.id, type: kind };
    await audit(client, { action: 'generate_link', actor: SERVICE, address, at: auth.now(), traits });
    const current = (await findUserById(client, user.id)) ?? user;
    return {
      ...userJson(current),
      action_link: link.actionLink,
      email_otp: link.otp,
      hashed_token: link.linkToken,
      verification_type: kind,
      redirect_to: redirectTo,
    };
  }).catch((error: unknown) => {
    throw isEmailTaken(error) ? emailExists(error) : error;
  });
  return c.json(answer);
};
