import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { type AuditAction, audit } from './audit.ts';
import { isEmailTaken, isPhoneTaken } from './conflicts.ts';
import type { AuthContext } from './context.ts';
import { AuthError } from './errors.ts';
import { mailLink, mailNotice } from './mails.ts';
import { checkPassword } from './passwords.ts';
import { type Challenge, startFlow } from './pkce.ts';
import { closeProviderDoors } from './providers/accept.ts';
import type { Origin } from './requester.ts';
import { openSession, type SessionJson } from './sessions.ts';
import {
  confirmEmail,
  confirmPhone,
  findUserByEmail,
  findUserById,
  findUserByPhone,
  insertUser,
  isConfirmed,
  isPhoneConfirmed,
  type UserRecord,
} from './users.ts';

/** A person who signs up by e-mail and password. */
interface Applicant {
  email: string;
  password: string;
  passwordHash: string;
  data: Record<string, unknown>;
  challenge: Challenge | null;
  redirectTo: string;
  origin: Origin;
}

export type SignupResult =
  | { outcome: 'signed_in'; session: SessionJson }
  /**
   * `user` is the account that was made, or for an address that has one the account that would have
   * been.
   */
  | { outcome: 'to_confirm'; user: UserRecord }
  /**
   * The address is taken. Said only where addresses need no confirmation: there a free address is
   * answered with a session, so it cannot be hidden.
   */
  | { outcome: 'exists' };

const note = (
  auth: AuthContext,
  db: pg.ClientBase,
  { origin }: Applicant,
  action: AuditAction,
  actor: UserRecord,
) => audit(db, { action, actor, address: origin.address, at: auth.now(), traits: { provider: 'email' } });

async function mailConfirmation(
  auth: AuthContext,
  client: pg.ClientBase,
  { email, challenge, redirectTo }: Applicant,
  user: UserRecord,
): Promise<void> {
  const flowId = await startFlow(client, user.id, challenge, 'email/signup', auth.now());
  await mailLink(auth, client, { user, kind: 'signup', email, redirectTo, flowId });
}

/** Makes an account that waits for its mail to be answered. */
async function openPending(
  auth: AuthContext,
  client: pg.ClientBase,
  applicant: Applicant,
): Promise<UserRecord> {
  const { email, passwordHash, data } = applicant;
  const user = await insertUser(
    client,
    { id: randomUUID(), email, encryptedPassword: passwordHash, userMetadata: data, confirmedAt: null },
    auth.now(),
  );
  await mailConfirmation(auth, client, applicant, user);
  return (await findUserById(client, user.id)) ?? user;
}

/**
 * Makes the account that a free address would have got, with its mail and its profile, and rolls it
 * back. So the answer for a taken address equals that for a free one in every field, and nearly in
 * time.
 */
async function registerWithoutKeeping(
  auth: AuthContext,
  client: pg.ClientBase,
  applicant: Applicant,
  holder: UserRecord,
): Promise<UserRecord> {
  await client.query('savepoint before_sign_up');
  await client.query('update auth.users set email = null where id = $1', [holder.id]);
  const user = await openPending(auth, client, applicant);
  await client.query('rollback to savepoint before_sign_up');
  return user;
}

/**
 * A sign-up where addresses must be confirmed: the same answer for a free, a pending and a
 * confirmed address.
 */
async function registerToConfirm(
  auth: AuthContext,
  client: pg.ClientBase,
  applicant: Applicant,
): Promise<SignupResult> {
  const { email, password, passwordHash } = applicant;
  const known = await findUserByEmail(client, email);
  // Checked for an unknown address too, so that the time of the answer does not say whether the
  // address has an account.
  const isTheirs = await checkPassword(known?.encrypted_password, password);
  const user =
    known === null
      ? await openPending(auth, client, applicant)
      : await registerWithoutKeeping(auth, client, applicant, known);
  const account = known ?? user;
  await client.query('update auth.users set sign_up_password = $2 where id = $1', [account.id, passwordHash]);
  if (known && isConfirmed(known)) {
    await note(auth, client, applicant, 'user_repeated_signup', known);
    await mailNotice(auth, client, { kind: 'account_exists', to: email, user: known });
    return { outcome: 'to_confirm', user };
  }
  await note(auth, client, applicant, 'user_confirmation_requested', account);
  if (known) {
    await closeProviderDoors(client, known, auth.now());
    if (!isTheirs) {
      // Two applicants, or one who forgot: nobody can tell whose address it is, so no password
      // opens the account. Its owner signs in by the link of the mail, and chooses a new password
      // then.
      await client.query('update auth.users set encrypted_password = null where id = $1', [known.id]);
    }
    await mailConfirmation(auth, client, applicant, known);
  }
  return { outcome: 'to_confirm', user };
}

