-- What Twitch told by its webhook, so that a message which comes again changes nothing.
create table private.channel_messages (
  message_id text primary key,
  received_at timestamptz not null
);
create index channel_messages_received_at_idx on private.channel_messages (received_at);

comment on table private.channel_messages is 'A message of Twitch''s webhook that was taken. Kept a day; older messages are refused by their time.';
comment on column private.channel_messages.message_id is 'Twitch''s own id, the same when it is sent again.';
comment on column private.channel_messages.received_at is 'When it came first.';
