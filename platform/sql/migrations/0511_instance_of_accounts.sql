-- Seeds that were written for a hosted project name the instance of each account they insert. There is one instance here, and nothing reads it.
alter table auth.users add column instance_id uuid;
