-- What each admin may do within the team.

create table public.team_roles (
  person_id uuid not null references public.profiles on delete cascade,
  role text not null,
  granted_by uuid references public.profiles on delete set null,
  granted_at timestamptz not null default now(),
  primary key (person_id, role),
  -- `all` and `read_only` stand alone: they say everything that the others could add, or that there is nothing to add.
  constraint team_roles_alone exclude using gist (
    person_id with =, (case when role in ('all', 'read_only') then 1 else 0 end) with <>
  ),
  constraint team_roles_role_check check (role in ('all', 'support', 'moderation', 'finance', 'read_only'))
);
create unique index team_roles_alone_key on public.team_roles (person_id) where role in ('all', 'read_only');
create index team_roles_granted_by_idx on public.team_roles (granted_by);

-- Who was an admin could do all.
insert into public.team_roles (person_id, role) select id, 'all' from public.profiles where role = 'admin';

comment on table public.team_roles is 'What an admin may do within the team. An admin has one row at least: all, read_only, or one for each of the others.';
comment on column public.team_roles.person_id is 'The admin.';
comment on column public.team_roles.role is 'all, support, moderation, finance or read_only (domain/account/team-roles.ts).';
comment on column public.team_roles.granted_by is 'Who gave it; null: the platform, or a deleted account.';
comment on column public.team_roles.granted_at is 'When.';
