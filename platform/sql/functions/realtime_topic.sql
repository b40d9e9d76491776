-- The topic of the private channel for which a policy on realtime.messages is evaluated, as on a
-- hosted project.
create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
revoke execute on function realtime.topic() from public;
grant execute on function realtime.topic() to anon, authenticated, service_role;

comment on function realtime.topic() is 'The topic about which a policy is asked.';
