import type { Context } from 'hono';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { invalid } from './errors.ts';
import type { Presented } from './one-time-tokens.ts';
import { forgiveGuesses, limitAddress, PER_ADDRESS, spendGuess } from './rate-limits.ts';
import { originOf } from './requester.ts';
import { openSession } from './sessions.ts';
import { parseEmail, parsePhone } from './validation.ts';
import { HALF_CONFIRMED, verifyToken } from './verification.ts';

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
