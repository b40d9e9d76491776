-- Every version of the platform's settings, with who made it and why. Guarded as admin_people is.
create or replace view public.admin_settings_versions with (security_barrier) as
select s.version, s.fee_basis_points, s.pending_hours, s.payout_minimum_cents, s.created_at, s.reason,
  nullif(concat_ws(' ', p.first_name, p.last_name), '') as created_by_name
from public.platform_settings s
left join public.profiles p on p.id = s.created_by
where (select private.is_admin()) or current_user = 'service_role';

comment on view public.admin_settings_versions is 'Every version of the platform''s settings, with who made it and why, for the admin.';
