import type { z } from 'zod';
import { exportData as contract } from '#contracts/accounts.ts';
import { defineCommand } from '#server/platform/functions/command.ts';
import { person as access } from '#server/product/access.ts';

type Export = z.output<typeof contract.response>;

/**
 * One statement, so that the parts are of one moment. Hashes and tokens stay out: they protect the person and describe
 * nothing about them. Of the history, who else acted is said as a kind, not as a name: that is the other's data.
 */
const EVERYTHING = `
  select
    (select to_jsonb(a) from (
      select id, email, phone, email_confirmed_at, last_sign_in_at, banned_until, created_at, updated_at,
        raw_user_meta_data as sign_up_data, email_change as requested_email
      from auth.users where id = $1) a) as account,
    (select to_jsonb(p) from public.profiles p where p.id = $1) as profile,
    (select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at), '[]') from (
      select provider, identity_data, last_sign_in_at, created_at
      from auth.identities where user_id = $1) i) as identities,
    (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]') from (
      select id, user_agent, host(ip) as ip, created_at, refreshed_at
      from auth.sessions where user_id = $1) s) as sessions,
    (select coalesce(jsonb_agg(to_jsonb(f) order by f.created_at), '[]') from (
      select friendly_name, factor_type, status, created_at
      from auth.mfa_factors where user_id = $1) f) as factors,
    (select coalesce(jsonb_agg(to_jsonb(e) order by e.created_at), '[]') from (
      select created_at, payload ->> 'action' as action, ip_address
      from auth.audit_log_entries where payload ->> 'actor_id' = $1::text) e) as "signInHistory",
    (select coalesce(jsonb_agg(to_jsonb(r) order by r.created_at), '[]') from (
      select state, created_at, decided_at, reason
      from public.admin_requests where person_id = $1) r) as "adminRequests",
    (select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]') from (
      select reason, until, created_at, lifted_at
      from public.suspensions where person_id = $1) s) as suspensions,
    (select to_jsonb(d) from (
      select created_at, deletes_at from public.deletion_requests where person_id = $1) d) as "deletionRequest",
    (select coalesce(jsonb_agg(to_jsonb(h) order by h.at), '[]') from (
      select at, action, before, after, reason,
        case when actor_id = $1 then 'self' when actor_id is null then 'loge' else 'admin' end as by,
        subject_id = $1::text as about_self
      from public.audit_log where subject_id = $1::text or actor_id = $1) h) as history,
    (select coalesce(jsonb_agg(to_jsonb(m) order by m.created_at), '[]') from (
      select kind, subject, state, created_at
      from mail.messages where to_address = (select email from auth.users where id = $1)) m) as mails`;

/** Everything that Loge holds about the person, for them to keep. */
export const exportData = defineCommand({
  contract,
  access,
  async run({ db, person, now }) {
    const { rows } = await db.query<Omit<Export, 'exportedAt'>>(EVERYTHING, [person.id]);
    const [row] = rows;
    if (!row) throw new Error('a select without from gives one row');
    return { exportedAt: now.toISOString(), ...row };
  },
});