/** A sign-up where addresses need no confirmation. */
async function registerAtOnce(
  auth: AuthContext,
  client: pg.ClientBase,
  applicant: Applicant,
): Promise<SignupResult> {
  const { email, passwordHash, data, origin } = applicant;
  const at = auth.now();
  const known = await findUserByEmail(client, email);
  if (known && isConfirmed(known)) {
    await note(auth, client, applicant, 'user_repeated_signup', known);
    return { outcome: 'exists' };
  }
  const user =
    known ??
    (await insertUser(
      client,
      { id: randomUUID(), email, encryptedPassword: passwordHash, userMetadata: data, confirmedAt: at },
      at,
    ));
  await note(auth, client, applicant, 'user_signedup', user);
  if (known) {
    // Nobody ever proved this address: a new sign-up replaces the first one's password, and its
    // accounts of providers.
    await closeProviderDoors(client, known, at);
    await confirmEmail(client, known.id, at);
    await client.query('update auth.users set encrypted_password = $2 where id = $1', [
      known.id,
      passwordHash,
    ]);
  }
  const current = (await findUserById(client, user.id)) ?? user;
  return { outcome: 'signed_in', session: await openSession(auth, client, current, 'password', origin) };
}

/** Makes an account for an address, or sends the confirmation of a pending one again. */
export function registerByEmail(auth: AuthContext, applicant: Applicant): Promise<SignupResult> {
  const register = () =>
    inTransaction(auth.pool, (client) =>
      auth.settings.autoconfirm
        ? registerAtOnce(auth, client, applicant)
        : registerToConfirm(auth, client, applicant),
    );
  return register().catch((error: unknown) => {
    // Another request made an account with this address meanwhile: this one is answered like a
    // sign-up with a taken address.
    if (isEmailTaken(error)) return register();
    throw error;
  });
}

interface NumberApplicant {
  phone: string;
  passwordHash: string;
  data: Record<string, unknown>;
  origin: Origin;
}

const exists = (cause?: unknown) =>
  new AuthError(422, 'user_already_exists', 'User already registered', { cause });

/**
 * Signs up by a number and a password where numbers need no confirmation: for development, as
 * GoTrue's `GOTRUE_SMS_AUTOCONFIRM`. An account that waits for its code, which nobody ever proved,
 * is taken over with its number.
 * @throws AuthError 422 user_already_exists
 */
export async function registerNumber(
  auth: AuthContext,
  { phone, passwordHash, data, origin }: NumberApplicant,
): Promise<SessionJson> {
  const at = auth.now();
  return inTransaction(auth.pool, async (client) => {
    const known = await findUserByPhone(client, phone);
    if (known !== null && isPhoneConfirmed(known)) throw exists();
    const user =
      known ??
      (await insertUser(
        client,
        {
          id: randomUUID(),
          email: null,
          phone,
          phoneConfirmedAt: at,
          encryptedPassword: passwordHash,
          userMetadata: data,
          confirmedAt: null,
        },
        at,
      ));
    if (known !== null) {
      await confirmPhone(client, known.id, phone, at);
      await client.query('update auth.users set encrypted_password = $2 where id = $1', [
        known.id,
        passwordHash,
      ]);
    }
    const traits = { provider: 'phone' };
    await audit(client, { action: 'user_signedup', actor: user, address: origin.address, at, traits });
    const current = (await findUserById(client, user.id)) ?? user;
    return openSession(auth, client, current, 'password', origin);
  }).catch((error: unknown) => {
    throw isPhoneTaken(error) ? exists(error) : error;
  });
}
