-- Each mail about an entry of a calendar has the next SEQUENCE of that entry for its reader. A booking's revision skipped numbers and repeated
-- them, and the clock, which a group's entries had, gave two mails of one second the same. The row is also the lock under which the seats of
-- a group are counted.
create table private.calendar_entries (
  entry text not null,
  person_id uuid not null references public.profiles on delete cascade,
  sequence integer not null default 0,
  primary key (entry, person_id),
  constraint calendar_entries_entry_check check (entry ~ '^(booking|session)-'),
  constraint calendar_entries_sequence_check check (sequence >= 0)
);
create index calendar_entries_person_id_idx on private.calendar_entries (person_id);

-- What was sent before goes on from the numbers that it had.
insert into private.calendar_entries (entry, person_id, sequence)
select 'booking-' || id, viewer_id, revision from public.bookings where start_at > now() - interval '1 day' and viewer_id is not null
union all
select 'booking-' || id, streamer_id, revision from public.bookings
where start_at > now() - interval '1 day' and streamer_id is not null and seats = 1
union all
select 'session-' || session_id, streamer_id, extract(epoch from now())::integer from public.bookings
where start_at > now() - interval '1 day' and streamer_id is not null and seats > 1 group by session_id, streamer_id;

comment on table private.calendar_entries is 'The last SEQUENCE that a person was sent of an entry of their calendar.';
comment on column private.calendar_entries.entry is 'The UID before its host: booking-<id>, or session-<id> for the streamer of a group.';
comment on column private.calendar_entries.person_id is 'Who was sent it.';
comment on column private.calendar_entries.sequence is 'Rises by one with each mail.';
