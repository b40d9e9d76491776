import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { placeOf } from '#platform/gateway/address.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from './audit.ts';
import { isPhoneTaken } from './conflicts.ts';
import type { AuthContext } from './context.ts';
import { AuthError, phoneExists } from './errors.ts';
import { clearTokens, issueToken } from './one-time-tokens.ts';
import { checkPassword } from './passwords.ts';
import { noteProviders } from './providers/accept.ts';
import { type Budget, giveBack, spend, waitFor } from './rate-limits.ts';
import { userJson } from './user-json.ts';
import {
  confirmPhone,
  findUserById,
  findUserByPhone,
  insertUser,
  lockUser,
  type UserRecord,
} from './users.ts';

/** Whether people sign up and sign in by telephone. Second factors need `sendSms` alone. */
export const takesNumbers = (auth: AuthContext) => auth.settings.phone && auth.sendSms !== null;

/**
 * Whether a number and a password sign up and in: where numbers need no confirmation, without any
 * message.
 */
export const takesNumbersWithPassword = (auth: AuthContext) =>
  takesNumbers(auth) || (auth.settings.phone && auth.settings.smsAutoconfirm);

/**
 * A text message costs money and disturbs the person who has the number, so a number gets few, from
 * all senders together.
 */
const MOST_PER_NUMBER = 5;
const MOST_PER_ADDRESS = 10;

/**
 * `anybody`: the number was only named. `owner`: a signed-in person who has proven it, which has
 * budgets of its own, so that nobody who merely knows a number keeps its owner from a second
 * factor.
 */
export type Asker = { by: 'anybody' } | { by: 'owner'; userId: string };
const ANYBODY: Asker = { by: 'anybody' };

function refuseSms(wait: number, message = 'SMS rate limit exceeded'): void {
  if (wait > 0) throw new AuthError(429, 'over_sms_send_rate_limit', message, { retryAfter: wait });
}

const budgetName = (asker: Asker, name: string) => (asker.by === 'owner' ? `${name}-proven` : name);

const hourly = (asker: Asker, name: string, allowed: number): Budget => ({
  name: budgetName(asker, name),
  allowed,
  seconds: 3600,
});
const ofProject = (auth: AuthContext, asker: Asker) => hourly(asker, 'sms-project', auth.settings.smsPerHour);
const ofNumber = (asker: Asker) => hourly(asker, 'sms-to', MOST_PER_NUMBER);

/**
 * Asks whether a text message to this number may leave now, whether or not one will, so that the
 * answer tells nothing about who has an account. The sender's own budget comes first: who has used
 * it up takes nothing from the number. The project's is only looked at (see `sendCode`).
 * @throws AuthError 429 over_sms_send_rate_limit
 */
export async function paceSms(
  auth: AuthContext,
  phone: string,
  networkAddress: string | null,
  asker = ANYBODY,
): Promise<void> {
  const { smsInterval, rateLimits } = auth.settings;
  if (rateLimits)
    refuseSms(await spend(auth, hourly(asker, 'sms-from', MOST_PER_ADDRESS), placeOf(networkAddress)));
  refuseSms(await waitFor(auth, ofProject(auth, asker), ''));
  if (smsInterval > 0) {
    const interval = { name: budgetName(asker, 'sms'), allowed: 1, seconds: smsInterval };
    const wait = await spend(auth, interval, asker.by === 'owner' ? `${asker.userId} ${phone}` : phone);
    refuseSms(wait, `For security purposes, you can only request this after ${wait} seconds.`);
  }
  refuseSms(await spend(auth, ofNumber(asker), phone));
}

/** A code that is stored, and has still to be sent. */
export interface Code {
  user: UserRecord;
  phone: string;
  otp: string;
}

/**
 * Sends a code, once the transaction that stored it is over, and counts it against the project's
 * hour. One that could not be sent costs neither the project nor the number anything: it stays
 * spent by who asked, so that nobody uses up everybody's by numbers that no message reaches.
 * @throws AuthError 422 sms_send_failed, 429 over_sms_send_rate_limit
 */
export async function sendCode(
  auth: AuthContext,
  { user, phone, otp }: Code,
  asker = ANYBODY,
): Promise<void> {
  if (auth.sendSms === null) throw new Error('text messages are off');
  refuseSms(await spend(auth, ofProject(auth, asker), ''));
  try {
    await auth.sendSms({ phone, otp, user: userJson(user) });
  } catch (cause) {
    await giveBack(auth, ofProject(auth, asker), '');
    await giveBack(auth, ofNumber(asker), phone);
    auth.logger.warn({ err: cause }, 'auth: a text message was not sent');
    throw new AuthError(422, 'sms_send_failed', 'Error sending sms OTP to provider', { cause });
  }
}

