-- Mail belongs to the server alone: no role of the API has a grant on the schema, and row-level
-- security without a policy would still refuse them if a grant slipped in. Only the owner, which
-- the server is, passes it.
alter table mail.messages enable row level security;
revoke all on mail.messages from public, anon, authenticated, service_role;
