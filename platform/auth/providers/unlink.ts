import type { Context } from 'hono';
import type pg from 'pg';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from '../audit.ts';
import { isEmailTaken } from '../conflicts.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { mailNotice } from '../mails.ts';
import { clearTokens } from '../one-time-tokens.ts';
import { originOf, requireSecondFactor, requireUser } from '../requester.ts';
import { lockUser, type UserRecord } from '../users.ts';
import { parsePathId } from '../validation.ts';
import { noteProviders } from './accept.ts';

const conflict = (cause?: unknown) =>
  new AuthError(
    422,
    'email_conflict_identity_not_deletable',
    'Unable to unlink identity due to email conflict',
    {
      cause,
    },
  );

/**
 * Gives a person whose address came with the identity that is removed the verified address of one
 * that is left.
 * @throws AuthError 422 when none is left, or another account has it
 */
async function moveAddress(
  auth: AuthContext,
  client: pg.ClientBase,
  user: UserRecord,
  left: UserRecord['identities'],
): Promise<void> {
  const at = auth.now();
  if (user.email === null || left.some(({ email }) => email === user.email)) return;
  const next = left.find(({ email, identity_data: data }) => email && data.email_verified === true);
  if (!next?.email) throw conflict();
  try {
    await client.query(
      `update auth.users set email = $2, email_confirmed_at = $3, email_change = null, email_change_confirm_status = 0,
         sign_up_password = null, updated_at = $3 where id = $1`,
      [user.id, next.email, at],
    );
  } catch (error) {
    if (!isEmailTaken(error)) throw error;
    throw conflict(error);
  }
  await mailNotice(auth, client, { kind: 'email_changed', to: user.email, user, newEmail: next.email });
  // Links and codes that were mailed to the previous address are no longer valid.
  await clearTokens(client, user.id);
}

/** DELETE /user/identities/{id} */
export const unlinkIdentity = (auth: AuthContext) => async (c: Context) => {
  const requester = await requireUser(auth, c);
  if (!auth.settings.manualLinking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
  requireSecondFactor(requester, 'unlink an identity');
  const id = parsePathId(c.req.param('id'), 'identity_id').toLowerCase();
  const { address } = originOf(auth, c);
  const at = auth.now();
  await inTransaction(auth.pool, async (client) => {
    // Locked, because two simultaneous requests could otherwise each remove one of the last two
    // identities.
    const user = await lockUser(client, requester.user.id);
    if (user === null)
      throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    if (user.identities.length <= 1) {
      const message = 'User must have at least 1 identity after unlinking';
      throw new AuthError(422, 'single_identity_not_deletable', message);
    }
    const identity = user.identities.find((one) => one.id === id);
    if (identity === undefined) throw new AuthError(422, 'identity_not_found', "Identity doesn't exist");
    await client.query('delete from auth.identities where id = $1', [id]);
    const left = user.identities.filter((one) => one !== identity);
    if (identity.provider !== 'phone') await moveAddress(auth, client, user, left);
    await noteProviders(client, user.id);
    const traits = { provider: identity.provider, identity_id: id };
    await audit(client, { action: 'identity_unlinked', actor: user, address, at, traits });
  });
  return c.json({});
};
