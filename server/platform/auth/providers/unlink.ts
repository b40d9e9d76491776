import type { Context } from 'hono';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from '../audit.ts';
import { isEmailTaken } from '../conflicts.ts';
import type { AuthContext, Queryable } from '../context.ts';
import { AuthError } from '../errors.ts';
import { clearTokens } from '../one-time-tokens.ts';
import { originOf, requireUser } from '../requester.ts';
import { lockUser, type UserRecord } from '../users.ts';
import { parsePathId } from '../validation.ts';
import { noteProviders } from './accept.ts';

/** The address that a person has once one of their identities is removed. */
function addressLeft(
  user: UserRecord,
  left: UserRecord['identities'],
): { email: string | null; verified: boolean } {
  const theirs = left.filter(({ email }) => email !== null && email !== '');
  const verified = ({ identity_data: data }: UserRecord['identities'][number]) =>
    data.email_verified === true;
  const same = theirs.find(({ email }) => email === user.email);
  if (same !== undefined) return { email: user.email, verified: user.email_confirmed_at !== null };
  const [next = null] = [...theirs.filter(verified), ...theirs];
  return { email: next?.email ?? null, verified: next !== null && verified(next) };
}

async function moveAddress(
  db: Queryable,
  user: UserRecord,
  left: UserRecord['identities'],
  at: Date,
): Promise<void> {
  const { email, verified } = addressLeft(user, left);
  if (email === user.email) return;
  try {
    await db.query(
      `update auth.users set email = $2, email_confirmed_at = $3, email_change = null, email_change_confirm_status = 0,
         sign_up_password = null, updated_at = $4 where id = $1`,
      [user.id, email, verified ? at : null, at],
    );
  } catch (error) {
    if (!isEmailTaken(error)) throw error;
    const message = 'Unable to unlink identity due to email conflict';
    throw new AuthError(422, 'email_conflict_identity_not_deletable', message, { cause: error });
  }
  // Links and codes that were mailed to the previous address are no longer valid.
  await clearTokens(db, user.id);
}

/** DELETE /user/identities/{id} */
export const unlinkIdentity = (auth: AuthContext) => async (c: Context) => {
  const requester = await requireUser(auth, c);
  if (!auth.settings.manualLinking) {
    throw new AuthError(404, 'manual_linking_disabled', 'Manual linking is disabled');
  }
  const id = parsePathId(c.req.param('id'), 'identity_id').toLowerCase();
  const { address } = originOf(auth, c);
  const at = auth.now();
  await inTransaction(auth.pool, async (client) => {
    // Locked, because two simultaneous requests could otherwise each remove one of the last two identities.
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
    if (identity.provider !== 'phone') await moveAddress(client, user, left, at);
    await noteProviders(client, user.id);
    const traits = { provider: identity.provider, identity_id: id };
    await audit(client, { action: 'identity_unlinked', actor: user, address, at, traits });
  });
  return c.json({});
};
