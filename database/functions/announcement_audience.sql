-- Who belongs to a segment at a moment, in the order of their ids, after one of them: those who can act, since a suspended person could not even
-- close a banner. Whether each agreed to mails comes with them.
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
