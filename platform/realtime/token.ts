import type pg from 'pg';
import type { Caller } from '#platform/gateway/caller.ts';
import { type Gateway, GatewayError } from '#platform/gateway/gateway.ts';
import { uuidOrNull } from '#server/postgres/as-caller.ts';

/**
 * Why a channel may not be joined or kept; `code` is a hosted project's, and both go to the client.
 */
export class JoinError extends Error {
  override name = 'JoinError';
  readonly code: string | null;
  constructor(code: string | null, message: string) {
    super(message);
    this.code = code;
  }
  get reason(): string {
    return this.code === null ? this.message : `${this.code}: ${this.message}`;
  }
}

/** In the wording of a hosted project, after which the official client tries again by itself. */
export const databaseAway = () =>
  new JoinError('UnableToConnectToProject', 'Realtime was unable to connect to the project database');

/** The person a channel acts for, and until when. */
export interface Identified {
  caller: Caller;
  token: string;
  /** Epoch milliseconds; null for a bare API key. */
  expiresAt: number | null;
  /**
   * Callers with the same identity see the same rows: every claim that a policy could read is
   * equal. A refreshed token keeps it.
   */
  identity: string;
}

/**
 * Seconds since the token expired, read without verifying the token: used only in the text of the
 * refusal.
 */
function secondsExpired(token: string, now: number): number {
  try {
    const body = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8')) as unknown;
    const { exp } = body as { exp?: unknown };
    return typeof exp === 'number' ? Math.max(0, Math.floor(now / 1000 - exp)) : 0;
  } catch {
    return 0; // the token cannot be read
  }
}

/** The messages of a hosted project for invalid tokens. */
export function expiredReason(token: string, now: Date): JoinError {
  return new JoinError(
    'InvalidJWTToken',
    `Token has expired ${secondsExpired(token, now.getTime())} seconds ago`,
  );
}

function refusal(error: GatewayError, token: string, now: Date): JoinError {
  if (error.code === 'PGRST303') return expiredReason(token, now);
  if (token.split('.').length !== 3)
    return new JoinError('MalformedJWT', 'The token provided is not a valid JWT');
  if (/signature|algorithm/i.test(error.message))
    return new JoinError('JwtSignatureError', 'Failed to validate JWT signature');
  return new JoinError('InvalidJWTToken', error.message);
}

/**
 * @param apikey the socket's key: its role is the caller's when there is no token, or when the
 *   token is an API key
 * @throws JoinError when the token is bad, expired, or its session has ended
 */
export async function identify(
  { gateway, pool }: { gateway: Gateway; pool: pg.Pool },
  given: unknown,
  apikey: string,
): Promise<Identified> {
  const token = typeof given === 'string' && given !== '' && !given.startsWith('sb_') ? given : apikey;
  const headers = new Headers({ apikey });
  if (/[^\x21-\x7e]/.test(token))
    throw new JoinError('MalformedJWT', 'The token provided is not a valid JWT');
  headers.set('authorization', `Bearer ${token}`);
  let caller: Caller;
  try {
    caller = await gateway.caller(headers);
  } catch (error) {
    throw error instanceof GatewayError ? refusal(error, token, gateway.now()) : error;
  }
  const { exp } = caller.claims;
  const expiresAt = typeof exp === 'number' ? exp * 1000 : null;
  if (await hasEnded(pool, caller)) throw new JoinError('Unauthorized', 'Session ended');
  return { caller, token, expiresAt, identity: identityOf(caller) };
}

async function hasEnded(pool: pg.Pool, caller: Caller): Promise<boolean> {
  const [session, person] = [uuidOrNull(caller.sessionId), uuidOrNull(caller.userId)];
  if (session === null && person === null) return false;
  const { rows } = await pool.query({
    name: 'access-ended',
    text: 'select auth.access_ended($1::uuid, $2::uuid) as ended',
    values: [session, person],
  });
  return rows[0]?.ended !== false;
}

function identityOf({ role, claims }: Caller): string {
  const { iat: _iat, exp: _exp, jti: _jti, ...lasting } = claims;
  return JSON.stringify([role, lasting]);
}
