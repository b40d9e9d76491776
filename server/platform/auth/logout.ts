import type { Context } from 'hono';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from './audit.ts';
import type { AuthContext } from './context.ts';
import { invalid } from './errors.ts';
import { originOf, requireUser } from './requester.ts';
import { endSessions } from './sessions.ts';

/** POST /logout?scope=global|local|others */
export const logout = (auth: AuthContext) => async (c: Context) => {
  const scope = c.req.query('scope') || 'global';
  if (scope !== 'global' && scope !== 'local' && scope !== 'others') {
    throw invalid(`Unsupported logout scope "${scope}"`);
  }
  const { user, session } = await requireUser(auth, c);
  const { address } = originOf(auth, c);
  await inTransaction(auth.pool, async (client) => {
    if (scope === 'global' || session === null) await endSessions(client, user.id, 'all');
    else if (scope === 'local') await endSessions(client, user.id, { only: session.id });
    else await endSessions(client, user.id, { except: session.id });
    await audit(client, { action: 'logout', actor: user, address, at: auth.now(), traits: { scope } });
  });
  return c.body(null, 204);
};
