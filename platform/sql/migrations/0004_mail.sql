-- The outbox. A mail is written in the transaction that it tells about, so it leaves if and only if that transaction
-- commits; a deliverer sends it afterwards. The schema is exposed to nobody but the server: its texts hold sign-in links.
create schema mail;
revoke all on schema mail from public;

create table mail.messages (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  from_address text not null,
  to_address text not null,
  subject text not null,
  text_body text,
  html_body text,
  -- What the mail is about, such as {"user_id": …}. No foreign key: the record of a mail outlives its subject.
  related jsonb not null default '{}',
  state text not null default 'pending',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  created_at timestamptz not null default clock_timestamp(),
  sent_at timestamptz,
  constraint messages_state_check check (state in ('pending', 'sent', 'failed', 'kept')),
  -- One bare address: no list, no name, no line break that could become a header.
  constraint messages_to_address_check check (to_address ~ '^[^\s@<>(),;:"\\]+@[^\s@<>(),;:"\\]+$'),
  constraint messages_single_lines_check check (from_address !~ '[\r\n]' and subject !~ '[\r\n]'),
  constraint messages_sent_check check ((state = 'sent') = (sent_at is not null)),
  -- A sent mail's links have left the house: its text is dropped, only the fact remains.
  constraint messages_body_check check ((state = 'sent') = (text_body is null and html_body is null))
);
create index messages_due_idx on mail.messages (next_attempt_at, created_at) where state = 'pending';
create index messages_created_at_idx on mail.messages (created_at desc, id);
create index messages_to_address_idx on mail.messages (to_address, created_at desc);
