import type { Context } from 'hono';
import { z } from 'zod';
import { placeOf } from '#platform/gateway/address.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { checkPassword, weaknessOf } from './passwords.ts';
import { takesNumbersWithPassword } from './phone.ts';
import { checkVerifier } from './pkce.ts';
import { unseal } from './providers/states.ts';
import { tokenByIdToken } from './providers/token-id-token.ts';
import {
  forgive,
  limitAddress,
  PER_ADDRESS,
  refuseWhile,
  SIGN_IN_FAILURES,
  SIGN_IN_FAILURES_PER_ADDRESS,
  spend,
  waitFor,
} from './rate-limits.ts';
import { originOf } from './requester.ts';
import { openSession } from './sessions.ts';
import { tokenByRefresh } from './token-refresh.ts';
import {
  findUserByEmail,
  findUserById,
  findUserByPhone,
  isBanned,
  isConfirmed,
  isPhoneConfirmed,
  type UserRecord,
} from './users.ts';
import { parsePhone } from './validation.ts';

const passwordBody = z.object({ email: text, phone: text, password: text });

type Proof =
  | { outcome: 'proven'; user: UserRecord }
  /** The password is right, but the address of the sign-up has not been confirmed yet. */
  | { outcome: 'unconfirmed' };

/**
 * Compares a password with the person's own and with the one that the last sign-up with their
 * address gave. For an unconfirmed person both are compared even when the first one matches. A
 * sign-up password is stored for confirmed people too, so the time of the answer does not reveal
 * whether an address is confirmed.
 */
async function compare(
  user: UserRecord | null,
  password: string,
  isProven: typeof isConfirmed,
): Promise<Proof | null> {
  const isTheirs = await checkPassword(user?.encrypted_password, password);
  if (user === null) return null;
  if (isTheirs && isProven(user)) return { outcome: 'proven', user };
  const wasAsked = user.sign_up_password !== null && (await checkPassword(user.sign_up_password, password));
  return isTheirs || wasAsked ? { outcome: 'unconfirmed' } : null;
}

/**
 * Finds the person by address or number and password. Failures are counted per address or number,
 * whether or not it has an account. The count is read again after the password check, so that of
 * guesses sent all at once only as many as the limit allows learn the result.
 * @throws AuthError 400 invalid_credentials, 429
 */
async function prove(
  auth: AuthContext,
  named: { email: string } | { phone: string },
  password: string,
  networkAddress: string | null,
): Promise<Proof> {
  const subject = 'email' in named ? named.email : named.phone;
  const from = placeOf(networkAddress);
  const limitsAddress = auth.settings.rateLimits;
  const [waitAccount, waitAddress, user] = await Promise.all([
    waitFor(auth, SIGN_IN_FAILURES, subject),
    limitsAddress ? waitFor(auth, SIGN_IN_FAILURES_PER_ADDRESS, from) : 0,
    'email' in named ? findUserByEmail(auth.pool, subject) : findUserByPhone(auth.pool, subject),
  ]);
  refuseWhile(Math.max(waitAccount, waitAddress));
  const proof = await compare(user, password, 'email' in named ? isConfirmed : isPhoneConfirmed);
  if (proof === null) {
    const [wait] = await Promise.all([
      spend(auth, SIGN_IN_FAILURES, subject),
      limitsAddress ? spend(auth, SIGN_IN_FAILURES_PER_ADDRESS, from) : 0,
    ]);
    refuseWhile(wait);
    throw new AuthError(400, 'invalid_credentials', 'Invalid login credentials');
  }
  refuseWhile(await waitFor(auth, SIGN_IN_FAILURES, subject));
  return proof;
}

