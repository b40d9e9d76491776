comment on table private.command_keys is
  'What a command answered to a client''s key: the same key again gets the same answer and does nothing.';
comment on column private.command_keys.person_id is 'Who sent it.';
comment on column private.command_keys.key is 'The client''s key.';
comment on column private.command_keys.command is 'The command''s name.';
comment on column private.command_keys.request_hash is 'SHA-256 of the request: the same key with another request is refused.';
comment on column private.command_keys.response is 'The answer; null while the command runs. @type Record<string, Json>';
comment on column private.command_keys.created_at is 'When it was first sent.';

revoke all on private.command_keys from public, anon, authenticated, service_role;
