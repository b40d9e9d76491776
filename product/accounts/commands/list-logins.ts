import { serve } from '#product/command/serve.ts';
import { listLogins as contract } from '../contract.ts';
import { deviceName } from '../rules/device-name.ts';

/** Where the person is signed in: the login that asks first, then the most recently active. */
export const listLogins = serve({
  contract,
  async run({ db, person, now }) {
    const { rows } = await db.query(
      `select id, user_agent, host(ip) as ip, created_at, coalesce(refreshed_at, created_at) as last_active_at
       from auth.sessions where user_id = $1 and (not_after is null or not_after > $2)
       order by id = $3 desc nulls last, last_active_at desc, id`,
      [person.id, now, person.sessionId],
    );
    return {
      logins: rows.map((row) => ({
        id: row.id,
        device: deviceName(row.user_agent),
        ip: row.ip,
        createdAt: row.created_at.toISOString(),
        lastActiveAt: row.last_active_at.toISOString(),
        current: row.id === person.sessionId,
      })),
    };
  },
});
