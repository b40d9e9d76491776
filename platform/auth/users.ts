import type pg from 'pg';
import type { Row } from '#server/postgres/typed-query.ts';

/** Anything that runs SQL: the pool for one statement, a client inside a transaction. */
export type Queryable = Pick<pg.ClientBase, 'query'> | pg.Pool;

/** The select list of a `UserRecord`, for any query in which `auth.users` is `u`. */
export const USER_RECORD = `u.*,
  coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]')
    as identities,
  coalesce((select jsonb_agg(to_jsonb(f) - 'secret' - 'web_authn_credential' - 'last_used_step' order by f.created_at, f.id) from auth.mfa_factors f
    where f.user_id = u.id), '[]') as factors`;

const BY_ID = `select ${USER_RECORD} from auth.users u where u.id = $1` as const;

/** A person with what the user object shows of them. */
export type UserRecord = Row<typeof BY_ID>;
export type IdentityRecord = UserRecord['identities'][number];
export type FactorRecord = UserRecord['factors'][number];

/** The person in a row of an outer join; null when the join found no person. */
export function personIn(
  row: { [Column in keyof UserRecord]: UserRecord[Column] | null },
): UserRecord | null {
  const { id, aud, role, email_change_confirm_status, raw_app_meta_data, raw_user_meta_data, is_anonymous } =
    row;
  const { created_at, updated_at, identities, factors } = row;
  if (id === null || aud === null || role === null || email_change_confirm_status === null) return null;
  if (raw_app_meta_data === null || raw_user_meta_data === null || is_anonymous === null) return null;
  if (created_at === null || updated_at === null || identities === null || factors === null) return null;
  const times = { created_at, updated_at };
  const metadata = { raw_app_meta_data, raw_user_meta_data };
  return {
    ...row,
    ...times,
    ...metadata,
    id,
    aud,
    role,
    email_change_confirm_status,
    is_anonymous,
    identities,
    factors,
  };
}

async function findUser(
  db: Queryable,
  by: 'id' | 'email' | 'phone',
  value: string,
): Promise<UserRecord | null> {
  const { rows } = await db.query({
    name: `auth-user-${by}`,
    text: `select ${USER_RECORD} from auth.users u where u.${by} = $1 and u.deleted_at is null`,
    values: [value],
  });
  return rows[0] ?? null;
}

/** Deleted people are not found. */
export const findUserById = (db: Queryable, id: string) => findUser(db, 'id', id);
export const findUserByEmail = (db: Queryable, email: string) => findUser(db, 'email', email);
export const findUserByPhone = (db: Queryable, phone: string) => findUser(db, 'phone', phone);

/** For the operator, who sees deleted people too. */
export async function findAnyUserById(db: Queryable, id: string): Promise<UserRecord | null> {
  const { rows } = await db.query(BY_ID, [id]);
  return rows[0] ?? null;
}

/**
 * Reads a person and locks the row until the transaction ends, so that changes of one person run
 * one after another.
 */
export async function lockUser(db: Queryable, id: string): Promise<UserRecord | null> {
  await db.query('select from auth.users where id = $1 for update', [id]);
  return findUserById(db, id);
}

export const isPhoneConfirmed = (user: UserRecord) => user.phone_confirmed_at !== null;

/** Where a code reaches the person: the address, else the number; empty for a guest. */
export const contactOf = (user: UserRecord) => user.email ?? user.phone ?? '';

export const isConfirmed = (user: UserRecord) => user.email_confirmed_at !== null;

export const isBanned = (user: UserRecord, at: Date) => user.banned_until !== null && user.banned_until > at;

export interface NewUser {
  id: string;
  email: string | null;
  encryptedPassword: string | null;
  userMetadata: Record<string, unknown>;
  /** The metadata is stored without the facts of the identity, which a sign-up adds to it. */
  metadataAsGiven?: boolean;
  appMetadata?: Record<string, unknown>;
  confirmedAt: Date | null;
  phone?: string | null;
  phoneConfirmedAt?: Date | null;
  invitedAt?: Date | null;
  role?: string;
  aud?: string;
  bannedUntil?: Date | null;
}

