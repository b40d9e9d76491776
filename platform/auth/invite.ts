import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit, SERVICE } from './audit.ts';
import { metadata, readBody, text } from './body.ts';
import { isEmailTaken } from './conflicts.ts';
import type { AuthContext } from './context.ts';
import { emailExists } from './errors.ts';
import { mailLink } from './mails.ts';
import { closeProviderDoors } from './providers/accept.ts';
import { redirectFor } from './redirects.ts';
import { originOf, requireAdmin } from './requester.ts';
import { userJson } from './user-json.ts';
import { findUserByEmail, findUserById, insertUser, isConfirmed, type UserRecord } from './users.ts';
import { parseEmail } from './validation.ts';

const inviteBody = z.object({ email: text, data: metadata });

/**
 * The account behind an invitation: a new one, or one that is still unconfirmed.
 * @throws AuthError 422 email_exists
 */
export async function invitedUser(
  client: pg.ClientBase,
  email: string,
  data: Record<string, unknown>,
  at: Date,
): Promise<UserRecord> {
  const known = await findUserByEmail(client, email);
  if (known && isConfirmed(known)) throw emailExists();
  if (known) {
    // A stranger may have signed up with this address before: the invitation opens it for the
    // reader of the mail, and the earlier password is dropped.
    await closeProviderDoors(client, known, at);
    await client.query(
      'update auth.users set encrypted_password = null, invited_at = $2, updated_at = $2 where id = $1',
      [known.id, at],
    );
    return known;
  }
  const user = { id: randomUUID(), email, encryptedPassword: null, userMetadata: data };
  return insertUser(client, { ...user, confirmedAt: null, invitedAt: at }, at);
}

/** POST /invite */
export const invite = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  const body = await readBody(c, inviteBody);
  const email = parseEmail(body.email);
  const { address } = originOf(auth, c);
  const at = auth.now();
  const user = await inTransaction(auth.pool, async (client) => {
    const invited = await invitedUser(client, email, body.data ?? {}, at);
    const redirectTo = redirectFor(auth, c);
    await mailLink(auth, client, { user: invited, kind: 'invite', email, redirectTo, flowId: null });
    const traits = { user_id: invited.id, user_email: email };
    await audit(client, { action: 'user_invited', actor: SERVICE, address, at, traits });
    return (await findUserById(client, invited.id)) ?? invited;
  }).catch((error: unknown) => {
    throw isEmailTaken(error) ? emailExists(error) : error;
  });
  return c.json(userJson(user));
};
