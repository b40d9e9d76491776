import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  type KeyObject,
  randomBytes,
  randomUUID,
} from 'node:crypto';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import type { Challenge } from '../pkce.ts';
import { isUuid } from '../validation.ts';

/** GoTrue's value: how long somebody may take at the provider. */
const STATE_SECONDS = 300;

/** A sign-in at a provider, from its beginning here to its callback. */
export interface ProviderFlow {
  provider: string;
  redirectTo: string;
  /** Null for the implicit flow. */
  challenge: Challenge | null;
  /** The signed-in person who links an account of the provider; null for a sign-in. */
  linkingUserId: string | null;
}

/** Values derived from a state with a key that only this server has. */
export interface StateSecrets {
  nonce: string;
  verifier: string;
}

const digest = (state: string) => createHash('sha256').update(state).digest();

export function secretsOf(auth: AuthContext, state: string): StateSecrets {
  const derive = (purpose: string) =>
    createHmac('sha256', auth.secrets.providerStates).update(`${purpose}:${state}`).digest('base64url');
  return { nonce: derive('nonce'), verifier: derive('verifier') };
}

/** @returns the `state` parameter, which the browser takes to the provider and back */
export async function beginState(auth: AuthContext, flow: ProviderFlow): Promise<string> {
  const state = randomUUID();
  const at = auth.now();
  await auth.pool.query(
    `insert into auth.provider_states
       (state_hash, provider, redirect_to, code_challenge, code_challenge_method, linking_user_id, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      digest(state),
      flow.provider,
      flow.redirectTo,
      flow.challenge?.challenge ?? null,
      flow.challenge?.method ?? null,
      flow.linkingUserId,
      new Date(at.getTime() + STATE_SECONDS * 1000),
      at,
    ],
  );
  return state;
}

const refusal = (code: string, message: string) => new AuthError(400, code, message);

/**
 * Uses up a state: of several simultaneous callbacks with the same state, one gets the flow.
 * @throws AuthError bad_oauth_callback, bad_oauth_state, flow_state_already_used
 */
export async function useState(auth: AuthContext, state: string): Promise<ProviderFlow> {
  if (state === '') throw refusal('bad_oauth_callback', 'OAuth state parameter missing');
  if (!isUuid(state)) throw refusal('bad_oauth_state', 'OAuth state parameter is invalid');
  const hash = digest(state);
  const at = auth.now();
  const { rows } = await auth.pool.query(
    `update auth.provider_states set used_at = $2 where state_hash = $1 and used_at is null and expires_at > $2
     returning provider, redirect_to, code_challenge, code_challenge_method, linking_user_id`,
    [hash, at],
  );
  const [flow] = rows;
  if (flow === undefined) {
    const { rows: found } = await auth.pool.query(
      'select used_at from auth.provider_states where state_hash = $1',
      [hash],
    );
    const [known] = found;
    if (known === undefined) throw refusal('bad_oauth_state', 'OAuth state not found or expired');
    if (known.used_at !== null) throw refusal('flow_state_already_used', 'OAuth state has already been used');
    throw refusal('bad_oauth_state', 'OAuth state has expired');
  }
  const { code_challenge: challenge, code_challenge_method: method } = flow;
  return {
    provider: flow.provider,
    redirectTo: flow.redirect_to,
    challenge: challenge === null || method === null ? null : { challenge, method },
    linkingUserId: flow.linking_user_id,
  };
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts a provider's token for the minutes until the page fetches it. */
export function seal(key: KeyObject, text: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString('base64url');
}

/** @throws Error when the text was not sealed with this key */
export function unseal(key: KeyObject, sealed: string): string {
  const bytes = Buffer.from(sealed, 'base64url');
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES));
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
    'utf8',
  );
}
