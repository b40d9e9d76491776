import type { Context } from 'hono';
import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from '../audit.ts';
import { readBody, text } from '../body.ts';
import type { AuthContext } from '../context.ts';
import { AuthError, invalid } from '../errors.ts';
import { mailFactorChange } from '../mails.ts';
import { CODE_FAILURES, forgive, limitAddress, refuseWhile, spend } from '../rate-limits.ts';
import { originOf, requireUser } from '../requester.ts';
import type { SessionJson } from '../sessions.ts';
import { CHALLENGE_SECONDS, digestOfCode } from './challenge.ts';
import {
  type Factor,
  factorIdOf,
  holdPerson,
  logRefusal,
  readFactor,
  requireOldFactorFirst,
  uuidOf,
} from './factor-rows.ts';
import { raiseSession } from './raise-session.ts';
import { parseKeyAnswer, useKey } from './security-key.ts';
import { openSecret, stepOf } from './totp.ts';

const verifyBody = z.object({
  challenge_id: text,
  code: text,
  webauthn: z.record(z.string(), z.unknown()).nullish(),
});

const PER_ADDRESS = { name: 'factor-verify', allowed: 30, seconds: 120 };
/**
 * Limits wrong codes of authenticator apps per person: six digits can be guessed, recovery codes
 * and signatures of keys cannot.
 */
const CODE_GUESSES = { ...CODE_FAILURES, name: 'factor-code' };

const wrongCode = (kind: 'TOTP' | 'MFA Phone') =>
  new AuthError(422, 'mfa_verification_failed', `Invalid ${kind} code entered`);

/**
 * Marks the code's time step as used.
 * @throws AuthError 422 when the code is wrong, or was accepted before
 */
async function useCode(
  auth: AuthContext,
  client: pg.ClientBase,
  factor: Factor,
  code: string,
): Promise<void> {
  if (factor.secret === null) throw new Error('a TOTP factor without a secret');
  const step = stepOf(openSecret(auth.secrets.factors, factor.id, factor.secret), code, auth.now());
  if (step === null) throw wrongCode('TOTP');
  // RFC 6238, 5.2: the second attempt with a code is refused. The `where` lets only one of several
  // simultaneous attempts pass.
  const { rowCount } = await client.query(
    'update auth.mfa_factors set last_used_step = $2 where id = $1 and coalesce(last_used_step, -1) < $2',
    [factor.id, step],
  );
  if (rowCount === 0) throw wrongCode('TOTP');
}

/** POST /factors/{id}/verify: raises the session to aal2. */
export const verifyFactor = (auth: AuthContext) => async (c: Context) => {
  const requester = await requireUser(auth, c);
  const factorId = factorIdOf(c);
  const { address } = originOf(auth, c);
  await limitAddress(auth, PER_ADDRESS, address);
  const body = await readBody(c, verifyBody);
  const { factor_type: type } = await readFactor(auth.pool, requester.user.id, factorId);
  const isCode = type === 'totp' || type === 'phone';
  if (isCode && body.code === '') throw invalid('Code needs to be non-empty');
  const answer = type === 'webauthn' ? parseKeyAnswer(body.webauthn) : null;
  const guesser = requester.user.id;
  if (isCode) refuseWhile(await spend(auth, CODE_GUESSES, guesser));
  const at = auth.now();

  const attempted = { factor_id: factorId, factor_type: type };
  const prove = async (client: pg.PoolClient): Promise<SessionJson | AuthError> => {
    const { user, session } = await holdPerson(client, requester);
    const factor = await readFactor(client, user.id, factorId);
    requireOldFactorFirst(factor, user, session);
    const { rows } = await client.query(
      `select id, created_at, verified_at, web_authn_challenge, otp_hash, ip is not distinct from $3::inet as same_place
       from auth.mfa_challenges where id = $1 and factor_id = $2 for update`,
      [uuidOf(body.challenge_id), factor.id, address],
    );
    const [challenge] = rows;
    if (challenge === undefined)
      return new AuthError(
        422,
        'mfa_factor_not_found',
        'MFA factor with the provided challenge ID not found',
      );
    if (challenge.verified_at !== null || !challenge.same_place)
      return new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.');
    if (challenge.created_at.getTime() + CHALLENGE_SECONDS * 1000 <= at.getTime()) {
      await client.query('delete from auth.mfa_challenges where id = $1', [challenge.id]);
      const message = `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`;
      return new AuthError(422, 'mfa_challenge_expired', message);
    }
    if (factor.factor_type === 'phone') {
      // The challenge is answered once, and ten codes are tried in a quarter of an hour.
      if (challenge.otp_hash !== digestOfCode(auth, factor.id, body.code)) throw wrongCode('MFA Phone');
    } else if (answer === null) await useCode(auth, client, factor, body.code);
    else await useKey(auth, client, factor, challenge.web_authn_challenge ?? '', answer);
    await client.query('update auth.mfa_challenges set verified_at = $2 where id = $1', [challenge.id, at]);
    const { rowCount: added } = await client.query(
      `update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1 and status <> 'verified'`,
      [factor.id, at],
    );
    if (added === 1 && factor.factor_type !== 'recovery_code')
      await mailFactorChange(auth, client, user, { type: factor.factor_type, change: 'added' });
    await client.query(`delete from auth.mfa_factors where user_id = $1 and status = 'unverified'`, [
      user.id,
    ]);
    const traits = {
      factor_id: factor.id,
      factor_type: factor.factor_type,
      ...(added === 1 && { added: true }),
    };
    await audit(client, { action: 'verification_attempted', actor: user, address, at, traits });
    return raiseSession(auth, client, {
      userId: user.id,
      sessionId: session.id,
      factorId: factor.id,
      type: factor.factor_type,
    });
  };
  const outcome = await logRefusal(auth, { user: requester.user, address, factor: attempted }, () =>
    inTransaction(auth.pool, prove),
  );
  if (outcome instanceof AuthError) throw outcome;
  if (isCode) await forgive(auth, CODE_GUESSES, guesser);
  return c.json(outcome);
};
