-- What the documents of public pages show. Every process keeps documents in memory, and reads them
-- again when one of these tables changed: the NOTIFY is part of the change, and says nothing of it.
create or replace function private.tell_documents() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('documents_changed', '');
  return null;
end $$;
revoke execute on function private.tell_documents() from public;
comment on function private.tell_documents() is 'Tells every process that documents of public pages may have changed.';

do $$
declare shown text;
begin
  foreach shown in array array['streamers', 'offers', 'streamer_links', 'categories', 'languages', 'text_versions', 'platform_settings'] loop
    -- For each row: anybody signed in may send an update that changes none. Postgres tells the same
    -- once in a transaction.
    execute format('create or replace trigger tell_documents after insert or update or delete on public.%I
      for each row execute function private.tell_documents()', shown);
    execute format('create or replace trigger tell_documents_of_truncate after truncate on public.%I
      for each statement execute function private.tell_documents()', shown);
    execute format('comment on trigger tell_documents on public.%I is %L', shown, 'Documents of public pages show it.');
    execute format('comment on trigger tell_documents_of_truncate on public.%I is %L', shown, 'As tell_documents.');
  end loop;
end $$;
