import { timingSafeEqual } from 'node:crypto';
import { errors } from 'jose';
import { type Caller, onlyLooks } from './caller.ts';
import type { Keys } from './keys.ts';

/** A request that is refused; each protocol turns the error into its own format. */
export class GatewayError extends Error {
  readonly status: 401;
  readonly code: 'PGRST301' | 'PGRST303' | 'no_api_key';
  override name = 'GatewayError';
  constructor(code: GatewayError['code'], message: string) {
    super(message);
    this.status = 401;
    this.code = code;
  }
}

export interface Gateway {
  /**
   * Finds out who sends a request: the `apikey` header or query parameter identifies the
   * application, the bearer token the person. A token that only looks is refused, so that a
   * protocol which does not think of it is closed to it.
   * @throws GatewayError 401 without a known key, or with a token that is bad or expired
   */
  caller(headers: Pick<Headers, 'get'>, apikeyInQuery?: string | null): Promise<Caller>;
  /**
   * The same, and lets a token through that only looks: for a protocol that reads with it and
   * writes nothing (`onlyLooks`).
   */
  reader(headers: Pick<Headers, 'get'>, apikeyInQuery?: string | null): Promise<Caller>;
  /**
   * The person whose token a request carries, of those that were verified before: for logs, which
   * ask after the answer.
   */
  knownPerson(headers: Pick<Headers, 'get'>): string | null;
  /** The clock that decides when tokens expire. */
  now(): Date;
}

/** The token of an `Authorization` header; null without one. */
const bearerOf = (headers: Pick<Headers, 'get'>): string | null =>
  /^Bearer\s+(\S+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null;

const sameText = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
};

const bareKey = (role: 'anon' | 'service_role'): Caller => ({
  role,
  claims: { role },
  userId: null,
  sessionId: null,
});

/** How many verified tokens are cached, because checking a signature takes 0.1 ms. */
const REMEMBERED = 5_000;

/**
 * @param roles the database roles that a token may name; any other is refused, so that no token can
 *   take the role of the database's owner
 */
export function createGateway(
  keys: Keys,
  roles: readonly string[],
  now: () => Date = () => new Date(),
): Gateway {
  const verified = new Map<string, Caller>();

  async function callerOf(token: string): Promise<Caller> {
    const known = verified.get(token);
    if (known && Number(known.claims.exp ?? Number.POSITIVE_INFINITY) * 1000 > now().getTime()) return known;
    verified.delete(token);
    const claims = await keys.verify(token, now()).catch((error: unknown) => {
      if (error instanceof errors.JWTExpired) throw new GatewayError('PGRST303', 'JWT expired');
      if (error instanceof errors.JOSEError) throw new GatewayError('PGRST301', error.message);
      throw error;
    });
    const role = claims.role ?? 'anon';
    if (typeof role !== 'string' || !roles.includes(role)) {
      throw new GatewayError('PGRST301', 'JWT role is not allowed');
    }
    const caller: Caller = {
      role,
      claims: claims as Record<string, unknown>,
      userId: claims.sub ?? null,
      sessionId: typeof claims.session_id === 'string' ? claims.session_id : null,
    };
    if (verified.size >= REMEMBERED) verified.delete(verified.keys().next().value ?? '');
    verified.set(token, caller);
    return caller;
  }

  /** The caller that an API key stands for, or null for an unknown key. */
  async function callerOfKey(key: string): Promise<Caller | null> {
    if (sameText(key, keys.publishableKey)) return bareKey('anon');
    if (sameText(key, keys.secretKey)) return bareKey('service_role');
    // Legacy keys are tokens signed with JWT_SECRET; supabase-js also sends a person's token as key
    // when asked to.
    return key.split('.').length === 3 ? callerOf(key) : null;
  }

  const reader: Gateway['reader'] = async (headers, apikeyInQuery) => {
    const bearer = bearerOf(headers);
    const apikey = headers.get('apikey') ?? apikeyInQuery ?? bearer;
    if (apikey === null) throw new GatewayError('no_api_key', 'No API key found in request');
    const application = await callerOfKey(apikey);
    if (application === null) throw new GatewayError('no_api_key', 'Invalid API key');
    // supabase-js sends the API key itself as bearer while nobody is signed in.
    if (bearer === null || bearer === apikey) return application;
    return (await callerOfKey(bearer)) ?? rejectToken();
  };
  return {
    reader,
    async caller(headers, apikeyInQuery) {
      const found = await reader(headers, apikeyInQuery);
      if (onlyLooks(found)) throw new GatewayError('PGRST301', 'This token reads tables and nothing else');
      return found;
    },
    knownPerson: (headers) => verified.get(bearerOf(headers) ?? '')?.userId ?? null,
    now,
  };
}

function rejectToken(): never {
  throw new GatewayError('PGRST301', 'Expected 3 parts in JWT');
}
