import { deviceName } from '#product/accounts/rules/device-name.ts';
import { requireDuty } from '#product/command/access.ts';
import { serve } from '#product/command/serve.ts';
import { AppError } from '#product/shared/errors.ts';
import { listDevices as contract } from '../contract.ts';

/** The browsers of a person, before the team signs them out: never the address they come from. */
export const listDevices = serve({
  contract,
  async run({ db, person, input: { personId }, now }) {
    const { rows: people } = await db.query(
      `select p.role, (select count(*)::int from auth.mfa_factors f where f.user_id = p.id and f.status = 'verified') as factors
       from public.profiles p join auth.users u on u.id = p.id where p.id = $1 and u.deleted_at is null`,
      [personId],
    );
    const [found] = people;
    if (!found) throw new AppError('person_not_found');
    if (found.role === 'admin' && personId !== person.id) await requireDuty(db, person.id);
    const { rows } = await db.query(
      `select user_agent, created_at, coalesce(refreshed_at, created_at) as last_active_at
       from auth.sessions where user_id = $1 and (not_after is null or not_after > $2)
       order by last_active_at desc, id`,
      [personId, now],
    );
    return {
      devices: rows.map((row) => ({
        name: deviceName(row.user_agent),
        since: row.created_at.toISOString(),
        lastActiveAt: row.last_active_at.toISOString(),
      })),
      factors: found.factors ?? 0,
    };
  },
});
