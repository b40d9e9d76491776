import type { Context } from 'hono';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { AuthError, invalid } from './errors.ts';
import { type Landing, landingAddress, sessionFields } from './landing.ts';
import type { Presented } from './one-time-tokens.ts';
import { issueCode } from './pkce.ts';
import { forgiveGuesses, limitAddress, PER_ADDRESS, spendGuess } from './rate-limits.ts';
import { redirectFor } from './redirects.ts';
import { type Origin, originOf } from './requester.ts';
import { openSession } from './sessions.ts';
import { parseEmail, parsePhone } from './validation.ts';
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

const verifyBody = z.object({ type: text, token: text, token_hash: text, email: text, phone: text });

function parsePresented(body: z.infer<typeof verifyBody>): Presented {
  if (body.type === '') throw invalid('Verify requires a verification type');
  if ((body.token === '') === (body.token_hash === '')) {
    throw invalid('Verify requires either a token or a token hash');
  }
  if (body.token_hash !== '') {
    if (body.email !== '' || body.phone !== '') {
      throw invalid('Only the token_hash and type should be provided');
    }
    return { linkToken: body.token_hash };
  }
  if ((body.email === '') === (body.phone === '')) {
    throw invalid('Only an email address or phone number should be provided on verify');
  }
  return { to: body.phone === '' ? parseEmail(body.email) : parsePhone(body.phone), otp: body.token };
}

/** POST /verify */
export const verify = (auth: AuthContext) => async (c: Context) => {
  const origin = originOf(auth, c);
  await limitAddress(auth, PER_ADDRESS.verify, origin.address);
  const body = await readBody(c, verifyBody);
  const presented = parsePresented(body);
  // Guesses of the six digits are limited; the token of a link is too long to be guessed.
  const guessed = 'to' in presented ? presented.to : null;
  const guesser = { place: origin.address };
  if (guessed !== null) await spendGuess(auth, guessed, guesser);
  const session = await inTransaction(auth.pool, async (client) => {
    const { user, half } = await verifyToken(auth, client, body.type, presented, origin);
    return half ? null : openSession(auth, client, user, 'otp', origin);
  });
  if (guessed !== null) await forgiveGuesses(auth, guessed, guesser);
  return c.json(session ?? { msg: HALF_CONFIRMED, code: '200' });
};
