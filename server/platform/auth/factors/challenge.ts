import type { Context } from 'hono';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { limitAddress } from '../rate-limits.ts';
import { originOf, requireUser } from '../requester.ts';
import { factorIdOf, holdPerson, readFactor, requireOldFactorFirst } from './factor-rows.ts';
import { keyOptions } from './security-key.ts';

/** GoTrue's value: how long a challenge can be answered. */
export const CHALLENGE_SECONDS = 300;
/** GoTrue's 15 a minute with a burst of 30, for challenges and answers each. */
const PER_ADDRESS = { name: 'factor-challenge', allowed: 30, seconds: 120 };

/** POST /factors/{id}/challenge */
export const challengeFactor = (auth: AuthContext) => async (c: Context) => {
  const requester = await requireUser(auth, c);
  const factorId = factorIdOf(c);
  const { address } = originOf(auth, c);
  await limitAddress(auth, PER_ADDRESS, address);
  const at = auth.now();
  return inTransaction(auth.pool, async (client) => {
    const { user, session } = await holdPerson(client, requester);
    const factor = await readFactor(client, user.id, factorId);
    requireOldFactorFirst(factor, user, session);
    const key = factor.factor_type === 'webauthn' ? await keyOptions(auth, user, factor) : null;
    const { rows } = await client.query(
      `insert into auth.mfa_challenges (factor_id, created_at, ip, web_authn_challenge) values ($1, $2, $3, $4) returning id`,
      [factor.id, at, address, key?.challenge ?? null],
    );
    await client.query('update auth.mfa_factors set last_challenged_at = $2, updated_at = $2 where id = $1', [
      factor.id,
      at,
    ]);
    const traits = { factor_id: factor.id, factor_status: factor.status };
    await audit(client, { action: 'challenge_created', actor: user, address, at, traits });
    return c.json({
      id: rows[0]?.id,
      type: factor.factor_type,
      expires_at: Math.floor(at.getTime() / 1000) + CHALLENGE_SECONDS,
      ...(key === null
        ? {}
        : { webauthn: { type: key.type, credential_options: { publicKey: key.options } } }),
    });
  });
};
