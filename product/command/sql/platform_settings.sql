comment on table public.platform_settings is 'A version of the marketplace''s terms. The highest version is in force. Append-only.';
comment on column public.platform_settings.version is 'Rises with each change.';
comment on column public.platform_settings.fee_basis_points is 'The platform''s share of each price, in hundredths of a percent.';
comment on column public.platform_settings.pending_hours is 'So many hours after a session its money stays held.';
comment on column public.platform_settings.payout_minimum_cents is 'Less than so many euro cents is not paid out.';
comment on column public.platform_settings.created_at is 'Since when it is in force.';
comment on column public.platform_settings.created_by is 'The admin who changed it; null for the first version.';
comment on column public.platform_settings.reason is 'Why, in the admin''s words.';

-- Everybody may know the fee, the pending hours and the payout minimum, of every version. The audit
-- log keeps who changed them and why. Only the server writes.
alter table public.platform_settings enable row level security;
revoke all on public.platform_settings from public, anon, authenticated, service_role;
grant select (version, fee_basis_points, pending_hours, payout_minimum_cents, created_at)
  on public.platform_settings to anon, authenticated;
grant select, insert on public.platform_settings to service_role;

drop policy if exists platform_settings_read on public.platform_settings;
create policy platform_settings_read on public.platform_settings for select to anon, authenticated using (true);

-- Changes are sent at once to the people who may see the row, so that open pages stay true without
-- a reload. Deletions are not: whom row-level security would let see it cannot be asked of a row
-- that is gone, and strangers would learn that it was there.
select realtime.publish_table('public.platform_settings', deletes => false);

create or replace trigger append_only before update or delete on public.platform_settings
for each row execute function private.refuse_change();
comment on trigger append_only on public.platform_settings is 'Append-only: what was written stays.';
create or replace trigger append_only_truncate before truncate on public.platform_settings
for each statement execute function private.refuse_change();
comment on trigger append_only_truncate on public.platform_settings is 'Append-only: what was written stays.';

-- Every version of the platform's settings, with who made it and why. Guarded as admin_people is.
create or replace view public.admin_settings_versions with (security_barrier) as
select s.version, s.fee_basis_points, s.pending_hours, s.payout_minimum_cents, s.created_at, s.reason,
  nullif(concat_ws(' ', p.first_name, p.last_name), '') as created_by_name
from public.platform_settings s
left join public.profiles p on p.id = s.created_by
where (select private.is_admin()) or current_user = 'service_role';

comment on view public.admin_settings_versions is 'Every version of the platform''s settings, with who made it and why, for the admin.';

revoke all on public.admin_settings_versions from public, anon, authenticated, service_role;
grant select on public.admin_settings_versions to authenticated, service_role;
