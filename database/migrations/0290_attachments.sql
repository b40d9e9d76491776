-- Files that people send along: with a message of a session, with a message to the team, with what a streamer asks before a session.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types, checks_content) values
  ('attachments', 'attachments', false, 25 * 1024 * 1024,
    '{image/jpeg,image/png,image/webp,image/avif,image/gif,application/pdf,video/mp4,video/webm,video/quicktime}', true)
on conflict (id) do nothing;

create table public.attachments (
  -- Also the last part of the object's name, after its owner's id.
  id uuid primary key,
  owner_id uuid not null references public.profiles on delete cascade,
  message_id bigint references public.session_messages on delete cascade,
  support_message_id bigint references public.support_messages on delete cascade,
  booking_id uuid references public.bookings on delete cascade,
  file_name text not null,
  type text not null,
  size_bytes bigint not null,
  state text not null,
  finding text,
  scan_until timestamptz,
  sent_at timestamptz not null,
  constraint attachments_place_check check (num_nonnulls(message_id, support_message_id, booking_id) = 1),
  constraint attachments_file_name_check check (char_length(file_name) between 1 and 200),
  constraint attachments_type_check check (char_length(type) between 3 and 100),
  constraint attachments_size_check check (size_bytes >= 0),
  constraint attachments_state_check check (state in ('waiting', 'unscanned', 'clean', 'infected')),
  constraint attachments_finding_check check ((finding is not null) = (state = 'infected'))
);
create index attachments_owner_id_idx on public.attachments (owner_id);
create index attachments_message_id_idx on public.attachments (message_id);
create index attachments_support_message_id_idx on public.attachments (support_message_id);
create index attachments_booking_id_idx on public.attachments (booking_id);
create index attachments_waiting_idx on public.attachments (sent_at) where state = 'waiting';

comment on table public.attachments is 'A file that somebody sent along with a message or with their answers before a session. Its bytes are the object <owner_id>/<id> of bucket attachments.';
comment on column public.attachments.id is 'The file, and the last part of its object''s name.';
comment on column public.attachments.owner_id is 'Who sent it.';
comment on column public.attachments.message_id is 'The message of a session that it came with; null: it came with something else.';
comment on column public.attachments.support_message_id is 'The message to or from the team that it came with; null: it came with something else.';
comment on column public.attachments.booking_id is 'The booking whose questions it answers; null: it came with a message.';
comment on column public.attachments.file_name is 'What its sender calls it.';
comment on column public.attachments.type is 'What its bytes say that it is: a MIME type.';
comment on column public.attachments.size_bytes is 'How large it is.';
comment on column public.attachments.state is 'waiting: nobody but its sender sees it before the virus scanner has; clean; infected: it was deleted; unscanned: sent while no scanner was there.';
comment on column public.attachments.finding is 'What the scanner found; null: nothing.';
comment on column public.attachments.scan_until is 'Until when a process has it to scan it; then another may. Null: none has.';
comment on column public.attachments.sent_at is 'When.';
