import { generateAuthenticationOptions, generateRegistrationOptions } from '@simplewebauthn/server';
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { userOfPath } from '../admin-users.ts';
import { audit, SERVICE } from '../audit.ts';
import { readBody, text } from '../body.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, invalid } from '../errors.ts';
import { mailFactorChange } from '../mails.ts';
import { limitAddress } from '../rate-limits.ts';
import { originOf, requireAdmin, requireUser } from '../requester.ts';
import { openSession } from '../sessions.ts';
import { findUserById, isBanned, isConfirmed } from '../users.ts';
import { isUuid, parsePathId } from '../validation.ts';
import { parseName } from './enroll.ts';
import { hasVerified, holdPerson, requireNamedUser, uuidOf } from './factor-rows.ts';
import {
  CEREMONY_SECONDS,
  checkCreated,
  checkSigned,
  createdKey,
  relyingParty,
  signedKey,
} from './webauthn.ts';

const MOST_PASSKEYS = 10;
const PER_ADDRESS = { name: 'passkey', allowed: 30, seconds: 300 };

/**
 * Names of password managers, by the id (AAGUID) that their authenticators send (from the list of
 * passkeydeveloper/passkey-authenticator-aaguids).
 */
const KEEPERS: Record<string, string> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': 'iCloud Keychain',
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': 'iCloud Keychain (Managed)',
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': 'Google Password Manager',
  'adce0002-35bc-c60a-648b-0b25f1f05503': 'Chrome on Mac',
  '08987058-cadc-4b81-b6e1-30de50dcbe96': 'Windows Hello',
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': 'Windows Hello',
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': 'Windows Hello',
  'bada5566-a7aa-401f-bd96-45619a55120d': '1Password',
  'd548826e-79b4-db40-a3d8-11116f7e8349': 'Bitwarden',
  '531126d6-e717-415c-9320-3d9aa6981239': 'Dashlane',
  '50726f74-6f6e-5061-7373-50726f746f6e': 'Proton Pass',
  '53414d53-554e-4700-0000-000000000000': 'Samsung Pass',
};

const notFound = () => new AuthError(404, 'validation_failed', 'Passkey not found');
const failed = () => new AuthError(400, 'webauthn_verification_failed', 'WebAuthn verification failed');

type CeremonyType = 'registration' | 'authentication';

