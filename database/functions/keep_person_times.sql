-- Keeps the timeline of a booking's two people: the stretch that its session takes of who gives it, buffers included, and of who takes it; and the
-- same for another start that is proposed. The seats of one session share what they take of their streamer; what a booking takes of its viewer is
-- shared with nothing. A stretch that did not change is not written again, so what predates the constraint stays as it was agreed.
create or replace function private.keep_person_times() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.status not in ('held', 'requested', 'confirmed', 'in_progress') then
    delete from private.person_times where booking_id = new.id;
    return null;
  end if;
  if tg_op = 'UPDATE' then
    delete from private.person_times
    where booking_id = new.id and (kind = 'proposed' and new.proposed_start_at is null
      or side = 'streamer' and new.streamer_id is null or side = 'viewer' and new.viewer_id is null);
  end if;
  insert into private.person_times as known (booking_id, side, kind, person_id, together, span)
  select new.id, t.side, t.kind, t.person_id, t.together, t.span
  from (values
    ('streamer', 'agreed', new.streamer_id, new.session_id, tstzrange(new.blocks_from, new.blocks_until)),
    ('viewer', 'agreed', new.viewer_id, new.id, tstzrange(new.start_at, new.end_at)),
    ('streamer', 'proposed', new.streamer_id, new.session_id,
      tstzrange(new.proposed_start_at + (new.blocks_from - new.start_at), new.proposed_start_at + (new.blocks_until - new.start_at))),
    ('viewer', 'proposed', new.viewer_id, new.id,
      tstzrange(new.proposed_start_at, new.proposed_start_at + (new.end_at - new.start_at)))
  ) as t (side, kind, person_id, together, span)
  where t.person_id is not null and (t.kind = 'agreed' or new.proposed_start_at is not null)
  on conflict (booking_id, side, kind) do update
    set person_id = excluded.person_id, together = excluded.together, span = excluded.span, predates = false
    where (known.person_id, known.together, known.span) is distinct from (excluded.person_id, excluded.together, excluded.span);
  return null;
end
$$;
revoke execute on function private.keep_person_times() from public;

create or replace trigger keep_person_times_insert after insert on public.bookings
for each row when (new.status in ('held', 'requested', 'confirmed', 'in_progress')) execute function private.keep_person_times();

create or replace trigger keep_person_times_update after update on public.bookings
for each row when ((old.status, old.streamer_id, old.viewer_id, old.session_id, old.start_at, old.blocks_from, old.blocks_until, old.proposed_start_at)
  is distinct from (new.status, new.streamer_id, new.viewer_id, new.session_id, new.start_at, new.blocks_from, new.blocks_until, new.proposed_start_at))
execute function private.keep_person_times();

comment on function private.keep_person_times() is 'Keeps the timeline of a booking''s two people: what it takes of each, and what a proposal would.';
comment on trigger keep_person_times_insert on public.bookings is 'A booking takes its time of both people.';
comment on trigger keep_person_times_update on public.bookings is 'A booking that moves, ends, or is proposed another start takes other time.';
