-- Notes that a text was written, in the transaction that writes it, so that the rules of signals read each text once (moderation/find-signals).
create or replace function private.note_text() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into private.unread_texts (kind, subject_id) values (tg_argv[0], new.id::text);
  return null;
end
$$;
revoke execute on function private.note_text() from public;

create or replace trigger note_text after insert on public.session_messages
for each row execute function private.note_text('message');
create or replace trigger note_text after insert on public.streamers
for each row execute function private.note_text('profile');
create or replace trigger note_changed_text after update of handle, display_name, headline, bio on public.streamers
for each row when ((old.handle, old.display_name, old.headline, old.bio)
  is distinct from (new.handle, new.display_name, new.headline, new.bio))
execute function private.note_text('profile');
create or replace trigger note_text after insert on public.offers
for each row execute function private.note_text('offer');
create or replace trigger note_changed_text after update of title, description on public.offers
for each row when ((old.title, old.description) is distinct from (new.title, new.description))
execute function private.note_text('offer');

comment on function private.note_text() is 'Notes that a text was written, for the rules of signals to read.';
comment on trigger note_text on public.session_messages is 'Each message is read by the rules of signals once.';
comment on trigger note_text on public.streamers is 'Each page is read by the rules of signals.';
comment on trigger note_changed_text on public.streamers is 'A page that changes is read again.';
comment on trigger note_text on public.offers is 'Each offer is read by the rules of signals.';
comment on trigger note_changed_text on public.offers is 'An offer that changes is read again.';
