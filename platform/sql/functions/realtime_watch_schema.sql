-- After each statement that changes the schema: the servers are told to read it again, and the
-- publication is followed. Where the server's role may not create event triggers (they are a
-- superuser's), `realtime.schema_look` does both, asked every few seconds. Never fails the
-- statement that fires it. Temporary tables are nobody's business.
create or replace function realtime.watch_schema() returns event_trigger
language plpgsql security definer set search_path = '' as $$
begin
  if tg_tag not like 'DROP %' and tg_tag not like '% PUBLICATION' and not exists (
    select from pg_event_trigger_ddl_commands() c where c.schema_name is null or c.schema_name not like 'pg\_temp%')
  then
    return;
  end if;
  if tg_tag like '% PUBLICATION' or tg_tag like '% TABLE' then
    perform realtime.follow_publication();
  end if;
  perform pg_notify('schema_changed', '');
exception
  when others then raise warning 'realtime: the schema was changed, but not looked at: %', sqlerrm;
end
$$;
revoke execute on function realtime.watch_schema() from public;

-- A text that differs when the tables, columns, keys, functions or types of these schemas do. Null
-- where the event trigger tells of it. The system column xmin, the transaction that wrote a row of
-- the catalogue, changes with each change of it.
create or replace function realtime.schema_look(schemas text[]) returns text
language plpgsql set search_path = '' as $$
begin
  if exists (select from pg_event_trigger where evtname = 'realtime_watch_schema' and evtenabled <> 'D') then
    return null;
  end if;
  perform realtime.follow_publication();
  return (
    with here as (select oid from pg_namespace where nspname = any(schemas)), relations as (
      select c.oid, c.xmin from pg_class c where c.relnamespace in (select oid from here)
    )
    select concat_ws(' ', count(*), sum(hashtext(concat_ws(' ', part, oid, xmin)))) from (
      select 'relation' as part, oid, xmin from relations
      union all select 'column' || a.attnum, a.attrelid, a.xmin from pg_attribute a
        where a.attrelid in (select oid from relations) and a.attnum > 0
      union all select 'constraint', oid, xmin from pg_constraint where connamespace in (select oid from here)
      union all select 'function', oid, xmin from pg_proc where pronamespace in (select oid from here)
      union all select 'type', oid, xmin from pg_type where typnamespace in (select oid from here)
      union all select 'trigger', oid, xmin from pg_trigger where tgname = 'realtime_capture'
    ) parts
  );
end
$$;
revoke execute on function realtime.schema_look(text[]) from public;

comment on function realtime.watch_schema() is 'Tells the servers that the schema changed, and follows the publication.';
comment on function realtime.schema_look(text[]) is 'Follows the publication; a text that differs when some schemas changed, or null where an event trigger tells of it.';

do $$
begin
  if not exists (select from pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
  end if;
exception
  when insufficient_privilege then raise notice 'the publication supabase_realtime is left to an operator';
end
$$;

do $$
begin
  if not exists (select from pg_event_trigger where evtname = 'realtime_watch_schema') then
    -- Not for triggers and comments, which following the publication makes itself.
    create event trigger realtime_watch_schema on ddl_command_end when tag in (
      'ALTER DOMAIN', 'ALTER FOREIGN TABLE', 'ALTER FUNCTION', 'ALTER MATERIALIZED VIEW', 'ALTER PUBLICATION', 'ALTER TABLE', 'ALTER TYPE',
      'ALTER VIEW', 'CREATE DOMAIN', 'CREATE EXTENSION', 'CREATE FOREIGN TABLE', 'CREATE FUNCTION', 'CREATE MATERIALIZED VIEW',
      'CREATE PUBLICATION', 'CREATE TABLE', 'CREATE TABLE AS', 'CREATE TYPE', 'CREATE VIEW', 'DROP DOMAIN', 'DROP EXTENSION',
      'DROP FOREIGN TABLE', 'DROP FUNCTION', 'DROP MATERIALIZED VIEW', 'DROP PUBLICATION', 'DROP SCHEMA', 'DROP TABLE', 'DROP TYPE',
      'DROP VIEW', 'SELECT INTO')
    execute function realtime.watch_schema();
    comment on event trigger realtime_watch_schema is 'Has the servers read a changed schema again.';
  end if;
exception
  when insufficient_privilege then raise notice 'no event trigger: the schema is looked at every few seconds';
end
$$;
