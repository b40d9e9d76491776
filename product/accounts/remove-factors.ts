import type pg from 'pg';
import { audit } from '#product/command/audit.ts';
import type { Run } from '#server/jobs/runner.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';
import { recordEvent } from './account-events.ts';
import { removeFactors as act } from './contract.ts';
import { holdFactors, tellRemoval } from './factor-removal.ts';

/**
 * Removes every factor and recovery code of a person, and takes from their sessions the level that
 * those gave them. Passkeys sign in, and stay.
 */
async function removeFactors(db: pg.ClientBase, personId: string): Promise<void> {
  await db.query(
    `delete from auth.mfa_amr_claims a using auth.sessions s
     where s.id = a.session_id and s.user_id = $1
       and a.authentication_method in ('totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code')`,
    [personId],
  );
  await db.query(
    `update auth.sessions set aal = 'aal1', factor_id = null where user_id = $1 and aal <> 'aal1'`,
    [personId],
  );
  await db.query('delete from auth.mfa_factors where user_id = $1', [personId]);
}

/**
 * @returns whether they were removed: a request that was called off meanwhile is no longer granted,
 *   which is read under the lock of the account.
 */
async function carryOut(db: pg.ClientBase, id: string, personId: string, now: Date): Promise<boolean> {
  if ((await holdFactors(db, personId)) === null) return false;
  const { rowCount } = await db.query(
    `update public.factor_removals set state = 'done', ended_at = $2 where id = $1 and state = 'granted'`,
    [id, now],
  );
  if (rowCount === 0) return false;
  await removeFactors(db, personId);
  await recordEvent(db, { personId, action: 'factor_deleted', traits: {}, at: now });
  await audit(db, {
    at: now,
    actorId: null,
    action: act,
    subject: { table: 'profiles', id: personId },
    before: { state: 'granted' },
    after: { state: 'done' },
    reason: 'Délai de 24 heures écoulé',
  });
  await tellRemoval(db, personId, { step: 'done' });
  return true;
}

/**
 * Carries out what the team granted a day before, one transaction each. Showing a factor takes the
 * same lock of the account.
 * @throws AggregateError once all were tried, when some could not be removed; the next run tries
 *   those again
 */
export async function removeLostFactors({ pool, now, signal, logger }: Omit<Run, 'work'>): Promise<void> {
  const { rows: due } = await pool.query(
    `select id, person_id from public.factor_removals where state = 'granted' and takes_effect_at <= $1 order by takes_effect_at`,
    [now],
  );
  const failures: unknown[] = [];
  for (const { id, person_id: personId } of due) {
    if (signal.aborted) break;
    try {
      if (await inTransaction(pool, (db) => carryOut(db, id, personId, now)))
        logger.info({ personId }, 'lost second factors removed');
    } catch (error) {
      // One person's failure must not keep the others out of their accounts.
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `the second factors of ${failures.length} people were not removed`);
}