/**
 * Inserts a person and the identities of their address and number. The product's triggers on
 * `auth.users`, which make the profile, run in the same statement: when they fail, nothing is
 * inserted.
 * @throws pg's 23505 `users_email_key` when another request inserted the same address meanwhile
 */
export async function insertUser(db: Queryable, user: NewUser, at: Date): Promise<UserRecord> {
  const phone = user.phone ?? null;
  const phoneConfirmedAt = user.phoneConfirmedAt ?? null;
  const identity = {
    sub: user.id,
    email: user.email ?? '',
    email_verified: user.confirmedAt !== null,
    phone_verified: phoneConfirmedAt !== null,
  };
  const providers = [...(user.email === null ? [] : ['email']), ...(phone === null ? [] : ['phone'])];
  const isAnonymous = providers.length === 0;
  await db.query(
    `insert into auth.users (id, aud, role, email, encrypted_password, email_confirmed_at, phone, phone_confirmed_at,
       invited_at, banned_until, raw_app_meta_data, raw_user_meta_data, is_anonymous, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)`,
    [
      user.id,
      user.aud ?? 'authenticated',
      user.role ?? 'authenticated',
      user.email,
      user.encryptedPassword,
      user.confirmedAt,
      phone,
      phoneConfirmedAt,
      user.invitedAt ?? null,
      user.bannedUntil ?? null,
      { ...(isAnonymous ? {} : { provider: providers[0], providers }), ...user.appMetadata },
      isAnonymous || user.metadataAsGiven === true
        ? user.userMetadata
        : { ...user.userMetadata, ...identity },
      isAnonymous,
      at,
    ],
  );
  if (user.email !== null) await insertEmailIdentity(db, user.id, identity, at);
  if (phone !== null) await insertIdentity(db, 'phone', user.id, { ...identity, phone }, at);
  const inserted = await findUserById(db, user.id);
  if (inserted === null) throw new Error('the new account is not there');
  return inserted;
}

async function insertIdentity(
  db: Queryable,
  provider: 'email' | 'phone',
  userId: string,
  data: Record<string, unknown>,
  at: Date,
): Promise<void> {
  await db.query(
    `insert into auth.identities
       (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5, $5)`,
    [userId, provider, userId, data, at],
  );
}

export const insertEmailIdentity = (db: Queryable, userId: string, data: Record<string, unknown>, at: Date) =>
  insertIdentity(db, 'email', userId, data, at);

/** Marks the person's address as proven, in the row, the metadata and the identity. */
export async function confirmEmail(db: Queryable, userId: string, at: Date): Promise<void> {
  await db.query(
    `update auth.users set email_confirmed_at = coalesce(email_confirmed_at, $2), updated_at = $2, sign_up_password = null,
       raw_user_meta_data = raw_user_meta_data || '{"email_verified": true}' where id = $1`,
    [userId, at],
  );
  await db.query(
    `update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = $2
     where user_id = $1 and provider = 'email'`,
    [userId, at],
  );
}

/**
 * Marks the person's number as proven, in the row, the metadata and the identity, which is made
 * where there is none.
 */
export async function confirmPhone(db: Queryable, userId: string, phone: string, at: Date): Promise<void> {
  await db.query(
    `update auth.users set phone = $2, phone_confirmed_at = $3, phone_change = null, is_anonymous = false, updated_at = $3,
       raw_user_meta_data = raw_user_meta_data || '{"phone_verified": true}' where id = $1`,
    [userId, phone, at],
  );
  const proven = { phone, phone_verified: true };
  const { rowCount } = await db.query(
    `update auth.identities set identity_data = identity_data || $2::jsonb, updated_at = $3
     where user_id = $1 and provider = 'phone'`,
    [userId, proven, at],
  );
  if (rowCount === 0)
    await insertIdentity(db, 'phone', userId, { sub: userId, email_verified: false, ...proven }, at);
}