/** POST /token?grant_type=password */
async function tokenByPassword(auth: AuthContext, c: Context): Promise<Response> {
  const body = await readBody(c, passwordBody);
  if (body.email !== '' && body.phone !== '') {
    throw invalid('Only an email address or phone number should be provided on login.');
  }
  if (body.phone !== '' && !takesNumbersWithPassword(auth))
    throw new AuthError(422, 'phone_provider_disabled', 'Phone logins are disabled');
  if (body.email === '' && body.phone === '') throw invalid('missing email or phone');
  const named = body.phone === '' ? { email: body.email.toLowerCase() } : { phone: parsePhone(body.phone) };
  const origin = originOf(auth, c);
  const proof = await prove(auth, named, body.password, origin.address);
  // That the address is unconfirmed is revealed only to somebody who knows the password.
  if (proof.outcome === 'unconfirmed')
    throw 'email' in named
      ? new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
      : new AuthError(400, 'phone_not_confirmed', 'Phone not confirmed');
  const { user } = proof;
  if (isBanned(user, auth.now())) throw new AuthError(400, 'user_banned', 'User is banned');
  const [session] = await Promise.all([
    openSession(auth, auth.pool, user, 'password', origin, user.encrypted_password),
    forgive(auth, SIGN_IN_FAILURES, 'email' in named ? named.email : named.phone),
  ]);
  const weakness = weaknessOf(body.password, auth.settings.passwordCheck);
  return c.json(weakness === null ? session : { ...session, weak_password: weakness });
}

const pkceBody = z.object({ auth_code: text, code_verifier: text });

/**
 * GoTrue's value: how long the page may take to exchange the code that a link or a provider led to.
 */
const CODE_SECONDS = 300;

/** POST /token?grant_type=pkce */
async function tokenByPkce(auth: AuthContext, c: Context): Promise<Response> {
  const { auth_code: code, code_verifier: verifier } = await readBody(c, pkceBody);
  if (code === '' || verifier === '') {
    throw invalid('invalid request: both auth code and code verifier should be non-empty');
  }
  const origin = originOf(auth, c);
  const session = await inTransaction(auth.pool, async (client) => {
    // Every change of a person locks the person's row first, so that two changes cannot deadlock.
    await client.query(
      'select from auth.users where id = (select user_id from auth.flow_state where auth_code = $1) for update',
      [code],
    );
    // The row stays locked until the commit, so that a code sent twice at once opens one session.
    const { rows } = await client.query(
      `select id, user_id, code_challenge, code_challenge_method, authentication_method, auth_code_issued_at,
         provider_access_token, provider_refresh_token
       from auth.flow_state where auth_code = $1 and user_id is not null for update`,
      [code],
    );
    const [flow] = rows;
    const user = flow ? await findUserById(client, flow.user_id) : null;
    if (flow === undefined || user === null || flow.auth_code_issued_at === null) {
      throw new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found');
    }
    if (flow.auth_code_issued_at.getTime() + CODE_SECONDS * 1000 <= auth.now().getTime()) {
      throw new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired');
    }
    checkVerifier(verifier, { challenge: flow.code_challenge, method: flow.code_challenge_method });
    if (isBanned(user, auth.now())) throw new AuthError(403, 'user_banned', 'User is banned');
    await client.query('delete from auth.flow_state where id = $1', [flow.id]);
    const opened = await openSession(auth, client, user, flow.authentication_method, origin);
    const token = flow.provider_access_token;
    const refresh = flow.provider_refresh_token;
    // The provider's tokens are handed over once: their only copy was deleted with the flow above.
    return {
      ...opened,
      ...(token === null ? {} : { provider_token: unseal(auth.secrets.providerTokens, token) }),
      ...(refresh === null ? {} : { provider_refresh_token: unseal(auth.secrets.providerTokens, refresh) }),
    };
  });
  return c.json(session);
}

/** POST /token?grant_type= */
export const token = (auth: AuthContext) => async (c: Context) => {
  await limitAddress(auth, PER_ADDRESS.token, originOf(auth, c).address);
  switch (c.req.query('grant_type')) {
    case 'password':
      return tokenByPassword(auth, c);
    case 'refresh_token':
      return tokenByRefresh(auth, c);
    case 'pkce':
      return tokenByPkce(auth, c);
    case 'id_token':
      return tokenByIdToken(auth, c);
    case 'web3':
      throw new AuthError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
    default:
      throw new AuthError(400, 'invalid_credentials', 'unsupported_grant_type');
  }
};
