-- Notes that a text was written, in the transaction that writes it, so that the rules of signals
-- read each text once (moderation/find-signals).
create or replace function private.note_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.unread_texts (kind, subject_id) values (tg_argv[0], new.id::text);
  return null;
end
$$;
revoke execute on function private.note_text() from public;

comment on function private.note_text() is 'Notes that a text was written, for the rules of signals to read.';
