-- Streamers as the admin page lists them, with the state that follows from their columns. Guarded as admin_people is.
create or replace view public.admin_streamers with (security_barrier) as
select
  s.id, s.handle, s.display_name, s.headline, s.avatar_url, s.categories, s.zone, s.published_at, s.withheld_at, s.featured_at,
  s.rating_average, s.rating_count, s.created_at,
  case
    when s.away_until > now() then 'away'
    when s.withheld_at is not null then 'withheld'
    when s.published_at is null then 'draft'
    else 'published'
  end as state,
  u.email,
  (select count(*) from public.offers o where o.streamer_id = s.id and o.is_active and o.archived_at is null)::int as offers,
  (select count(*) from public.bookings b where b.streamer_id = s.id and b.status = 'completed')::int as completed,
  (select count(*) from public.bookings b where b.streamer_id = s.id and b.status in ('requested', 'confirmed', 'in_progress'))::int
    as coming,
  private.search_text(concat_ws(' ', s.display_name, s.handle, u.email)) as search,
  s.featured_position, s.featured_from, s.featured_until
from public.streamers s
join auth.users u on u.id = s.id and u.deleted_at is null
where (select private.is_admin()) or current_user = 'service_role';

comment on view public.admin_streamers is 'Streamers with the state that follows from their columns, for the admin.';
