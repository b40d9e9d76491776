import { serve } from '#product/command/serve.ts';
import { listEvents as contract } from '../contract.ts';
import { accountEventOf, EVENT_DAYS } from '../rules/events.ts';

const MOST = 100;

/**
 * The events of the person's own account, from the auth service's log. Entries that tell a person
 * nothing are skipped after they are read.
 */
export const listEvents = serve({
  contract,
  async run({ db, person, now }) {
    const { rows } = await db.query(
      `select id, payload ->> 'action' as action, coalesce(payload -> 'traits', '{}') as traits, ip_address, created_at
       from auth.audit_log_entries
       where payload ->> 'actor_id' = $1::text and created_at > $2::timestamptz - make_interval(days => $3)
         and payload ->> 'action' not in ('challenge_created', 'factor_in_progress', 'token_refreshed')
       order by created_at desc, id limit $4`,
      [person.id, now, EVENT_DAYS, 3 * MOST],
    );
    const events = rows.flatMap(({ id, action, traits, ip_address: ip, created_at: at }) => {
      const known = accountEventOf(action ?? '', { ...(traits as Record<string, unknown>) });
      return known ? [{ id, ...known, ip: ip || null, at: at.toISOString() }] : [];
    });
    return { events: events.slice(0, MOST) };
  },
});
