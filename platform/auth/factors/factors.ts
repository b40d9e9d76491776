import type { Context, Hono } from 'hono';
import { userOfPath } from '../admin-users.ts';
import type { AuthContext } from '../context.ts';
import { requireAdmin } from '../requester.ts';
import { factorJson } from '../user-json.ts';
import { adminDeleteFactor, adminUpdateFactor } from './admin-factors.ts';
import { challengeFactor } from './challenge.ts';
import { enrollFactor } from './enroll.ts';
import {
  generateRecoveryCodes,
  readRecoveryCodes,
  removeRecoveryCodes,
  verifyRecoveryCode,
} from './recovery-codes.ts';
import { unenrollFactor } from './unenroll.ts';
import { verifyFactor } from './verify.ts';

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
