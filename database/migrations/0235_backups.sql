-- What `npm run backup` made, told by itself, so that the team sees on the page of the system how old the last one is.
create table private.backups (
  id bigint generated always as identity primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  file_bytes bigint,
  files integer,
  missing_files integer,
  error text,
  constraint backups_times_check check (ended_at >= started_at),
  constraint backups_outcome_check check (
    (error is null) = (file_bytes is not null and files is not null and missing_files is not null)),
  constraint backups_counts_check check (file_bytes > 0 and files >= 0 and missing_files >= 0)
);
create index backups_started_at_idx on private.backups (started_at);
comment on table private.backups is 'Each run of the command that backs this installation up: what came of it, never where the file lies.';
comment on column private.backups.id is 'In the order in which they ended.';
comment on column private.backups.started_at is 'Whatever was committed before is in the backup.';
comment on column private.backups.ended_at is 'When the file was complete, or the backup was given up.';
comment on column private.backups.file_bytes is 'Size of the file; null when it failed.';
comment on column private.backups.files is 'Stored files in it, pieces of unfinished uploads among them.';
comment on column private.backups.missing_files is 'Stored files that had a row and no bytes already.';
comment on column private.backups.error is 'Why it failed; null when it succeeded.';
