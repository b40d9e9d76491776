-- Files that come with replies by mail are taken as those of the page are, and some are refused.
alter table private.inbound_mails
  drop constraint inbound_mails_outcome_check,
  add constraint inbound_mails_outcome_check check (outcome in
    ('begun', 'taken', 'files_left', 'files_refused', 'unknown', 'expired', 'empty', 'too_long', 'too_many'));
comment on column private.inbound_mails.outcome is 'begun; taken, or files_left or files_refused when not all of its files were; else why nothing of it was kept.';
