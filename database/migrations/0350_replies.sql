-- Replies by mail to the mails of a thread: each is taken once, however often its provider brings it.
create table private.inbound_mails (
  mail_hash bytea primary key,
  received_at timestamptz not null,
  outcome text not null,
  message_id bigint references public.support_messages on delete set null,
  constraint inbound_mails_outcome_check check (outcome in ('begun', 'taken', 'files_left', 'unknown', 'expired', 'empty', 'too_long', 'too_many'))
);
create index inbound_mails_received_at_idx on private.inbound_mails (received_at);
create index inbound_mails_message_id_idx on private.inbound_mails (message_id);

comment on table private.inbound_mails is 'Mails that people sent in reply to those of a thread, each once. Forgotten after 30 days.';
comment on column private.inbound_mails.mail_hash is 'SHA-256 of its Message-ID and of the address that it came to.';
comment on column private.inbound_mails.received_at is 'When its provider brought it first.';
comment on column private.inbound_mails.outcome is 'begun; taken, or files_left when its files were not; else why nothing of it was kept.';
comment on column private.inbound_mails.message_id is 'The message that it became; null: none, or deleted since.';

-- Threads of people without an account are deleted a year after their last message.
create index support_threads_guests_idx on public.support_threads (last_message_at) where person_id is null;
