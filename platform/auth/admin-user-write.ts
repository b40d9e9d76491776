import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { userOfPath } from './admin-users.ts';
import { audit, SERVICE } from './audit.ts';
import { flag, metadata, readBody, text } from './body.ts';
import { isEmailTaken, isIdTaken, isPhoneTaken } from './conflicts.ts';
import type { AuthContext } from './context.ts';
import { emailExists, invalid, phoneExists } from './errors.ts';
import { clearTokens } from './one-time-tokens.ts';
import { hashPassword, requireKnownHash, requireStrongPassword } from './passwords.ts';
import { originOf, requireAdmin } from './requester.ts';
import { endSessions } from './sessions.ts';
import { userJson } from './user-json.ts';
import { confirmEmail, findAnyUserById, insertEmailIdentity, insertUser, type UserRecord } from './users.ts';
import { isUuid, parseDuration, parseEmail, parsePhone } from './validation.ts';

const userBody = z.object({
  id: text,
  aud: text,
  role: text,
  email: text,
  phone: text,
  password: text,
  password_hash: text,
  email_confirm: flag,
  phone_confirm: flag,
  user_metadata: metadata,
  app_metadata: metadata,
  ban_duration: text,
});
type UserBody = z.infer<typeof userBody>;

/** The hash to store, or null when the body sets no password. @throws AuthError 400, 422 */
async function passwordHashOf(auth: AuthContext, body: UserBody): Promise<string | null> {
  if (body.password !== '' && body.password_hash !== '') {
    throw invalid('Only a password or a password hash should be provided');
  }
  if (body.password_hash !== '') {
    requireKnownHash(body.password_hash);
    return body.password_hash;
  }
  if (body.password === '') return null;
  requireStrongPassword(body.password, auth.settings.passwordCheck);
  return hashPassword(body.password);
}

/** `undefined` leaves the ban as it is, null lifts it. */
function bannedUntilOf(auth: AuthContext, body: UserBody): Date | null | undefined {
  if (body.ban_duration === '') return undefined;
  if (body.ban_duration === 'none') return null;
  return new Date(auth.now().getTime() + parseDuration(body.ban_duration));
}

const taken = (error: unknown): never => {
  if (isEmailTaken(error)) throw emailExists(error);
  if (isPhoneTaken(error)) throw phoneExists(error);
  throw error;
};

/** POST /admin/users: no mail is sent. */
export const createUser = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  const body = await readBody(c, userBody);
  if (body.email === '' && body.phone === '') {
    throw invalid('Cannot create a user without either an email or phone');
  }
  if (body.id !== '' && !isUuid(body.id)) throw invalid('ID must conform to the uuid v4 format');
  const id = body.id || randomUUID();
  const email = body.email === '' ? null : parseEmail(body.email);
  const phone = body.phone === '' ? null : parsePhone(body.phone);
  const encryptedPassword = await passwordHashOf(auth, body);
  const bannedUntil = bannedUntilOf(auth, body) ?? null;
  const at = auth.now();
  const created = await inTransaction(auth.pool, async (client) => {
    const user = await insertUser(
      client,
      {
        id,
        email,
        phone,
        phoneConfirmedAt: phone !== null && body.phone_confirm ? at : null,
        encryptedPassword,
        userMetadata: body.user_metadata ?? {},
        metadataAsGiven: true,
        appMetadata: body.app_metadata ?? {},
        confirmedAt: email !== null && body.email_confirm ? at : null,
        bannedUntil,
        ...(body.role === '' ? {} : { role: body.role }),
        ...(body.aud === '' ? {} : { aud: body.aud }),
      },
      at,
    );
    const { address } = originOf(auth, c);
    const traits = { user_id: user.id, user_email: email };
    await audit(client, { action: 'user_signedup', actor: SERVICE, address, at, traits });
    return user;
  }).catch((error: unknown) => {
    if (isIdTaken(error)) throw invalid('A user with this ID already exists');
    return taken(error);
  });
  return c.json(userJson(created));
};

async function setEmail(db: pg.ClientBase, user: UserRecord, email: string, at: Date): Promise<void> {
  await db.query(
    `update auth.users set email = $2, email_change = null, email_change_confirm_status = 0,
       raw_user_meta_data = raw_user_meta_data || jsonb_build_object('email', $2::text) where id = $1`,
    [user.id, email],
  );
  const data = { email, email_verified: false };
  const { rowCount } = await db.query(
    `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = $3
     where user_id = $1 and provider = 'email'`,
    [user.id, data, at],
  );
  if (rowCount === 0)
    await insertEmailIdentity(db, user.id, { sub: user.id, phone_verified: false, ...data }, at);
}

/** Merges as GoTrue does: a key given as null is removed. */
export async function mergeMetadata(
  db: pg.ClientBase,
  userId: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  given: Record<string, unknown>,
): Promise<void> {
  const removed = Object.keys(given).filter((key) => given[key] === null);
  await db.query(`update auth.users set ${column} = (${column} || $2::jsonb) - $3::text[] where id = $1`, [
    userId,
    given,
    removed,
  ]);
}

/** PUT /admin/users/{id} */
export const updateUser = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  const user = await userOfPath(auth, c);
  const body = await readBody(c, userBody);
  const email = body.email === '' ? null : parseEmail(body.email);
  const phone = body.phone === '' ? null : parsePhone(body.phone);
  const passwordHash = await passwordHashOf(auth, body);
  const bannedUntil = bannedUntilOf(auth, body);
  const at = auth.now();
  const updated = await inTransaction(auth.pool, async (client) => {
    if (email !== null && email !== user.email) await setEmail(client, user, email, at);
    if (body.email_confirm) await confirmEmail(client, user.id, at);
    if (body.user_metadata) await mergeMetadata(client, user.id, 'raw_user_meta_data', body.user_metadata);
    if (body.app_metadata) await mergeMetadata(client, user.id, 'raw_app_meta_data', body.app_metadata);
    await client.query(
      `update auth.users set phone = coalesce($2, phone), role = coalesce($3, role), updated_at = $6,
         phone_confirmed_at = case when $4 then coalesce(phone_confirmed_at, $6) else phone_confirmed_at end,
         banned_until = case when $5 then $7 else banned_until end
       where id = $1`,
      [
        user.id,
        phone,
        body.role || null,
        body.phone_confirm,
        bannedUntil !== undefined,
        at,
        bannedUntil ?? null,
      ],
    );
    if (passwordHash !== null) {
      await client.query('update auth.users set encrypted_password = $2 where id = $1', [
        user.id,
        passwordHash,
      ]);
      await clearTokens(client, user.id);
      await client.query('delete from auth.flow_state where user_id = $1', [user.id]);
      await endSessions(client, user.id, 'all');
    }
    const { address } = originOf(auth, c);
    await audit(client, {
      action: 'user_modified',
      actor: SERVICE,
      address,
      at,
      traits: { user_id: user.id },
    });
    return findAnyUserById(client, user.id);
  }).catch(taken);
  return c.json(userJson(updated ?? user));
};
