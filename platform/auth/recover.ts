import type { Context } from 'hono';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from './audit.ts';
import { pkceFields, readBody, text } from './body.ts';
import type { AuthContext } from './context.ts';
import { invalid } from './errors.ts';
import { mailLink, paceMail, pretendToMail } from './mails.ts';
import { parseChallenge, startFlow } from './pkce.ts';
import { closeProviderDoors } from './providers/accept.ts';
import { limitAddress, PER_ADDRESS } from './rate-limits.ts';
import { redirectFor } from './redirects.ts';
import { originOf } from './requester.ts';
import { findUserByEmail } from './users.ts';
import { parseEmail } from './validation.ts';

const recoverBody = z.object({ email: text, ...pkceFields });

/** POST /recover: says the same, in the same time, whether the address has an account or not. */
export const recover = (auth: AuthContext) => async (c: Context) => {
  const { address } = originOf(auth, c);
  await limitAddress(auth, { ...PER_ADDRESS.signup, name: 'recover' }, address);
  const body = await readBody(c, recoverBody);
  if (body.email === '') throw invalid('Password recovery requires an email');
  const challenge = parseChallenge(body);
  const email = parseEmail(body.email);
  const redirectTo = redirectFor(auth, c);
  await paceMail(auth, 'recovery', email, address);
  const at = auth.now();
  await inTransaction(auth.pool, async (client) => {
    const user = await findUserByEmail(client, email);
    if (user === null) return pretendToMail(auth, client, 'recovery', email, redirectTo);
    await closeProviderDoors(client, user, at);
    const flowId = await startFlow(client, user.id, challenge, 'recovery', at);
    await mailLink(auth, client, { user, kind: 'recovery', email, redirectTo, flowId });
    await audit(client, { action: 'user_recovery_requested', actor: user, address, at });
  });
  return c.json({});
};
