import type pg from 'pg';
import { makeAdmin as act } from '#product/administration/contract.ts';
import type { Side } from '#product/shared/audit-words.ts';
import { inTransaction } from '#server/postgres/as-caller.ts';

export type MadeAdmin = 'made' | 'already' | 'unknown' | 'unconfirmed';

/**
 * Makes an admin who may do all of an account, for the first one of a fresh production install, and
 * for a team of whom nobody may any more: anybody who may run this on the server has the database
 * in their hands anyway. Kept in the audit log as an act of the server.
 * @returns `unknown` without such an account, `unconfirmed` when its address was never proven;
 *   nothing is done then
 */
export function makeAdmin(pool: pg.Pool, email: string, now = new Date()): Promise<MadeAdmin> {
  return inTransaction(pool, async (db) => {
    const { rows } = await db.query(
      `select p.id, p.role, u.email_confirmed_at is not null as confirmed
       from public.profiles p join auth.users u on u.id = p.id
       where u.email = $1 and u.deleted_at is null for update of p`,
      [email.trim().toLowerCase()],
    );
    const [account] = rows;
    if (!account) return 'unknown';
    const { rows: had } = await db.query(
      'select role from public.team_roles where person_id = $1 order by role',
      [account.id],
    );
    const teamRoles = had.map(({ role }) => role);
    if (account.role === 'admin' && teamRoles.includes('all')) return 'already';
    if (!account.confirmed) return 'unconfirmed';
    const reason = 'npm run admin, sur le serveur';
    await db.query("update public.profiles set role = 'admin' where id = $1", [account.id]);
    // Those of an admin, and what a trigger gives a new one.
    await db.query('delete from public.team_roles where person_id = $1', [account.id]);
    await db.query("insert into public.team_roles (person_id, role, granted_at) values ($1, 'all', $2)", [
      account.id,
      now,
    ]);
    await db.query(
      `update public.admin_requests set state = 'approved', decided_at = $2, reason = $3
       where person_id = $1 and state = 'pending'`,
      [account.id, now, reason],
    );
    const before: Side<(typeof act)['audit']['before']> = { role: account.role, teamRoles };
    const after: Side<(typeof act)['audit']['after']> = { role: 'admin', teamRoles: ['all'] };
    await db.query(
      `insert into public.audit_log (at, action, subject_table, subject_id, before, after, reason)
       values ($1, $2, 'profiles', $3, $4, $5, $6)`,
      [now, act.name, account.id, before, after, reason],
    );
    return 'made';
  });
}
