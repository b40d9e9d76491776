-- Writing to the team without an account, or while it is suspended.

-- The secrets of addresses that were sent by mail, each with what it opens: a letter that waits for its address to be proven, or a thread.
create table private.contact_keys (
  token_hash bytea primary key,
  email text not null,
  name text not null,
  subject text,
  body text,
  thread_id uuid references public.support_threads on delete cascade,
  created_at timestamptz not null,
  constraint contact_keys_email_check check (char_length(email) <= 320 and email = lower(email)),
  constraint contact_keys_name_check check (char_length(trim(name)) between 1 and 120),
  constraint contact_keys_subject_check check (char_length(trim(subject)) between 3 and 120),
  constraint contact_keys_body_check check (char_length(body) between 1 and 4000),
  constraint contact_keys_opens_check check (thread_id is not null or (subject is not null and body is not null))
);
create index contact_keys_thread_id_idx on private.contact_keys (thread_id);
create index contact_keys_created_at_idx on private.contact_keys (created_at) where thread_id is null;

comment on table private.contact_keys is 'The secrets of addresses that were sent by mail to people who write without signing in. No client reads it.';
comment on column private.contact_keys.token_hash is 'SHA-256 of the secret.';
comment on column private.contact_keys.email is 'The address that the mail went to.';
comment on column private.contact_keys.name is 'Who they say they are.';
comment on column private.contact_keys.subject is 'Of a letter that was not confirmed yet: what it is about.';
comment on column private.contact_keys.body is 'Of a letter that was not confirmed yet: its words.';
comment on column private.contact_keys.thread_id is 'The thread that it opens; null until the address is proven.';
comment on column private.contact_keys.created_at is 'When the mail was written. What is not confirmed within days is deleted.';
