import type { Context } from 'hono';
import type pg from 'pg';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { audit } from '../audit.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { mailFactorChange } from '../mails.ts';
import { originOf, requireUser } from '../requester.ts';
import { factorIdOf, holdPerson, readFactor } from './factor-rows.ts';

/**
 * Removes a factor. Sessions that it raised to aal2 return to aal1; access tokens already issued
 * keep aal2 until they expire. When the last factor is removed, the recovery codes, which replace a
 * factor, are removed too.
 * @param client a transaction that has locked the person's row
 */
export async function removeFactor(client: pg.ClientBase, userId: string, factorId: string): Promise<void> {
  const { rows } = await client.query(
    `select f.id from auth.mfa_factors f where f.user_id = $1 and (f.id = $2 or f.factor_type::text = 'recovery_code' and not exists (
       select from auth.mfa_factors other where other.user_id = $1 and other.id <> $2
         and other.factor_type::text <> 'recovery_code' and other.status = 'verified'))`,
    [userId, factorId],
  );
  const removed = rows.map(({ id }) => id);
  await client.query(
    `with lowered as (
       update auth.sessions set aal = 'aal1', factor_id = null where factor_id = any($1::uuid[]) returning id
     )
     delete from auth.mfa_amr_claims a using lowered
     where a.session_id = lowered.id and a.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code')`,
    [removed],
  );
  await client.query('delete from auth.mfa_factors where id = any($1::uuid[])', [removed]);
}

/** DELETE /factors/{id} */
export const unenrollFactor = (auth: AuthContext) => async (c: Context) => {
  const requester = await requireUser(auth, c);
  const factorId = factorIdOf(c);
  await inTransaction(auth.pool, async (client) => {
    const { user, session } = await holdPerson(client, requester);
    const factor = await readFactor(client, user.id, factorId);
    if (factor.status === 'verified' && session.aal === 'aal1')
      throw new AuthError(422, 'insufficient_aal', 'AAL2 required to unenroll verified factor');
    await removeFactor(client, user.id, factor.id);
    if (factor.status === 'verified' && factor.factor_type !== 'recovery_code')
      await mailFactorChange(auth, client, user, { type: factor.factor_type, change: 'removed' });
    const traits = { factor_id: factor.id, factor_type: factor.factor_type, session_id: session.id };
    const { address } = originOf(auth, c);
    await audit(client, { action: 'factor_unenrolled', actor: user, address, at: auth.now(), traits });
  });
  return c.json({ id: factorId });
};
