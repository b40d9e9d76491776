import { randomUUID } from 'node:crypto';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from './audit.ts';
import type { AuthContext } from './context.ts';
import { AuthError } from './errors.ts';
import { limitAddress, PER_ADDRESS } from './rate-limits.ts';
import type { Origin } from './requester.ts';
import { openSession, type SessionJson } from './sessions.ts';
import { insertUser } from './users.ts';

/**
 * A sign-up with neither address nor number: an account that lives as long as its session, until it is given an address.
 * @throws AuthError 422 anonymous_provider_disabled, 422 signup_disabled, 429
 */
export async function signUpAnonymously(
  auth: AuthContext,
  data: Record<string, unknown>,
  origin: Origin,
): Promise<SessionJson> {
  if (!auth.settings.anonymous) {
    throw new AuthError(422, 'anonymous_provider_disabled', 'Anonymous sign-ins are disabled');
  }
  if (!auth.settings.signup) {
    throw new AuthError(422, 'signup_disabled', 'Signups not allowed for this instance');
  }
  await limitAddress(auth, PER_ADDRESS.anonymous, origin.address);
  const at = auth.now();
  return inTransaction(auth.pool, async (client) => {
    const user = await insertUser(
      client,
      { id: randomUUID(), email: null, encryptedPassword: null, userMetadata: data, confirmedAt: null },
      at,
    );
    const traits = { provider: 'anonymous' };
    await audit(client, { action: 'user_signedup', actor: user, address: origin.address, at, traits });
    return openSession(auth, client, user, 'anonymous', origin);
  });
}
