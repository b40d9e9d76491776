import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { AuthError, invalid } from './errors.ts';
import type { AuthMethod } from './sessions.ts';
import type { Queryable } from './users.ts';

export interface Challenge {
  challenge: string;
  method: 's256' | 'plain';
}

/**
 * Reads the two PKCE parameters of a request (RFC 7636).
 * @returns null for the implicit flow
 * @throws AuthError 400 validation_failed
 */
export function parseChallenge(body: {
  code_challenge: string;
  code_challenge_method: string;
}): Challenge | null {
  const { code_challenge: challenge, code_challenge_method: given } = body;
  if (challenge === '' && given === '') return null;
  if (challenge === '' || given === '') {
    throw invalid('PKCE flow requires code_challenge_method and code_challenge');
  }
  const method = given.toLowerCase();
  if (method !== 's256' && method !== 'plain') throw invalid('code challenge method not supported');
  if (challenge.length < 43 || challenge.length > 128) {
    throw invalid('code challenge has to be between 43 and 128 characters');
  }
  if (!/^[A-Za-z._~0-9-]+$/.test(challenge)) {
    throw invalid(
      'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
    );
  }
  return { challenge, method };
}

/** Keeps a flow until its mail is followed. @returns its id, or null when there is no challenge */
export async function startFlow(
  db: Queryable,
  userId: string,
  challenge: Challenge | null,
  method: AuthMethod,
  at: Date,
): Promise<string | null> {
  if (challenge === null) return null;
  const id = randomUUID();
  await db.query(
    `insert into auth.flow_state (id, user_id, auth_code, code_challenge_method, code_challenge, provider_type,
       authentication_method, created_at, updated_at) values ($1, $2, $3, $4, $5, 'email', $6, $7, $7)`,
    [id, userId, randomUUID(), challenge.method, challenge.challenge, method, at],
  );
  return id;
}

/** The link of a flow was followed: its code may be exchanged, for a while. */
export async function issueCode(db: Queryable, flowId: string, at: Date): Promise<string> {
  const { rows } = await db.query(
    'update auth.flow_state set auth_code_issued_at = $2, updated_at = $2 where id = $1 returning auth_code',
    [flowId, at],
  );
  const [flow] = rows;
  if (flow === undefined) {
    throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
  }
  return flow.auth_code;
}

/** @throws AuthError 400 bad_code_verifier */
export function checkVerifier(verifier: string, challenge: Challenge): void {
  const made =
    challenge.method === 'plain' ? verifier : createHash('sha256').update(verifier).digest('base64url');
  const [left, right] = [made, challenge.challenge].map((side) => createHash('sha256').update(side).digest());
  if (left === undefined || right === undefined || !timingSafeEqual(left, right)) {
    throw new AuthError(
      400,
      'bad_code_verifier',
      'code challenge does not match previously saved code verifier',
    );
  }
}
