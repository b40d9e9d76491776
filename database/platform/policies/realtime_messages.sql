-- Nobody may use a private channel until a policy of the application allows it; the grants only let its policies be evaluated. The schema
-- is not exposed through REST, and rows inserted for that check are rolled back.
alter table realtime.messages enable row level security;
revoke all on realtime.messages from public, anon, authenticated, service_role;
grant select, insert on realtime.messages to anon, authenticated, service_role;

-- These tables carry messages from the triggers to the server, which owns them.
alter table realtime.changes enable row level security;
alter table realtime.bus_messages enable row level security;
revoke all on realtime.changes, realtime.bus_messages from public, anon, authenticated, service_role;
