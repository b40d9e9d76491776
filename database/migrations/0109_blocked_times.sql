-- Time that a streamer blocks by hand is time that is taken, as that of an imported calendar is: it belongs to none.
alter table public.busy_times
  alter column calendar_id drop not null,
  add column note text not null default '',
  add constraint busy_times_note_check check (char_length(note) <= 120),
  add constraint busy_times_note_by_hand_check check (note = '' or calendar_id is null);
