-- The view conversations checks the caller itself.
revoke all on public.conversations from public, anon, authenticated, service_role;
grant select on public.conversations to authenticated;
