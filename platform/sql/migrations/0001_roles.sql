-- The three roles every request runs as. They cannot log in: the server's own role becomes one of them for the length
-- of a transaction. On a hosted Supabase they exist already.
do $$
begin
  if not exists (select from pg_roles where rolname = 'anon') then
    create role anon nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'authenticated') then
    create role authenticated nologin noinherit;
  end if;
  if not exists (select from pg_roles where rolname = 'service_role') then
    create role service_role nologin noinherit bypassrls;
  end if;
  execute format('grant anon, authenticated, service_role to %I', current_user);
exception
  -- Roles belong to the whole cluster: another database's migration may be creating them at this moment.
  when duplicate_object or unique_violation then
    execute format('grant anon, authenticated, service_role to %I', current_user);
end
$$;

revoke create on schema public from public;
grant usage on schema public to anon, authenticated, service_role;

create schema if not exists auth;
grant usage on schema auth to anon, authenticated, service_role;
