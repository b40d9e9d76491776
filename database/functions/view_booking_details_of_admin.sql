-- Bookings as the admin page searches them: with both people's names and addresses. Guarded as admin_people is.
create or replace view public.admin_sessions with (security_barrier) as
select
  b.*,
  vu.email as viewer_email,
  su.email as streamer_email,
  private.search_text(concat_ws(' ', b.title, b.viewer_name, b.streamer_name, b.streamer_handle, vu.email, su.email, left(b.id::text, 8)))
    as search
from public.booking_details b
left join auth.users vu on vu.id = b.viewer_id
left join auth.users su on su.id = b.streamer_id
where (select private.is_admin()) or current_user = 'service_role';

comment on view public.admin_sessions is 'Bookings with both people''s names and addresses, for the admin.';
