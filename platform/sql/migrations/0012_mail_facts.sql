-- A mail is a fact: what happened and to whom it is told. Its words are set at delivery (docs/decisions/0021).
alter table mail.messages add column event jsonb;
alter table mail.messages add column first_name text;
-- Rows from before bear their words already; of a fact, the sender and the subject are known once it was rendered.
alter table mail.messages alter column from_address drop not null;
alter table mail.messages alter column subject drop not null;
-- What was sent has left the house, links that sign people in among it: neither the fact nor words stay.
alter table mail.messages drop constraint messages_body_check;
alter table mail.messages add constraint messages_body_check check (
  case when state = 'sent' then event is null and text_body is null and html_body is null
    else (event is null) = (text_body is not null and html_body is not null) end);

comment on table mail.messages is
  'The outbox: one row a mail, written in the transaction of what it tells of, rendered and sent afterwards, once at least.';
comment on column mail.messages.kind is 'Which mail it is; server/mail/<kind> renders it, a dot standing for a folder.';
comment on column mail.messages.event is
  'What was true at the event, in the shape of the kind: ids, instants in milliseconds, cents, what people wrote. Erased once sent.';
comment on column mail.messages.first_name is 'Of the recipient, as given; a mail repeats it only where it looks like a name.';
comment on column mail.messages.from_address is 'Set at the first attempt, and kept, since the Message-ID bears its domain.';
comment on column mail.messages.attempts is
  'Counted when an attempt begins: only who counted this one may record what came of it, and a process that dies in one has used it up.';
comment on column mail.messages.next_attempt_at is 'While an attempt is under way, the end of its lease: then another process may take the mail.';
comment on column mail.messages.text_body is 'Only of mails that were written before they were facts.';
comment on column mail.messages.html_body is 'Only of mails that were written before they were facts.';
