-- Ran before as f369416669536fcccb7118152b3bfba4a08abc81f244e48736663c5996138d15
-- Whether a task begins as soon as it has work: said by the task itself, and shown to the team.
alter table private.tasks add column has_probe boolean not null default false;
comment on column private.tasks.has_probe is 'It begins within a second of having work, and waits for its interval only when it has none.';
