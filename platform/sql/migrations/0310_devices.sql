-- From which browser a session began, so that a product can tell its people of one that they never used. Null where no cookie came back.
alter table auth.sessions add column device bytea;
alter table auth.sessions add constraint sessions_device_check check (octet_length(device) = 32);

-- What happened to one person's account, newest first.
create index audit_log_entries_actor_id_idx on auth.audit_log_entries ((payload ->> 'actor_id'), created_at desc);
