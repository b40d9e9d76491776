import { createHmac } from 'node:crypto';
import type { Context } from 'hono';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { newOtp } from '../one-time-tokens.ts';
import { type Asker, paceSms, sendCode } from '../phone.ts';
import { limitAddress } from '../rate-limits.ts';
import { originOf, requireUser } from '../requester.ts';
import { factorIdOf, holdPerson, readFactor, requireOldFactorFirst } from './factor-rows.ts';
import { keyOptions } from './security-key.ts';

/** GoTrue's value: how long a challenge can be answered. */
export const CHALLENGE_SECONDS = 300;
/** GoTrue's 15 a minute with a burst of 30, for challenges and answers each. */
const PER_ADDRESS = { name: 'factor-challenge', allowed: 30, seconds: 120 };

/** The stored form of a code sent to a telephone: a keyed digest, good for its factor only. */
export const digestOfCode = (auth: AuthContext, factorId: string, otp: string) =>
  createHmac('sha256', auth.secrets.factors).update(`${factorId}:${otp}`).digest('base64url');

/** POST /factors/{id}/challenge */
export const challengeFactor = (auth: AuthContext) => async (c: Context) => {
  const requester = await requireUser(auth, c);
  const factorId = factorIdOf(c);
  const { address } = originOf(auth, c);
  await limitAddress(auth, PER_ADDRESS, address);
  const at = auth.now();
  const { phone, status } = await readFactor(auth.pool, requester.user.id, factorId);
  if (phone !== null && auth.sendSms === null)
    throw new AuthError(422, 'mfa_phone_verify_not_enabled', 'MFA verification is disabled for Phone');
  // A number that the person has not proven yet counts as anybody's: many accounts could else text
  // it.
  const asker: Asker = status === 'verified' ? { by: 'owner', userId: requester.user.id } : { by: 'anybody' };
  if (phone !== null) await paceSms(auth, phone, address, asker);
  const { answer, code } = await inTransaction(auth.pool, async (client) => {
    const { user, session } = await holdPerson(client, requester);
    const factor = await readFactor(client, user.id, factorId);
    requireOldFactorFirst(factor, user, session);
    const key = factor.factor_type === 'webauthn' ? await keyOptions(auth, user, factor) : null;
    const otp = factor.phone === null ? null : newOtp();
    const { rows } = await client.query(
      `insert into auth.mfa_challenges (factor_id, created_at, ip, web_authn_challenge, otp_hash)
       values ($1, $2, $3, $4, $5) returning id`,
      [factor.id, at, address, key?.challenge ?? null, otp && digestOfCode(auth, factor.id, otp)],
    );
    await client.query('update auth.mfa_factors set last_challenged_at = $2, updated_at = $2 where id = $1', [
      factor.id,
      at,
    ]);
    const traits = { factor_id: factor.id, factor_status: factor.status };
    await audit(client, { action: 'challenge_created', actor: user, address, at, traits });
    const sent = { code: otp === null || factor.phone === null ? null : { user, phone: factor.phone, otp } };
    const told = {
      id: rows[0]?.id,
      type: factor.factor_type,
      expires_at: Math.floor(at.getTime() / 1000) + CHALLENGE_SECONDS,
      ...(key === null
        ? {}
        : { webauthn: { type: key.type, credential_options: { publicKey: key.options } } }),
    };
    return { answer: told, ...sent };
  });
  if (code !== null) await sendCode(auth, code, asker);
  return c.json(answer);
};
