comment on table private.person_times is
  'The timeline of people: what each gives, takes, or is proposed. A row for each side of a live booking, and of a start that is proposed for it.';
comment on column private.person_times.booking_id is 'The booking.';
comment on column private.person_times.side is 'Whether the person gives or takes it. @type ''streamer'' | ''viewer''';
comment on column private.person_times.kind is 'Its own start, or one that is proposed. @type ''agreed'' | ''proposed''';
comment on column private.person_times.person_id is 'Whose time.';
comment on column private.person_times.together is 'What may share the time: the seats of one session for who gives it, nothing but the booking for who takes it.';
comment on column private.person_times.span is 'The stretch; with its buffers for who gives it.';
comment on column private.person_times.predates is 'True for a stretch of an older version that overlaps another: it stays as agreed until it moves or ends.';

comment on table private.held_places is 'Places that took place, each with its viewer''s days before and after with the same streamer: kept by statistics/add-up.';
comment on column private.held_places.booking_id is 'The booking. No foreign key: its mark tells when it is gone.';
comment on column private.held_places.streamer_id is 'Whose session.';
comment on column private.held_places.viewer_id is 'Who came; a deleted account''s places are not kept.';
comment on column private.held_places.offer_id is 'Of which offer; null: of one that was deleted.';
comment on column private.held_places.day is 'The day of the session, on the wall of the streamer when it was booked.';
comment on column private.held_places.start_at is 'When it began, which orders the sessions of a day.';
comment on column private.held_places.number is '1: the viewer''s first session with this streamer, 2: the second.';
comment on column private.held_places.first_day is 'The day of the viewer''s first one.';
comment on column private.held_places.previous_day is 'The day of the one before; null: this is the first.';
comment on column private.held_places.next_day is 'The day of the one after; null: this is the last.';
comment on column private.held_places.previous_of_offer_day is 'The day of the one before of the same offer.';
comment on column private.held_places.next_of_offer_day is 'The day of the one after of the same offer.';

-- Keeps the timeline of a booking's two people: the stretch that its session takes of who gives it,
-- buffers included, and of who takes it; and the same for another start that is proposed. The seats
-- of one session share what they take of their streamer; what a booking takes of its viewer is
-- shared with nothing. A stretch that did not change is not written again, so what predates the
-- constraint stays as it was agreed.
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

comment on function private.keep_person_times() is 'Keeps the timeline of a booking''s two people: what it takes of each, and what a proposal would.';
