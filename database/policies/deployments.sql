-- Written at boot, read by the sign-up trigger, both with the owner's rights. No client has a grant.
alter table private.deployments enable row level security;
revoke all on private.deployments from public, anon, authenticated, service_role;
