import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from '../audit.ts';
import { isEmailTaken, isIdentityTaken } from '../conflicts.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { mailLink, paceMail } from '../mails.ts';
import { clearTokens } from '../one-time-tokens.ts';
import { type Challenge, startFlow } from '../pkce.ts';
import type { Origin } from '../requester.ts';
import { endSessions } from '../sessions.ts';
import {
  confirmEmail,
  findUserByEmail,
  insertEmailIdentity,
  isBanned,
  isConfirmed,
  lockUser,
  type Queryable,
  type UserRecord,
} from '../users.ts';
import { isUuid, parseEmail } from '../validation.ts';
import type { ProviderProfile } from './profiles.ts';

/** A person who comes back from a provider, and the request that brings them. */
export interface Arrival {
  provider: string;
  profile: ProviderProfile;
  origin: Origin;
  /**
   * Where the link of the mail leads that an unconfirmed address needs; `challenge` is the flow it
   * belongs to.
   */
  redirectTo: string;
  challenge: Challenge | null;
}

interface Candidate {
  /** Null when the provider gave no address that an account can have. */
  email: string | null;
  /** The provider says that the address is the person's. */
  verified: boolean;
  /** The address may be that of a new account: it is verified, or sign-up confirms by itself. */
  accepted: boolean;
}

/** The first address that the provider verified, else the first one. */
function candidateOf(auth: AuthContext, { emails }: ProviderProfile): Candidate {
  const usable = emails.flatMap(({ email, verified }) => {
    try {
      return [{ email: parseEmail(email), verified, accepted: verified || auth.settings.autoconfirm }];
    } catch (error) {
      if (error instanceof AuthError) return []; // an address that no account can have
      throw error;
    }
  });
  return (
    usable.find(({ verified }) => verified) ?? usable[0] ?? { email: null, verified: false, accepted: false }
  );
}

const identityDataOf = ({ profile }: Arrival, { email, accepted }: Candidate) => ({
  ...profile.data,
  ...(email === null ? {} : { email }),
  email_verified: accepted,
  phone_verified: false,
});

type IdentityData = ReturnType<typeof identityDataOf>;

/**
 * Writes the person's providers, the oldest first, to the metadata that is part of their tokens.
 */
export async function noteProviders(db: Queryable, userId: string): Promise<void> {
  await db.query(
    `update auth.users u set raw_app_meta_data = u.raw_app_meta_data || coalesce(
       (select jsonb_build_object('provider', (array_agg(p.provider order by p.since, p.provider))[1],
          'providers', to_jsonb(array_agg(p.provider order by p.since, p.provider)))
        from (select i.provider, min(i.created_at) as since from auth.identities i where i.user_id = u.id group by i.provider) p
        having count(*) > 0), '{}')
     where u.id = $1`,
    [userId],
  );
}

/**
 * @throws pg's 23505 `identities_provider_key` when another request has just linked the same
 *   account
 */
async function insertIdentity(
  db: Queryable,
  userId: string,
  { provider, profile }: Arrival,
  data: IdentityData,
  at: Date,
): Promise<string> {
  const id = randomUUID();
  await db.query(
    `insert into auth.identities (id, user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $6, $6)`,
    [id, userId, provider, profile.subject, data, at],
  );
  return id;
}

async function findIdentity(db: Queryable, { provider, profile }: Arrival) {
  const { rows } = await db.query(
    'select id, user_id from auth.identities where provider = $1 and provider_id = $2',
    [provider, profile.subject],
  );
  return rows[0] ?? null;
}

/**
 * Removes an identity, and its account when the identity was all there was: nobody ever proved its
 * address or signed in to it.
 */
async function abandon(db: Queryable, user: UserRecord, identityId: string): Promise<void> {
  await db.query('delete from auth.identities where id = $1', [identityId]);
  const { rowCount } = await db.query(
    `delete from auth.users u where u.id = $1 and u.encrypted_password is null and u.email_confirmed_at is null
       and u.phone_confirmed_at is null and u.invited_at is null
       and not exists (select from auth.identities i where i.user_id = u.id)
       and not exists (select from auth.sessions s where s.user_id = u.id)`,
    [user.id],
  );
  if (rowCount === 0) await noteProviders(db, user.id);
}

/**
 * Takes the accounts of providers from a pending account before its address is mailed: a person who
 * made it with a provider's account that named the address unproven would otherwise still be let in
 * by it after the owner of the address has confirmed.
 */
