-- A person reads the announcements that they got, without whom else they are for and who wrote
-- them, and closes their banners. Each gives and withdraws their own consent to mails. The rest is
-- written by commands and by the task that sends; the team reads admin_announcements.
alter table public.announcements enable row level security;
revoke all on public.announcements from public, anon, authenticated, service_role;
grant select (id, title, body, on_banner, banner_until, stopped_at) on public.announcements to authenticated;
grant select, insert, update, delete on public.announcements to service_role;
drop policy if exists announcements_read_received on public.announcements;
create policy announcements_read_received on public.announcements for select to authenticated
using (exists (select from public.announcement_receipts r where r.announcement_id = announcements.id and r.person_id = (select auth.uid())));

alter table public.announcement_receipts enable row level security;
revoke all on public.announcement_receipts from public, anon, authenticated, service_role;
grant select (announcement_id, person_id, sent_at, dismissed_at), update (dismissed_at) on public.announcement_receipts to authenticated;
grant select, insert, update, delete on public.announcement_receipts to service_role;
drop policy if exists announcement_receipts_read_own on public.announcement_receipts;
create policy announcement_receipts_read_own on public.announcement_receipts for select to authenticated
using (person_id = (select auth.uid()));
drop policy if exists announcement_receipts_dismiss_own on public.announcement_receipts;
create policy announcement_receipts_dismiss_own on public.announcement_receipts for update to authenticated
using (person_id = (select auth.uid())) with check (person_id = (select auth.uid()));

-- The people of a segment at a moment, in the order of their ids, after one of them: those who can
-- act, since a suspended person could not even close a banner. Whether each agreed to mails comes
-- with them.
create or replace function private.announcement_audience(segment text, category text, at timestamptz, after uuid, most integer)
returns table (person_id uuid, agrees boolean)
language sql stable set search_path = '' as $$
  select p.id, exists (select from public.announcement_consents c where c.person_id = p.id)
  from public.profiles p join auth.users u on u.id = p.id
  where u.deleted_at is null and (u.banned_until is null or u.banned_until <= at) and (after is null or p.id > after)
    and case segment
      when 'all_viewers' then p.role = 'viewer'
      when 'all_streamers' then p.role = 'streamer'
      when 'streamers_of_category' then p.role = 'streamer' and exists (
        select from public.offers o where o.streamer_id = p.id and o.is_active and o.category in (
          announcement_audience.category, (select c.merged_into from public.categories c where c.id = announcement_audience.category)))
      when 'viewers_this_week' then exists (
        select from public.bookings b where b.viewer_id = p.id and b.status in ('confirmed', 'in_progress')
          and b.start_at > at - interval '1 day' and b.start_at < at + interval '7 days')
      else false
    end
  order by p.id limit most
$$;
revoke execute on function private.announcement_audience(text, text, timestamptz, uuid, integer) from public;

comment on function private.announcement_audience(text, text, timestamptz, uuid, integer) is 'Who belongs to a segment at a moment, after one person, with whether they agreed to mails.';

-- The team's announcements, with who sent each and how many people it reached. Guarded as
-- admin_people is.
create or replace view public.admin_announcements with (security_barrier) as
select
  a.id, a.segment, a.category, a.title, a.body, a.on_banner, a.on_bell, a.by_mail, a.send_at, a.banner_until, a.created_at, a.stopped_at,
  a.finished_at, a.sent_count, a.mailed_count, nullif(concat_ws(' ', p.first_name, p.last_name), '') as author_name
from public.announcements a left join public.profiles p on p.id = a.written_by
where (select private.is_of_team('{support}')) or current_user = 'service_role';

comment on view public.admin_announcements is 'What the team told many people, with who sent it and how many it reached, for the admin.';

revoke all on public.admin_announcements from public, anon, authenticated, service_role;
grant select on public.admin_announcements to authenticated, service_role;
