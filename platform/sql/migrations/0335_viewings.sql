-- A session in which somebody looks at the pages of another person, and changes nothing.

create table auth.viewings (
  id uuid primary key default gen_random_uuid(),
  session_id uuid not null,
  person_id uuid not null,
  created_at timestamptz not null default now(),
  not_after timestamptz not null,
  constraint viewings_session_id_fkey foreign key (session_id) references auth.sessions on delete cascade,
  constraint viewings_person_id_fkey foreign key (person_id) references auth.users on delete cascade,
  constraint viewings_session_id_key unique (session_id),
  constraint viewings_short_check check (not_after > created_at and not_after <= created_at + interval '15 minutes')
);
create index viewings_person_id_idx on auth.viewings (person_id);

comment on table auth.viewings is 'A session in which somebody looks at the pages of another person, and changes nothing: its token is good for reading alone.';
comment on column auth.viewings.id is 'The viewing: the session_id of its token.';
comment on column auth.viewings.session_id is 'The session of who looks: the viewing ends with it, and a session has one at a time.';
comment on column auth.viewings.person_id is 'Whose pages are seen: the sub of its token.';
comment on column auth.viewings.created_at is 'When it began.';
comment on column auth.viewings.not_after is 'When it ends by itself: a quarter of an hour later at most.';