export async function closeProviderDoors(db: Queryable, user: UserRecord, at: Date): Promise<void> {
  if (isConfirmed(user) || user.email === null) return;
  const { rowCount } = await db.query(
    `delete from auth.identities where user_id = $1 and provider not in ('email', 'phone')`,
    [user.id],
  );
  if (rowCount === 0) return;
  if (!user.identities.some(({ provider }) => provider === 'email')) {
    const data = { sub: user.id, email: user.email, email_verified: false, phone_verified: false };
    await insertEmailIdentity(db, user.id, data, at);
  }
  await noteProviders(db, user.id);
}

async function insertPerson(
  db: Queryable,
  email: string | null,
  data: IdentityData,
  at: Date,
): Promise<string> {
  const id = randomUUID();
  await db.query(
    'insert into auth.users (id, email, raw_user_meta_data, created_at, updated_at) values ($1, $2, $3, $4, $4)',
    [id, email, data, at],
  );
  return id;
}

/** Finds or creates the account, and adds the identity to it. */
async function resolve(
  auth: AuthContext,
  client: pg.ClientBase,
  arrival: Arrival,
  candidate: Candidate,
): Promise<{ userId: string; identityId: string }> {
  const at = auth.now();
  const data = identityDataOf(arrival, candidate);
  const known = await findIdentity(client, arrival);
  if (known !== null) {
    // Every change of a person locks the person's row first, so that two changes cannot deadlock.
    const holder = await lockUser(client, known.user_id);
    // Made with an address that nobody proved; the address verified since is another one, and
    // proves nothing about the first.
    const isStale =
      holder !== null &&
      !isConfirmed(holder) &&
      !isBanned(holder, at) &&
      candidate.accepted &&
      holder.email !== candidate.email;
    if (!isStale) {
      await client.query(
        `update auth.identities set identity_data = identity_data || $2::jsonb, last_sign_in_at = $3, updated_at = $3 where id = $1`,
        [known.id, data, at],
      );
      return { userId: known.user_id, identityId: known.id };
    }
    await abandon(client, holder, known.id);
  }
  const named = candidate.email === null ? null : await findUserByEmail(client, candidate.email);
  // GoTrue also looks among the addresses of identities, which may be former or unproven ones.
  if (named !== null && candidate.verified) {
    await lockUser(client, named.id);
    return { userId: named.id, identityId: await insertIdentity(client, named.id, arrival, data, at) };
  }
  if (!auth.settings.signup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  const userId = await insertPerson(client, named === null ? candidate.email : null, data, at);
  return { userId, identityId: await insertIdentity(client, userId, arrival, data, at) };
}

/**
 * Removes everything that the person who made this account left in it, since they never confirmed
 * the address and may not be its owner: the password, sessions, passkeys, second factors, other
 * ways to sign in, their metadata, and links and codes that were mailed.
 */
async function takeOver(
  db: Queryable,
  userId: string,
  identityId: string,
  data: IdentityData,
): Promise<void> {
  await db.query(
    `update auth.users set encrypted_password = null, sign_up_password = null, raw_user_meta_data = $2 where id = $1`,
    [userId, data],
  );
  await db.query('delete from auth.identities where user_id = $1 and id <> $2', [userId, identityId]);
  await endSessions(db, userId, 'all');
  await db.query('delete from auth.webauthn_credentials where user_id = $1', [userId]);
  await db.query('delete from auth.webauthn_challenges where user_id = $1', [userId]);
  // With their challenges and the recovery codes.
  await db.query('delete from auth.mfa_factors where user_id = $1', [userId]);
  await db.query('delete from auth.flow_state where user_id = $1', [userId]);
  await db.query('delete from auth.provider_states where linking_user_id = $1', [userId]);
  await clearTokens(db, userId);
}

/** The person who can be signed in, or, when not confirmed, must follow a mailed link first. */
interface Settled {
  user: UserRecord;
  confirmed: boolean;
}

async function settle(
  auth: AuthContext,
  client: pg.ClientBase,
  arrival: Arrival,
  candidate: Candidate,
): Promise<Settled> {
  const at = auth.now();
  const data = identityDataOf(arrival, candidate);
  const { userId, identityId } = await resolve(auth, client, arrival, candidate);
  const found = await lockUser(client, userId);
  if (found === null) throw new AuthError(403, 'user_not_found', 'User not found');
  if (isBanned(found, at)) throw new AuthError(403, 'user_banned', 'User is banned');
  const entry = { actor: found, address: arrival.origin.address, at, traits: { provider: arrival.provider } };
  if (isConfirmed(found)) {
    await client.query(
      'update auth.users set raw_user_meta_data = raw_user_meta_data || $2::jsonb, updated_at = $3 where id = $1',
      [userId, data, at],
    );
  } else {
    await takeOver(client, userId, identityId, data);
    if (candidate.accepted && found.email === candidate.email) {
      await confirmEmail(client, userId, at);
      await audit(client, { ...entry, action: 'user_signedup' });
    } else await audit(client, { ...entry, action: 'user_confirmation_requested' });
  }
  await noteProviders(client, userId);
  const user = await lockUser(client, userId);
  if (user === null) throw new Error('the account that was just settled is not there');
  return { user, confirmed: isConfirmed(user) };
}

/**
 * Mails a link that confirms the address, if there is one.
 * @returns the error that tells the person about it
 */
async function askToConfirm(auth: AuthContext, arrival: Arrival, user: UserRecord): Promise<AuthError> {
  const { provider, origin, redirectTo, challenge } = arrival;
  const unverified = (rest: string) =>
    new AuthError(422, 'provider_email_needs_verification', `Unverified email with ${provider}. ${rest}`);
  const { email } = user;
  if (email === null) return unverified(`Verify the email with ${provider} in order to sign in`);
  await paceMail(auth, 'confirmation', email, origin.address);
  await inTransaction(auth.pool, async (client) => {
    const flowId = await startFlow(client, user.id, challenge, 'email/signup', auth.now());
    await mailLink(auth, client, { user, kind: 'signup', email, redirectTo, flowId });
  });
  return unverified(`A confirmation email has been sent to your ${provider} email`);
}

/** Another callback has just inserted the same identity or address; a second attempt finds it. */
const isRace = (error: unknown) => isEmailTaken(error) || isIdentityTaken(error);

/**
 * Finds the account to sign in to: the one that has this identity, else the one that has the
 * verified address, else a new one.
 * @throws AuthError signup_disabled, user_banned, provider_email_needs_verification
 */
export async function acceptArrival(auth: AuthContext, arrival: Arrival): Promise<UserRecord> {
  const candidate = candidateOf(auth, arrival.profile);
  const once = () => inTransaction(auth.pool, (client) => settle(auth, client, arrival, candidate));
  const { user, confirmed } = await once().catch((error: unknown) => {
    if (isRace(error)) return once();
    throw error;
  });
  if (!confirmed) throw await askToConfirm(auth, arrival, user);
  return user;
}

const alreadyLinked = (message: string, cause?: unknown) =>
  new AuthError(422, 'identity_already_exists', message, { cause });

/**
 * Adds a provider's account to a signed-in person's ways of signing in.
 * @throws AuthError identity_already_exists, email_exists, email_not_confirmed, user_banned
 */
export async function linkArrival(auth: AuthContext, arrival: Arrival, userId: string): Promise<UserRecord> {
  if (!isUuid(userId)) throw new AuthError(403, 'user_not_found', 'User not found');
  const candidate = candidateOf(auth, arrival.profile);
  const at = auth.now();
  const link = () =>
    inTransaction(auth.pool, async (client) => {
      const user = await lockUser(client, userId);
      if (user === null) throw new AuthError(403, 'user_not_found', 'User not found');
      if (isBanned(user, at)) throw new AuthError(403, 'user_banned', 'User is banned');
      const known = await findIdentity(client, arrival);
      if (known !== null) {
        throw alreadyLinked(
          known.user_id === userId
            ? 'Identity is already linked'
            : 'Identity is already linked to another user',
        );
      }
      await insertIdentity(client, userId, arrival, identityDataOf(arrival, candidate), at);
      if (user.email === null && candidate.email !== null) {
        await client.query('update auth.users set email = $2, updated_at = $3 where id = $1', [
          userId,
          candidate.email,
          at,
        ]);
        if (candidate.accepted) {
          await confirmEmail(client, userId, at);
          await client.query('update auth.users set is_anonymous = false where id = $1', [userId]);
        }
      }
      await noteProviders(client, userId);
      const traits = { provider: arrival.provider };
      await audit(client, {
        action: 'identity_linked',
        actor: user,
        address: arrival.origin.address,
        at,
        traits,
      });
      const linked = await lockUser(client, userId);
      if (linked === null) throw new Error('the person who links is not there');
      return { linked, toConfirm: user.email === null && candidate.email !== null && !candidate.accepted };
    });
  const { linked, toConfirm } = await link().catch((error: unknown) => {
    if (isIdentityTaken(error)) throw alreadyLinked('Identity is already linked to another user', error);
    if (isEmailTaken(error)) {
      throw new AuthError(400, 'email_exists', 'A user with this email address has already been registered', {
        cause: error,
      });
    }
    throw error;
  });
  if (toConfirm) {
    await askToConfirm(auth, arrival, linked);
    throw new AuthError(422, 'email_not_confirmed', 'A confirmation email has been sent to your email');
  }
  return linked;
}
