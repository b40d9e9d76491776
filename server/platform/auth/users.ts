import type { Queryable } from './context.ts';

/** A row of auth.identities as JSON, times as text. */
export interface IdentityRecord {
  id: string;
  user_id: string;
  provider: string;
  provider_id: string;
  identity_data: Record<string, unknown>;
  email: string | null;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
}

export interface FactorRecord {
  id: string;
  friendly_name: string | null;
  factor_type: 'totp' | 'phone' | 'webauthn';
  status: 'unverified' | 'verified';
  phone: string | null;
  last_challenged_at: string | null;
  created_at: string;
  updated_at: string;
}

/** A person with what the user object shows of them. */
export interface UserRecord {
  id: string;
  aud: string;
  role: string;
  email: string | null;
  encrypted_password: string | null;
  /** Of the last sign-up with this address, no matter who asked; opens nothing (see registration.ts). */
  sign_up_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_confirm_status: number;
  email_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  phone: string | null;
  phone_confirmed_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Record<string, unknown>;
  banned_until: Date | null;
  deleted_at: Date | null;
  is_anonymous: boolean;
  created_at: Date;
  updated_at: Date;
  identities: IdentityRecord[];
  factors: FactorRecord[];
}

/** The select list of a `UserRecord`, for any query in which `auth.users` is `u`. */
export const USER_RECORD = `u.*,
  coalesce((select jsonb_agg(to_jsonb(i) order by i.created_at, i.id) from auth.identities i where i.user_id = u.id), '[]')
    as identities,
  coalesce((select jsonb_agg(to_jsonb(f) - 'secret' order by f.created_at, f.id) from auth.mfa_factors f
    where f.user_id = u.id), '[]') as factors`;

async function findUser(
  db: Queryable,
  name: string,
  where: string,
  values: unknown[],
): Promise<UserRecord | null> {
  const { rows } = await db.query<UserRecord>({
    name: `auth-user-${name}`,
    text: `select ${USER_RECORD} from auth.users u where ${where} and u.deleted_at is null`,
    values,
  });
  return rows[0] ?? null;
}

/** A deleted person is found by nobody. */
export const findUserById = (db: Queryable, id: string) => findUser(db, 'id', 'u.id = $1', [id]);
export const findUserByEmail = (db: Queryable, email: string) =>
  findUser(db, 'email', 'u.email = $1', [email]);

/** The operator sees deleted ones too. */
export async function findAnyUserById(db: Queryable, id: string): Promise<UserRecord | null> {
  const { rows } = await db.query<UserRecord>(`select ${USER_RECORD} from auth.users u where u.id = $1`, [
    id,
  ]);
  return rows[0] ?? null;
}

/** Reads a person and holds the row until the transaction ends, so that two changes of one person take turns. */
export async function lockUser(db: Queryable, id: string): Promise<UserRecord | null> {
  await db.query('select from auth.users where id = $1 for update', [id]);
  return findUserById(db, id);
}

export const isConfirmed = (user: UserRecord) => user.email_confirmed_at !== null;

export const isBanned = (user: UserRecord, at: Date) => user.banned_until !== null && user.banned_until > at;

export interface NewUser {
  id: string;
  email: string | null;
  encryptedPassword: string | null;
  userMetadata: Record<string, unknown>;
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
 * Inserts a person and the identities of their address and number. What the product hangs on `auth.users` (its profile)
 * happens within, so its failure undoes the whole.
 * @throws pg's 23505 `users_email_key` when somebody else was quicker with that address
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
      isAnonymous ? user.userMetadata : { ...user.userMetadata, ...identity },
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
