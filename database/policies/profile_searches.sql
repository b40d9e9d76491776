-- Read by the admin views with their owner's rights; no client has a grant.
alter table private.profile_searches enable row level security;
revoke all on private.profile_searches from public, anon, authenticated, service_role;
