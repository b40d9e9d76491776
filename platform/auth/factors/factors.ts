import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { userOfPath } from '../admin-users.ts';
import { type AuditAction, audit, SERVICE } from '../audit.ts';
import { readBody, text } from '../body.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { mailFactorChange } from '../mails.ts';
import { originOf, requireAdmin } from '../requester.ts';
import { factorJson } from '../user-json.ts';
import { type FactorRecord, findAnyUserById, lockUser, type UserRecord } from '../users.ts';
import { parsePathId } from '../validation.ts';
import { challengeFactor } from './challenge.ts';
import { enrollFactor, parseName } from './enroll.ts';
import { noSuchFactor } from './factor-rows.ts';
import {
  generateRecoveryCodes,
  readRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from './recovery-codes.ts';
import { removeFactor, unenrollFactor } from './unenroll.ts';
import { verifyFactor } from './verify.ts';

/** The person and the factor that a path names. @throws AuthError 403, 404 */
async function factorOfPath(
  auth: AuthContext,
  c: Context,
): Promise<{ user: UserRecord; factor: FactorRecord }> {
  await requireAdmin(auth, c);
  const user = await userOfPath(auth, c);
  const id = parsePathId(c.req.param('factor'), 'factor_id');
  const factor = user.factors.find((kept) => kept.id === id.toLowerCase());
  if (factor === undefined) throw noSuchFactor();
  return { user, factor };
}

const entry = (
  auth: AuthContext,
  c: Context,
  action: AuditAction,
  user: UserRecord,
  factor: FactorRecord,
) => ({
  action,
  actor: SERVICE,
  address: originOf(auth, c).address,
  at: auth.now(),
  traits: { user_id: user.id, factor_id: factor.id },
});

/**
 * DELETE /admin/users/{id}/factors/{factor}: for the team, to help somebody who lost the factor.
 */
const adminDeleteFactor = (auth: AuthContext) => async (c: Context) => {
  const { user, factor } = await factorOfPath(auth, c);
  await inTransaction(auth.pool, async (client) => {
    await lockUser(client, user.id);
    await removeFactor(client, user.id, factor.id);
    if (factor.status === 'verified' && factor.factor_type !== 'recovery_code')
      await mailFactorChange(auth, client, user, { type: factor.factor_type, change: 'removed' });
    await audit(client, entry(auth, c, 'factor_deleted', user, factor));
  });
  return c.json(factorJson(factor));
};

const updateBody = z.object({ friendly_name: text, phone: text });

/** PUT /admin/users/{id}/factors/{factor} */
const adminUpdateFactor = (auth: AuthContext) => async (c: Context) => {
  const { user, factor } = await factorOfPath(auth, c);
  const name = parseName((await readBody(c, updateBody)).friendly_name);
  if (name !== '') {
    await inTransaction(auth.pool, async (client) => {
      const current = await lockUser(client, user.id);
      if (current?.factors.some((kept) => kept.id !== factor.id && kept.friendly_name === name)) {
        const message = `A factor with the friendly name "${name}" for this user already exists`;
        throw new AuthError(422, 'mfa_factor_name_conflict', message);
      }
      await client.query('update auth.mfa_factors set friendly_name = $2, updated_at = $3 where id = $1', [
        factor.id,
        name,
        auth.now(),
      ]);
      await audit(client, entry(auth, c, 'factor_updated', user, factor));
    });
  }
  const changed = (await findAnyUserById(auth.pool, user.id))?.factors.find(({ id }) => id === factor.id);
  if (changed === undefined) throw noSuchFactor();
  return c.json(factorJson(changed));
};

/** GET /admin/users/{id}/factors */
const readFactors = (auth: AuthContext) => async (c: Context) => {
  await requireAdmin(auth, c);
  return c.json((await userOfPath(auth, c)).factors.map(factorJson));
};

/**
 * The routes of second factors. Those of recovery codes come before those with an id, which would
 * match them too.
 */
export function mountFactors(auth: AuthContext, app: Hono): void {
  app.get('/factors/recovery-codes', readRecoveryCodes(auth));
  app.post('/factors/recovery-codes', generateRecoveryCodes(auth, 'first'));
  app.post('/factors/recovery-codes/regenerate', generateRecoveryCodes(auth, 'again'));
  app.post('/factors/recovery-codes/verify', verifyRecoveryCode(auth));
  app.delete('/factors/recovery-codes', removeRecoveryCodes(auth));

  app.post('/factors', enrollFactor(auth));
  app.post('/factors/:id/challenge', challengeFactor(auth));
  app.post('/factors/:id/verify', verifyFactor(auth));
  app.delete('/factors/:id', unenrollFactor(auth));

  app.get('/admin/users/:id/factors', readFactors(auth));
  app.put('/admin/users/:id/factors/:factor', adminUpdateFactor(auth));
  app.delete('/admin/users/:id/factors/:factor', adminDeleteFactor(auth));
}
