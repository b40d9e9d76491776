-- The topic of the private channel that a policy on realtime.messages is asked about, as on a hosted project.
create or replace function realtime.topic() returns text language sql stable as $$
  select nullif(current_setting('realtime.topic', true), '')
$$;
revoke execute on function realtime.topic() from public;
grant execute on function realtime.topic() to anon, authenticated, service_role;

comment on function realtime.topic() is 'The topic about which a policy is asked.';
