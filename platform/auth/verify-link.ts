import type { Context } from 'hono';
import { inTransaction } from '#server/postgres/as-caller.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { type Landing, landingAddress, sessionFields } from './landing.ts';
import { issueCode } from './pkce.ts';
import { limitAddress, PER_ADDRESS } from './rate-limits.ts';
import { redirectFor } from './redirects.ts';
import { type Origin, originOf } from './requester.ts';
import { openSession } from './sessions.ts';
import { HALF_CONFIRMED, verifyToken } from './verification.ts';

async function land(auth: AuthContext, token: string, type: string, origin: Origin): Promise<Landing> {
  return inTransaction(auth.pool, async (client) => {
    const { user, flowId, half } = await verifyToken(auth, client, type, { linkToken: token }, origin);
    if (half) return { fragment: { message: HALF_CONFIRMED } };
    // Only the browser that began the PKCE flow has the verifier, so a link opened elsewhere gives
    // no session.
    if (flowId !== null) return { query: { code: await issueCode(client, flowId, auth.now()) } };
    const session = await openSession(auth, client, user, 'otp', origin);
    return { fragment: { ...sessionFields(session), type } };
  });
}

/**
 * GET /verify: the link in a mail. A link that is invalid or expired leads to the page too, which
 * shows the error.
 */
export const verifyLink = (auth: AuthContext) => async (c: Context) => {
  const token = c.req.query('token') ?? '';
  const type = c.req.query('type') ?? '';
  if (type === '') throw invalid('Verify requires a verification type');
  if (token === '') throw invalid('Verify requires a token or a token hash');
  const redirectTo = redirectFor(auth, c);
  // A mail scanner's HEAD must not use the link up.
  if (c.req.raw.method === 'HEAD') return c.redirect(landingAddress(redirectTo, {}), 303);
  const origin = originOf(auth, c);
  try {
    await limitAddress(auth, PER_ADDRESS.verify, origin.address);
    return c.redirect(landingAddress(redirectTo, await land(auth, token, type, origin)), 303);
  } catch (error) {
    if (!(error instanceof AuthError)) throw error;
    const reason = {
      error: error.status === 400 ? 'invalid_request' : 'access_denied',
      error_code: error.code,
      error_description: error.message,
    };
    const landing = token.startsWith('pkce_') ? { query: reason, fragment: reason } : { fragment: reason };
    return c.redirect(landingAddress(redirectTo, landing), 303);
  }
};
