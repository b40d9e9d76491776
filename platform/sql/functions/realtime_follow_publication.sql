-- Brings the published tables in step with the publication `supabase_realtime`, as a hosted project
-- follows it: a table that was added to it is published, one that was taken out no longer is, and
-- one whose key or replica identity changed is published again. A table that `publish_table`
-- published stays so whatever the publication says; the trigger's comment tells one from the other.
-- A table without a primary key is left out with a warning.
create or replace function realtime.follow_publication() returns void
language plpgsql security definer set search_path = '' as $$
declare
  by_publication constant text := 'Tells of the changes of a table of the publication supabase_realtime.';
  wanted_deletes boolean := (select pubdelete from pg_publication where pubname = 'supabase_realtime');
  one record;
begin
  for one in
    select coalesce(p.relation, t.tgrelid::regclass) as relation, p.relation is not null as wanted, t.oid is not null as published,
      coalesce(obj_description(t.oid, 'pg_trigger') = by_publication, false) as followed,
      realtime.capture_arguments(p.relation) as arguments, pg_get_triggerdef(t.oid) as definition, t.tgtype & 8 > 0 as deletes
    from (
      select format('%I.%I', schemaname, tablename)::regclass as relation from pg_publication_tables
      where pubname = 'supabase_realtime' and schemaname not in ('realtime', 'auth', 'storage', 'migrations')
    ) p
    full join (select * from pg_trigger where tgname = 'realtime_capture' and tgparentid = 0) t on t.tgrelid = p.relation
  loop
    if not one.wanted then
      if one.followed then
        perform realtime.unpublish_table(one.relation);
      end if;
    elsif one.arguments is null then
      raise warning 'realtime: % has no primary key, by which a change would name its row', one.relation;
    elsif not one.published or one.followed and (one.deletes is distinct from wanted_deletes
      or right(one.definition, length(one.arguments) + 2) <> format('(%s)', one.arguments))
    then
      perform realtime.publish_table(one.relation, wanted_deletes);
      execute format('comment on trigger realtime_capture on %s is %L', one.relation, by_publication);
    end if;
  end loop;
end
$$;
revoke execute on function realtime.follow_publication() from public;

comment on function realtime.follow_publication() is 'Publishes the tables of the publication supabase_realtime, and no longer those that left it.';
