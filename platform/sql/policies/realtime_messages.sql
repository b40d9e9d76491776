-- Nobody may use a private channel until a policy of the application allows it; the grants let its
-- policies be evaluated, and let a trigger that acts for its caller send to the topics that a
-- policy allows. The schema is not exposed through REST.
alter table realtime.messages enable row level security;
revoke all on realtime.messages from public, anon, authenticated, service_role;
revoke all on realtime.default_messages from public, anon, authenticated, service_role;
alter table realtime.default_messages enable row level security;
grant select, insert on realtime.messages to anon, authenticated, service_role;

-- These tables carry messages from the triggers to the server, which owns them.
alter table realtime.changes enable row level security;
alter table realtime.bus_messages enable row level security;
revoke all on realtime.changes, realtime.bus_messages from public, anon, authenticated, service_role;
