-- The scheduler's own; no client has a grant.
alter table private.scheduled_tasks enable row level security;
revoke all on private.scheduled_tasks from public, anon, authenticated, service_role;
