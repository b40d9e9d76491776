import type pg from 'pg';
import { AppError } from '#contracts/errors.ts';

const COUNT = 'select private.count_active_admins() as count';

/**
 * Takes the lock under which the number of admins goes down, until the transaction's end. Whatever was read about people before may
 * be out of date by then: read it again.
 */
export async function lockAdminRoster(db: pg.ClientBase): Promise<void> {
  await db.query(COUNT);
}

/**
 * To be asked after a change and before its commit, under the lock.
 * @throws AppError last_admin when nobody could run the platform any more
 */
export async function requireAnAdmin(db: pg.ClientBase): Promise<void> {
  const { rows } = await db.query<{ count: number }>(COUNT);
  if ((rows[0]?.count ?? 0) === 0) throw new AppError('last_admin');
}
