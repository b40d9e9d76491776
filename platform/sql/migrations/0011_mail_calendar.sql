-- A mail may carry a calendar entry: iCalendar text, sent as an alternative of the message and as a file beside it.
alter table mail.messages add column calendar_body text;
-- What the entry wants of the reader's calendar; the same word stands in the text (METHOD).
alter table mail.messages add column calendar_method text;
alter table mail.messages add constraint messages_calendar_check check (
  (calendar_body is null) = (calendar_method is null) or state = 'sent');
alter table mail.messages add constraint messages_calendar_method_check check (calendar_method in ('REQUEST', 'CANCEL'));
-- It goes the way of the other texts once the mail is sent.
alter table mail.messages add constraint messages_calendar_sent_check check (state <> 'sent' or calendar_body is null);
