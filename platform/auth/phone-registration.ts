import { randomUUID } from 'node:crypto';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from './audit.ts';
import { isPhoneTaken } from './conflicts.ts';
import type { AuthContext } from './context.ts';
import { AuthError } from './errors.ts';
import type { Origin } from './requester.ts';
import { openSession, type SessionJson } from './sessions.ts';
import { confirmPhone, findUserById, findUserByPhone, insertUser, isPhoneConfirmed } from './users.ts';

interface Applicant {
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
  { phone, passwordHash, data, origin }: Applicant,
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
