-- Whether the guardian was told that the payments are stopped: a server that is killed in between goes on when it is asked again.
alter table public.guardianships add column told_at timestamptz;
update public.guardianships set told_at = ended_at where state = 'stopped';
