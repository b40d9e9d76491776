-- Files of the books that are made by themselves, month after month, and announced to some of the team by mail.
create table private.report_schedules (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  format text not null,
  every text not null,
  day integer not null,
  hour integer not null,
  -- No foreign keys: who left the team, or Loge, is not written to, whatever stands here.
  recipients uuid[] not null,
  next_month date not null,
  created_at timestamptz not null,
  created_by uuid not null,
  stopped_at timestamptz,
  trouble text,
  trouble_since timestamptz,
  constraint report_schedules_kind_check check (kind in
    ('month', 'trial_balance', 'fec', 'commission_vat', 'vat_by_country', 'payouts', 'refunds', 'disputes', 'transparency')),
  constraint report_schedules_format_check check (format in ('csv', 'pdf')),
  constraint report_schedules_every_check check (every in ('month', 'quarter')),
  constraint report_schedules_day_check check (day between 1 and 28),
  constraint report_schedules_hour_check check (hour between 0 and 23),
  constraint report_schedules_recipients_check check (cardinality(recipients) between 1 and 20),
  constraint report_schedules_next_month_check check (extract(day from next_month) = 1),
  constraint report_schedules_trouble_check check (trouble in ('month_open', 'nobody', 'failed')),
  constraint report_schedules_trouble_since_check check ((trouble is null) = (trouble_since is null))
);
comment on table private.report_schedules is 'Files of the books that the server makes by itself and announces by mail.';
comment on column private.report_schedules.id is 'Identifies it.';
comment on column private.report_schedules.kind is 'What the files tell.';
comment on column private.report_schedules.format is 'For spreadsheets, or printed.';
comment on column private.report_schedules.every is 'Whether they tell of a month or of a quarter.';
comment on column private.report_schedules.day is 'On which day of the month after the period they leave.';
comment on column private.report_schedules.hour is 'At which hour, in Paris.';
comment on column private.report_schedules.recipients is 'Who gets the mail, while they are of the team and may read the file.';
comment on column private.report_schedules.next_month is 'The last month of the period that is sent next, its first day.';
comment on column private.report_schedules.created_at is 'When it was turned on.';
comment on column private.report_schedules.created_by is 'Who turned it on; the files are theirs. No foreign key: the files outlive the account.';
comment on column private.report_schedules.stopped_at is 'When it was turned off; it stays so.';
comment on column private.report_schedules.trouble is 'Why what is due has not left: a month that is not closed, nobody who may read it, or an error. Null: nothing is wrong.';
comment on column private.report_schedules.trouble_since is 'Since when.';

create table private.report_sendings (
  schedule_id uuid not null,
  month date not null,
  sent_at timestamptz not null,
  files uuid[] not null,
  recipients integer not null,
  primary key (schedule_id, month),
  constraint report_sendings_schedule_id_fkey foreign key (schedule_id) references private.report_schedules
);
comment on table private.report_sendings is 'What was sent, each period once. Written once.';
comment on column private.report_sendings.schedule_id is 'By which schedule.';
comment on column private.report_sendings.month is 'The last month of its period, its first day.';
comment on column private.report_sendings.sent_at is 'When.';
comment on column private.report_sendings.files is 'The files that the mail leads to.';
comment on column private.report_sendings.recipients is 'To how many people.';