async function keepChallenge(
  auth: AuthContext,
  type: CeremonyType,
  userId: string | null,
  challenge: string,
) {
  const at = auth.now();
  const expiresAt = new Date(at.getTime() + CEREMONY_SECONDS * 1000);
  const { rows } = await auth.pool.query(
    `insert into auth.webauthn_challenges (user_id, challenge_type, challenge, expires_at, created_at)
     values ($1, $2, $3, $4, $5) returning id`,
    [userId, type, challenge, expiresAt, at],
  );
  return { challenge_id: rows[0]?.id, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

/** A challenge can be answered once, whether the answer is right or wrong. @throws AuthError 400 */
async function spendChallenge(
  auth: AuthContext,
  type: CeremonyType,
  id: string,
  userId: string | null,
): Promise<string> {
  const { rows } = await auth.pool.query(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3 returning challenge, expires_at`,
    [uuidOf(id), type, userId],
  );
  const [kept] = rows;
  if (kept === undefined)
    throw new AuthError(400, 'webauthn_challenge_not_found', 'WebAuthn challenge not found');
  if (kept.expires_at <= auth.now())
    throw new AuthError(400, 'webauthn_challenge_expired', 'WebAuthn challenge has expired');
  return kept.challenge;
}

/**
 * A person who may change passkeys.
 * @throws AuthError 403 insufficient_aal when they have a second factor that this session has not
 *   used
 */
async function requireManager(auth: AuthContext, c: Context) {
  const requester = await requireNamedUser(auth, c);
  if (hasVerified(requester.user) && requester.session?.aal !== 'aal2')
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to manage passkeys');
  return requester;
}

const readKeys = (auth: AuthContext, userId: string) =>
  auth.pool.query(
    `select id, friendly_name, created_at, last_used_at, credential_id, transports
     from auth.webauthn_credentials where user_id = $1 order by created_at, id`,
    [userId],
  );

const keyJson = (key: {
  id: string;
  friendly_name: string;
  created_at: Date;
  last_used_at?: Date | null;
}) => ({
  id: key.id,
  friendly_name: key.friendly_name,
  created_at: key.created_at,
  ...(key.last_used_at ? { last_used_at: key.last_used_at } : {}),
});

const tooMany = () =>
  new AuthError(422, 'too_many_passkeys', 'Maximum number of passkeys reached, delete one to continue');

/** POST /passkeys/registration/options */
const registrationOptions = (auth: AuthContext) => async (c: Context) => {
  const { user } = await requireManager(auth, c);
  const { rows } = await readKeys(auth, user.id);
  if (rows.length >= MOST_PASSKEYS) throw tooMany();
  const { rpID, rpName } = relyingParty(auth);
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userName: user.email ?? user.id,
    userID: new TextEncoder().encode(user.id),
    attestationType: 'none',
    timeout: CEREMONY_SECONDS * 1000,
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
    excludeCredentials: rows.map((key) => ({ id: key.credential_id, transports: key.transports })),
  });
  const { challenge_id, expires_at } = await keepChallenge(auth, 'registration', user.id, options.challenge);
  return c.json({ challenge_id, options, expires_at });
};

const verifyBody = z.object({ challenge_id: text, credential: z.unknown() });

/** POST /passkeys/registration/verify */
const verifyRegistration = (auth: AuthContext) => async (c: Context) => {
  const requester = await requireManager(auth, c);
  const body = await readBody(c, verifyBody);
  const parsed = createdKey.safeParse(body.credential);
  if (!parsed.success) throw invalid('Invalid credential');
  const challenge = await spendChallenge(auth, 'registration', body.challenge_id, requester.user.id);
  const made = await checkCreated(auth, challenge, parsed.data);
  if (!made) throw failed();
  const { id: credentialId, publicKey, counter, transports = [] } = made.credential;
  const name = KEEPERS[made.aaguid] ?? 'Passkey';
  const at = auth.now();
  const key = await inTransaction(auth.pool, async (client) => {
    const { user } = await holdPerson(client, requester);
    const { rows: counted } = await client.query(
      'select count(*)::int as total from auth.webauthn_credentials where user_id = $1',
      [user.id],
    );
    if ((counted[0]?.total ?? 0) >= MOST_PASSKEYS) throw tooMany();
    const { rows } = await client.query(
      `insert into auth.webauthn_credentials
         (user_id, credential_id, public_key, sign_count, transports, aaguid, friendly_name, created_at, updated_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
       on conflict (credential_id) do nothing returning id, friendly_name, created_at`,
      [user.id, credentialId, Buffer.from(publicKey), counter, transports, made.aaguid, name, at],
    );
    const [row] = rows;
    if (row === undefined)
      throw new AuthError(422, 'webauthn_credential_exists', 'WebAuthn credential already exists');
    const { address } = originOf(auth, c);
    await audit(client, {
      action: 'passkey_created',
      actor: user,
      address,
      at,
      traits: { passkey_id: row.id },
    });
    await mailFactorChange(auth, client, user, { type: 'passkey', change: 'added' });
    return row;
  });
  return c.json(keyJson(key));
};

/** POST /passkeys/authentication/options: names no person; the passkey itself says whose it is. */
const authenticationOptions = (auth: AuthContext) => async (c: Context) => {
  await limitAddress(auth, PER_ADDRESS, originOf(auth, c).address);
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(auth).rpID,
    timeout: CEREMONY_SECONDS * 1000,
    userVerification: 'preferred',
  });
  const { challenge_id, expires_at } = await keepChallenge(auth, 'authentication', null, options.challenge);
  return c.json({ challenge_id, options, expires_at });
};

/** POST /passkeys/authentication/verify: signs in, at aal1. */
const verifyAuthentication = (auth: AuthContext) => async (c: Context) => {
  const origin = originOf(auth, c);
  await limitAddress(auth, { ...PER_ADDRESS, name: 'passkey-verify' }, origin.address);
  const body = await readBody(c, verifyBody);
  const parsed = signedKey.safeParse(body.credential);
  if (!parsed.success) throw invalid('Invalid credential');
  const challenge = await spendChallenge(auth, 'authentication', body.challenge_id, null);
  const { id: credentialId, response } = parsed.data;
  const handle = 'userHandle' in response ? response.userHandle : '';
  const userId = Buffer.from(handle, 'base64url').toString('utf8');
  if (!isUuid(userId)) throw failed();
  const session = await inTransaction(auth.pool, async (client) => {
    // Every change of a person locks the person's row first, so that two changes cannot deadlock.
    await client.query('select from auth.users where id = $1 for update', [userId]);
    const { rows } = await client.query(
      `select id, credential_id, public_key, sign_count::float8 as counter, transports
       from auth.webauthn_credentials where credential_id = $1 and user_id = $2`,
      [credentialId, userId],
    );
    const [row] = rows;
    const user = row === undefined ? null : await findUserById(client, userId);
    if (row === undefined || user === null) throw failed();
    const key = {
      id: row.credential_id,
      publicKey: new Uint8Array(row.public_key),
      counter: row.counter,
      transports: row.transports,
    };
    const signed = await checkSigned(auth, challenge, parsed.data, key);
    if (!signed) throw failed();
    if (isBanned(user, auth.now())) throw new AuthError(403, 'user_banned', 'User is banned');
    if (!isConfirmed(user)) throw new AuthError(400, 'email_not_confirmed', 'Email not confirmed');
    await client.query(
      'update auth.webauthn_credentials set sign_count = $2, last_used_at = $3, updated_at = $3 where id = $1',
      [row.id, signed.newCounter, auth.now()],
    );
    return openSession(auth, client, user, 'passkey', origin);
  });
  return c.json(session);
};

/** GET /passkeys */
const listPasskeys = (auth: AuthContext) => async (c: Context) => {
  const { user } = await requireUser(auth, c);
  return c.json((await readKeys(auth, user.id)).rows.map(keyJson));
};

const passkeyIdOf = (c: Context, name = 'id') => {
  const id = c.req.param(name);
  if (!isUuid(id)) throw notFound();
  return id;
};

const nameBody = z.object({ friendly_name: text });

/** PATCH /passkeys/{id} */
const renamePasskey = (auth: AuthContext) => async (c: Context) => {
  const { user } = await requireUser(auth, c);
  const id = passkeyIdOf(c);
  const name = parseName((await readBody(c, nameBody)).friendly_name.trim());
  if (name === '') throw invalid('friendly_name is required');
  const { rows } = await auth.pool.query(
    `update auth.webauthn_credentials set friendly_name = $3, updated_at = $4
     where id = $1 and user_id = $2 returning id, friendly_name, created_at, last_used_at`,
    [id, user.id, name, auth.now()],
  );
  const [key] = rows;
  if (key === undefined) throw notFound();
  return c.json(keyJson(key));
};

async function removePasskey(auth: AuthContext, c: Context, id: string, userId: string, isAdmin: boolean) {
  await inTransaction(auth.pool, async (client) => {
    const { rowCount } = await client.query(
      'delete from auth.webauthn_credentials where id = $1 and user_id = $2',
      [id, userId],
    );
    if (rowCount === 0) throw notFound();
    const person = await findUserById(client, userId);
    if (person !== null) await mailFactorChange(auth, client, person, { type: 'passkey', change: 'removed' });
    const actor = isAdmin ? SERVICE : { id: userId, email: null };
    const traits = { user_id: userId, passkey_id: id };
    const { address } = originOf(auth, c);
    await audit(client, { action: 'passkey_deleted', actor, address, at: auth.now(), traits });
  });
  return c.body(null, 204);
}

/** DELETE /passkeys/{id} */
const deletePasskey = (auth: AuthContext) => async (c: Context) => {
  const { user } = await requireManager(auth, c);
  return removePasskey(auth, c, passkeyIdOf(c), user.id, false);
};

/** GET and DELETE /admin/users/{id}/passkeys[/{passkey}] */
const adminList = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  const user = await userOfPath(auth, c);
  return c.json((await readKeys(auth, user.id)).rows.map(keyJson));
};
const adminDelete = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  const user = await userOfPath(auth, c);
  return removePasskey(auth, c, parsePathId(c.req.param('passkey'), 'passkey_id'), user.id, true);
};

/** The routes of passkeys, which are a first factor: they replace the password. */
export function mountPasskeys(auth: AuthContext, app: Hono): void {
  app.post('/passkeys/registration/options', registrationOptions(auth));
  app.post('/passkeys/registration/verify', verifyRegistration(auth));
  app.post('/passkeys/authentication/options', authenticationOptions(auth));
  app.post('/passkeys/authentication/verify', verifyAuthentication(auth));
  app.get('/passkeys', listPasskeys(auth));
  app.patch('/passkeys/:id', renamePasskey(auth));
  app.delete('/passkeys/:id', deletePasskey(auth));
  app.get('/admin/users/:id/passkeys', adminList(auth));
  app.delete('/admin/users/:id/passkeys/:passkey', adminDelete(auth));
}
