-- The people as the admin page lists them: profile, account and the state that follows from both. It reads with its owner's rights, since
-- auth.users is closed to clients, and is empty for everybody who is not an admin; `security_barrier` keeps the caller's filters from
-- seeing a row before that check. `search` is folded in the same way as `searchText` in product/accounts/rules folds what is typed.
create or replace view public.admin_people with (security_barrier) as
select
  p.id,
  u.email,
  p.first_name,
  p.last_name,
  p.avatar_url,
  p.role,
  case
    when u.banned_until > now() then 'suspended'
    when d.person_id is not null then 'deletion_pending'
    when u.email_confirmed_at is null and u.phone_confirmed_at is null and not u.is_anonymous then 'unconfirmed'
    else 'active'
  end as state,
  p.created_at,
  u.last_sign_in_at,
  s.created_at as suspended_at,
  s.until as suspended_until,
  case when r.may_read then s.reason end as suspension_reason,
  d.deletes_at,
  concat_ws(' ', f.names, u.email) as search,
  f.sort_names as sort_name,
  (select count(*)::int from public.bookings b where (b.viewer_id = p.id or b.streamer_id = p.id) and b.confirmed_at is not null) as bookings,
  case
    when p.role = 'streamer' then (select coalesce(sum(m.net_cents), 0)::int from private.statistics_days m where m.streamer_id = p.id)
    else (select coalesce(sum(m.captured_cents - m.refunded_cents), 0)::int from public.payments m where m.viewer_id = p.id)
  end as money_cents
from public.profiles p
join auth.users u on u.id = p.id and u.deleted_at is null
left join private.profile_searches f on f.person_id = p.id
left join public.deletion_requests d on d.person_id = p.id
left join public.suspensions s on s.person_id = p.id and s.lifted_at is null and u.banned_until > now()
-- Why is read by those of the team who answer or decide about people.
cross join (select private.is_of_team('{support,moderation}') or current_user = 'service_role' as may_read) r
where (select private.is_admin()) or current_user = 'service_role';

comment on view public.admin_people is 'People with their account and its state, for the admin.';