const SENT_COLUMNS = {
  confirmation_token: 'confirmation_sent_at',
  phone_change_token: 'phone_change_sent_at',
  reauthentication_token: 'reauthentication_sent_at',
} as const;

/** Makes a code for a number; an earlier one of that kind is no longer valid. */
export async function issueCode(
  auth: AuthContext,
  client: pg.ClientBase,
  type: keyof typeof SENT_COLUMNS,
  user: UserRecord,
  phone: string,
): Promise<Code> {
  await client.query(`update auth.users set ${SENT_COLUMNS[type]} = $2 where id = $1`, [user.id, auth.now()]);
  const { otp } = await issueToken(auth, client, { userId: user.id, type, to: phone, flowId: null });
  return { user, phone, otp };
}

/**
 * Before anybody has proven the account's number, who chose its password may not be who answers
 * now. Asked of the row as it is: it may have been confirmed since it was read.
 */
export async function dropUnprovenPassword(client: pg.ClientBase, userId: string): Promise<void> {
  await client.query(
    `update auth.users set encrypted_password = null
     where id = $1 and phone_confirmed_at is null and email_confirmed_at is null`,
    [userId],
  );
}

/** A person who gives a number: to sign up, with a password, or to be sent a code, without. */
export interface Caller {
  phone: string;
  password: { text: string; hash: string } | null;
  data: Record<string, unknown>;
  address: string | null;
}

async function openPending(auth: AuthContext, client: pg.ClientBase, caller: Caller): Promise<Code> {
  const { phone, password, data } = caller;
  const user = await insertUser(
    client,
    {
      id: randomUUID(),
      email: null,
      phone,
      encryptedPassword: password?.hash ?? null,
      userMetadata: data,
      confirmedAt: null,
    },
    auth.now(),
  );
  return issueCode(auth, client, 'confirmation_token', user, phone);
}

/**
 * Sends a code to a number, and makes an account for a number that has none. Whether it has one
 * shows neither in the answer nor in its time: the owner of a number is sent a code either way.
 * @returns the account that was made, or the one that a free number would have got
 */
export async function callNumber(auth: AuthContext, caller: Caller): Promise<UserRecord> {
  const { phone, password, address } = caller;
  const call = () =>
    inTransaction(auth.pool, async (client) => {
      const known = await findUserByPhone(client, phone);
      // Checked for an unknown number too, so that the time of the answer says nothing.
      const isTheirs = password !== null && (await checkPassword(known?.encrypted_password, password.text));
      await client.query('savepoint before_call');
      if (known !== null) await client.query('update auth.users set phone = null where id = $1', [known.id]);
      const opened = await openPending(auth, client, caller);
      const shown = (await findUserById(client, opened.user.id)) ?? opened.user;
      if (known !== null) await client.query('rollback to savepoint before_call');
      const code =
        known === null ? opened : await issueCode(auth, client, 'confirmation_token', known, phone);
      if (known !== null && !isTheirs) await dropUnprovenPassword(client, known.id);
      const traits = { provider: 'phone' };
      const action = 'user_confirmation_requested';
      await audit(client, { action, actor: code.user, address, at: auth.now(), traits });
      return { shown, code };
    });
  const { shown, code } = await call().catch((error: unknown) => {
    // Another request made an account with this number meanwhile.
    if (isPhoneTaken(error)) return call();
    throw error;
  });
  await sendCode(auth, code);
  return shown;
}

/** Notes the number that a person wishes. @returns the code to send there */
export async function requestPhoneChange(
  auth: AuthContext,
  client: pg.ClientBase,
  user: UserRecord,
  phone: string,
): Promise<Code> {
  await client.query('update auth.users set phone_change = $2 where id = $1', [user.id, phone]);
  return issueCode(auth, client, 'phone_change_token', { ...user, phone_change: phone }, phone);
}

/**
 * The code of a number was right: the number is the person's.
 * @throws AuthError 403 otp_expired, 422 phone_exists
 */
export async function acceptNumber(
  auth: AuthContext,
  client: pg.ClientBase,
  userId: string,
  phone: string,
): Promise<void> {
  const user = await lockUser(client, userId);
  if (user === null || (phone !== user.phone && phone !== user.phone_change))
    throw new AuthError(403, 'otp_expired', 'Token has expired or is invalid');
  await confirmPhone(client, user.id, phone, auth.now()).catch((error: unknown) => {
    throw isPhoneTaken(error) ? phoneExists(error) : error;
  });
  await noteProviders(client, user.id);
  // Codes that were sent to the former number are no longer valid.
  if (phone !== user.phone) await clearTokens(client, user.id);
}
