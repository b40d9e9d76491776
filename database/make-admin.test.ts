import { describe, expect, test } from 'vitest';
import { makeAdmin } from '#database/make-admin.ts';
import { insertAdminRequest, insertPerson } from '#database/seed/factories.ts';
import { openTestDatabase } from '#server/postgres/testing/database.ts';

const db = await openTestDatabase('product');

describe('npm run admin', () => {
  test('makes the first admin, answers their request and leaves an entry', async () => {
    const id = await insertPerson(db.pool, { email: 'chef@loge.test', role: 'viewer' });
    await insertAdminRequest(db.pool, id);
    expect(await makeAdmin(db.pool, ' Chef@Loge.test ')).toBe('made');
    expect(await makeAdmin(db.pool, 'chef@loge.test')).toBe('already');
    const { rows } = await db.pool.query(
      `select p.role, r.state, a.actor_id, a.action, a.before, a.after from profiles p
       join admin_requests r on r.person_id = p.id join audit_log a on a.subject_id = p.id::text`,
    );
    expect(rows).toEqual([
      {
        role: 'admin',
        state: 'approved',
        actor_id: null,
        action: 'server/make-admin',
        before: { role: 'viewer', teamRoles: [] },
        after: { role: 'admin', teamRoles: ['all'] },
      },
    ]);
  });

  test('gives all to an admin who may do less, for a team of whom nobody may any more', async () => {
    const id = await insertPerson(db.pool, { email: 'lecture@loge.test', role: 'admin' });
    await db.pool.query('delete from team_roles where person_id = $1', [id]);
    await db.pool.query("insert into team_roles (person_id, role) values ($1, 'support'), ($1, 'finance')", [
      id,
    ]);
    expect(await makeAdmin(db.pool, 'lecture@loge.test')).toBe('made');
    expect(await makeAdmin(db.pool, 'lecture@loge.test')).toBe('already');
    const { rows } = await db.pool.query(
      `select t.role, a.before, a.after from team_roles t join audit_log a on a.subject_id = t.person_id::text
       where t.person_id = $1`,
      [id],
    );
    expect(rows).toEqual([
      {
        role: 'all',
        before: { role: 'admin', teamRoles: ['finance', 'support'] },
        after: { role: 'admin', teamRoles: ['all'] },
      },
    ]);
  });

  test('does nothing for an address nobody has, or nobody proved', async () => {
    await insertPerson(db.pool, { email: 'pas-encore@loge.test', role: 'viewer', confirmedAt: null });
    expect(await makeAdmin(db.pool, 'inconnu@loge.test')).toBe('unknown');
    expect(await makeAdmin(db.pool, 'pas-encore@loge.test')).toBe('unconfirmed');
  });
});
