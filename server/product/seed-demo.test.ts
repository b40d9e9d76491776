import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '#server/postgres/database.ts';
import { createTestDatabase } from '#server/postgres/testing/database.ts';
import { seedDemo } from './seed-demo.ts';

describe('the demo data', () => {
  let db: Database;
  const rows = async (sql: string) => (await db.pool.query(sql)).rows;
  const options = {
    password: 'trois coups',
    hashPassword: (password: string) => hash(password, { memoryCost: 1024, timeCost: 1 }),
  };

  beforeAll(async () => {
    db = await createTestDatabase('product');
    // Two processes start on the same new database at once.
    const seeded = await Promise.all([seedDemo(db.pool, options), seedDemo(db.pool, options)]);
    expect(seeded.sort()).toEqual([false, true]);
  });
  afterAll(() => db.close());

  test('has the sample accounts of the spec: first name the capitalised role, last name Test, avatar by role', async () => {
    expect(
      await rows(
        `select u.email, p.role, p.first_name, p.last_name, p.avatar_url
         from profiles p join auth.users u on u.id = p.id where u.email like '%@loge.test' order by u.email`,
      ),
    ).toEqual([
      {
        email: 'admin@loge.test',
        role: 'admin',
        first_name: 'Admin',
        last_name: 'Test',
        avatar_url: '/avatars/admin.svg',
      },
      {
        email: 'streamer@loge.test',
        role: 'streamer',
        first_name: 'Streamer',
        last_name: 'Test',
        avatar_url: '/avatars/streamer.svg',
      },
      {
        email: 'viewer@loge.test',
        role: 'viewer',
        first_name: 'Viewer',
        last_name: 'Test',
        avatar_url: '/avatars/viewer.svg',
      },
    ]);
  });

  test('shows an admin every state there is', async () => {
    const counts = await rows('select state, count(*)::int from admin_people group by state order by state');
    // The server's own role is no admin: the view is empty for it.
    expect(counts).toEqual([]);
    const client = await db.pool.connect();
    try {
      await client.query('begin; set local role service_role');
      const { rows: people } = await client.query(
        'select state, count(*)::int from admin_people group by state order by state',
      );
      expect(people).toEqual([
        { state: 'active', count: 65 },
        { state: 'deletion_pending', count: 1 },
        { state: 'suspended', count: 3 },
        { state: 'unconfirmed', count: 4 },
      ]);
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await rows('select state, count(*)::int from admin_requests group by 1 order by 1')).toEqual([
      { state: 'approved', count: 1 },
      { state: 'pending', count: 2 },
      { state: 'refused', count: 1 },
    ]);
  });

  test('has a log that the commands wrote, and sent no mail about its invented past', async () => {
    expect(await rows('select distinct action from audit_log order by 1')).toEqual([
      { action: 'accounts/request-deletion' },
      { action: 'administration/change-role' },
      { action: 'administration/decide-admin-request' },
      { action: 'administration/restore-person' },
      { action: 'administration/sign-out-everywhere' },
      { action: 'administration/suspend-person' },
    ]);
    expect(await rows('select from audit_log where at > now()')).toEqual([]);
    expect(await rows('select from mail.messages')).toEqual([]);
  });

  test('leaves a database that has people alone', async () => {
    expect(await seedDemo(db.pool, options)).toBe(false);
  });
});
