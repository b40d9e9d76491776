-- Whom a planned live was told of that overlaps the start of a session.
create table private.live_warnings (
  session_id uuid not null,
  start_at timestamptz not null,
  person_id uuid not null references public.profiles on delete cascade,
  told_at timestamptz not null,
  primary key (session_id, start_at, person_id)
);
create index live_warnings_person_id_idx on private.live_warnings (person_id);

comment on table private.live_warnings is 'That somebody was told of a live planned at the start of their session: once for each start.';
comment on column private.live_warnings.session_id is 'The session; its seats share it.';
comment on column private.live_warnings.start_at is 'The start that was told of: a moved session is looked at again.';
comment on column private.live_warnings.person_id is 'Who was told.';
comment on column private.live_warnings.told_at is 'When.';
