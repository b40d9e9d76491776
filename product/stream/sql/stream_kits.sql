comment on table private.stream_kits is 'What a streamer shows on their stream and puts on other sites.';
comment on column private.stream_kits.streamer_id is 'Whose.';
comment on column private.stream_kits.token_hash is 'SHA-256 of the secret in the overlay''s address; null: none was made.';
comment on column private.stream_kits.token_sealed is 'The same secret, sealed under the key of the installation, for its streamer to copy again.';
comment on column private.stream_kits.renewed_at is 'When the address was made.';
comment on column private.stream_kits.goal_places is 'How many places they want taken in one evening; null: no goal is shown.';
comment on column private.stream_kits.sites is 'Origins of the sites that may show their booker in a frame, 20 at most.';

-- The server's own: no client reaches these.
revoke all on private.stream_kits from public, anon, authenticated, service_role;

-- Tells the server processes that a place was taken, for the overlays that are open. The message
-- carries nothing: whoever shows something reads what may be shown.
create or replace function private.tell_stream() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  perform realtime.send('{}', 'taken', 'stream:' || k.streamer_id)
  from public.bookings b join private.stream_kits k on k.streamer_id = b.streamer_id
  where b.id = new.booking_id and k.token_hash is not null;
  return null;
end
$$;
revoke execute on function private.tell_stream() from public;
comment on function private.tell_stream() is 'Tells the server processes that a place of a streamer with an overlay was taken.';

create or replace trigger tell_stream after insert on public.booking_events for each row
  when (new.to_status = 'confirmed' and new.from_status in ('held', 'requested'))
  execute function private.tell_stream();
comment on trigger tell_stream on public.booking_events is 'The overlay of a stream tells of a place that was taken.';
