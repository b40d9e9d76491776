-- The conversation of a session: who read it until where, and until where a mail told of it.

create table public.message_reads (
  session_id uuid not null,
  person_id uuid not null references public.profiles on delete cascade,
  -- The newest message that they have seen, by its id; 0 before the first.
  last_read_id bigint not null default 0,
  read_at timestamptz,
  -- The newest message that a mail told them of.
  last_mailed_id bigint not null default 0,
  mailed_at timestamptz,
  primary key (person_id, session_id),
  constraint message_reads_read_check check ((last_read_id = 0) = (read_at is null)),
  constraint message_reads_mailed_check check ((last_mailed_id = 0) = (mailed_at is null))
);
create index message_reads_session_id_idx on public.message_reads (session_id);

-- What came lately, for the mails about unread messages and for the end of old ones.
create index session_messages_sent_at_idx on public.session_messages (sent_at);

-- Whether they want those mails.
alter table public.person_settings add column message_mails boolean not null default true;
